import { forgetInFacts } from '../../platform/events/forget-facts.ts'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { forgetStray } from '../../platform/files/forget-stray.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Refusal } from '../../platform/http/refusals.ts'
import type { AskProof } from '../../platform/http/call.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Module } from '../../platform/module.ts'
import { createKeptFindings } from '../../platform/kept-findings.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Hub } from '../../platform/realtime/hub.ts'
import { createSealer } from '../../platform/seal.ts'
import { createAccessTokens } from './access-token.ts'
import { holdAccount } from './account-store.ts'
import { createKeyAuthenticator } from './api-keys/authenticate-key.ts'
import { keyRoutes } from './api-keys/routes.ts'
import { createAskProof } from './ask-proof.ts'
import { createAuthenticator } from './authenticate.ts'
import { createCookies } from './cookies.ts'
import { ensureBuiltInRoles, ensureFirstSuperuser } from './ensure-first-superuser.ts'
import { eraseAccount, type Eraser } from './erase-account.ts'
import {
  accountChanged,
  accountCreated,
  accountEnded,
  apiKeysChanged,
  personErased,
  secondFactorRuled,
  sessionsEnded,
} from './events.ts'
import { deriveKeys } from './keys.ts'
import { documentsOf, readDocument, type PersonDocument } from './keep-documents.ts'
import { keptFiles } from './kyc-store.ts'
import { createTries } from './limit-tries.ts'
import { issueToken, openSession } from './open-session.ts'
import type { Parts } from './parts.ts'
import { createRefusalNotes } from './note-refusals.ts'
import { accountRoutes } from './routes.ts'
import { shredDue, shredAll } from './shred-documents.ts'
import { forgetSessions } from './forget-sessions.ts'

export {
  accountsByEmail,
  emailKey,
  emailKeyOf,
  keepAccount,
  lockAccount,
  lockAnyAccount,
  type AccountRow,
} from './account-store.ts'
export { openFormerAddress } from './announce-security.ts'
export { agreeToDocuments } from './agree-to-documents.ts'
export { accountForBooking, addressLines, type BookingAccount } from './booking-account.ts'
export { confirmCodeFor } from './confirm-code.ts'
export { createAccount, type NewAccount } from './create-account.ts'
export { displayName } from './describe-account.ts'
export { endAccount } from './end-account.ts'
export { ensureFirstSuperuser } from './ensure-first-superuser.ts'
export {
  accountChanged,
  accountCreated,
  accountEnded,
  accountSecured,
  documentRejected,
  documentsShredded,
  documentUploaded,
  emailConfirmationAsked,
  erasureAsked,
  passwordResetRequested,
  personErased,
  sessionsEnded,
  signedInElsewhere,
  verificationDecided,
  type ChangedBy,
  type SecurityChange,
} from './events.ts'
export { deviceName } from './describe-device.ts'
export { signInOf } from './sign-in-store.ts'
export { openErasedAddress, sealErasedAddress } from './erased-address.ts'
export { erasureFacts, type ErasureFacts } from './erasure-store.ts'
export { beginExport, endExport } from './take-export.ts'
export { followSource, lockSourcePerson, type SourcePerson } from './follow-source.ts'
export { hashPassword } from './hash-password.ts'
export { openFamiliesOf } from './own-sessions.ts'
export { consentsAndSessionsOf } from './list-consents.ts'
export { proveSelf } from './prove-self.ts'
export { openers, staffOpeners, type Opener } from './openers.ts'
export { triesOf, type Tries } from './limit-tries.ts'
export { resetFactorByOperator } from './rule-second-factors.ts'
export { recordConsents } from './record-consents.ts'
export { resetCodeFor } from './reset-password.ts'
export { traceOf } from './trace.ts'
export type { SaltedPin } from './void-pin-store.ts'
export { voidPins } from './void-pins.ts'

export interface Accounts extends Module {
  /** The account behind an access token as it is now; null for no valid session. */
  authenticate(token: string): Promise<Actor | null>
  /** Who acts with a key of the API; null for one that opens nothing. */
  authenticateKey(key: string, from: string): Promise<Actor | null>
  /** The account as it is now, for a token that names it; null when it has ended. */
  actorById(id: string): Promise<Actor | null>
  /** What a person has handed in, former documents too, without contents. */
  documentsOf(accountId: string): Promise<readonly PersonDocument[]>
  /** The content of one of them; null when it is shredded or gone. The caller writes the audit record (reliability I10). */
  readDocument(accountId: string, documentId: string): Promise<Buffer | null>
  /** Destroys keys and files of all of a person's documents, with audit record and fact; how many there were. */
  shredDocuments(tx: Tx, accountId: string, by: Eraser): Promise<number>
  /** Takes a person out of his account (`eraseAccount`): false where there is nobody to erase. The caller writes the audit record. */
  erase(tx: Tx, accountId: string, by: Eraser): Promise<boolean>
  /** Refuses a call that asks for a proof which its sign-in lacks. */
  askProof: AskProof
  /** Counts a refusal that may be part of an attack, for the audit. */
  refused(refusal: Refusal): void
  /** Writes what was counted to the audit, before the server stops and in tests. */
  noteRefusals(): Promise<void>
  /** A session without a sign-in, for the demo's script, tests and benches; its access token. */
  openSessionFor(accountId: string): Promise<string>
}

/** After these a list of accounts may be longer, shorter or of other roles. */
const OF_LISTS: ReadonlySet<string> = new Set(
  [accountCreated, accountChanged, accountEnded, personErased].map(({ type }) => type),
)

/** The accounts module of one server: sign-in, users, consent, identity documents. */
export function createAccounts(platform: Platform): Accounts {
  const { config, db, transact } = platform
  const keys = deriveKeys(config.secrets.tokenKey)
  const parts: Parts = {
    platform,
    keys,
    tokens: createAccessTokens(keys),
    cookies: createCookies(keys, config.publicUrl),
    tries: createTries(db, keys),
    sealer: createSealer(config.secrets.storageKey, 'kyc'),
    factorSealer: createSealer(config.secrets.storageKey, 'second factor'),
    totals: createKeptFindings(),
  }
  const authenticator = createAuthenticator(db, parts.tokens)
  const keyed = createKeyAuthenticator(db, config.secrets.tokenKey, authenticator.actingAs)
  const refusals = createRefusalNotes(platform)
  let hub: Hub | undefined
  return {
    routes: [...accountRoutes(parts), ...keyRoutes(parts, authenticator.actingAs)],
    jobs: [
      { name: 'note-key-uses', everySeconds: 20, run: keyed.noteUses },
      { name: 'note-refusals', everySeconds: 60, run: async () => await refusals.write() },
      {
        name: 'forget-old-sessions',
        everySeconds: 600,
        run: async () => await forgetSessions(parts),
      },
      {
        name: 'forget-erased-addresses',
        everySeconds: 600,
        run: async () => {
          await forgetInFacts(platform.db, 'erasedAddress')
          await forgetInFacts(platform.db, 'formerAddress')
        },
      },
      {
        name: 'shred-documents',
        everySeconds: 3600,
        run: async (stopping) => await shredDue(parts, stopping),
      },
      {
        name: 'forget-stray-files',
        everySeconds: 3600,
        run: async () =>
          await forgetStray(
            parts.platform.files,
            'kyc',
            (keys) => keptFiles(parts.platform.db, keys),
            machineNow(),
          ),
      },
    ],
    documentsOf: async (accountId) => await documentsOf(parts, accountId),
    readDocument: async (accountId, documentId) => await readDocument(parts, accountId, documentId),
    shredDocuments: async (tx, accountId, by) => await shredAll(tx, parts, accountId, by),
    erase: async (tx, accountId, by) => await eraseAccount(tx, parts, accountId, by),
    authenticate: authenticator.authenticate,
    authenticateKey: keyed.authenticate,
    actorById: authenticator.actorById,
    askProof: createAskProof(db),
    refused: refusals.add,
    noteRefusals: async () => await refusals.write('all'),
    async openSessionFor(accountId) {
      return await transact(async (tx) => {
        const account = (await holdAccount(tx, accountId)) ?? fail(6004)
        return await issueToken(
          parts,
          account,
          (await openSession(tx, parts, { accountId, trace: null })).familyId,
        )
      })
    },
    useHub(given) {
      hub = given
    },
    heard(event) {
      authenticator.heard(event)
      if (OF_LISTS.has(event.type)) parts.totals.drop()
      if (event.type === apiKeysChanged.type) keyed.forget()
      if (event.type === accountEnded.type || event.type === sessionsEnded.type)
        hub?.disconnect(String(event.payload['accountId']))
      if (event.type === secondFactorRuled.type && event.payload['isRequired'] === true) hub?.disconnectAll()
      if (event.type === accountChanged.type) hub?.refresh(String(event.payload['accountId']))
    },
    async start() {
      await ensureBuiltInRoles(platform)
      await ensureFirstSuperuser(platform)
      await authenticator.start()
    },
    async close() {
      await refusals.write('all')
      await keyed.noteUses()
    },
  }
}
