import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import { forgetStray } from '../../platform/files/forget-stray.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Hub } from '../../platform/realtime/hub.ts'
import { createSealer } from '../../platform/seal.ts'
import { createAccessTokens } from './access-token.ts'
import { holdAccount } from './account-store.ts'
import { createAuthenticator } from './authenticate.ts'
import { createCookies } from './cookies.ts'
import { ensureBuiltInRoles, ensureFirstSuperuser } from './ensure-first-superuser.ts'
import { accountChanged, accountEnded, sessionsEnded } from './events.ts'
import { deriveKeys } from './keys.ts'
import { keptFiles } from './kyc-store.ts'
import { createTries } from './limit-tries.ts'
import { issueToken, openSession } from './open-session.ts'
import type { Parts } from './parts.ts'
import { accountRoutes } from './routes.ts'
import { forgetOldSessions } from './session-store.ts'

export { emailKey, keepAccount, lockAccount, type AccountRow } from './account-store.ts'
export { agreeToDocuments } from './agree-to-documents.ts'
export { accountForBooking, addressLines, type BookingAccount } from './booking-account.ts'
export { createAccount, type NewAccount } from './create-account.ts'
export { displayName } from './describe-account.ts'
export { endAccount } from './end-account.ts'
export { ensureFirstSuperuser } from './ensure-first-superuser.ts'
export {
  accountChanged,
  accountCreated,
  accountEnded,
  documentRejected,
  documentUploaded,
  passwordResetRequested,
  sessionsEnded,
  verificationDecided,
} from './events.ts'
export { hashPassword } from './hash-password.ts'
export { openers, staffOpeners, type Opener } from './openers.ts'
export { triesOf, type Tries } from './limit-tries.ts'
export { resetCodeFor } from './reset-password.ts'

export interface Accounts extends Module {
  /** The account behind an access token as it is now; null for no valid session. */
  authenticate(token: string): Promise<Actor | null>
  /** The account as it is now, for a token that names it; null when it has ended. */
  actorById(id: string): Promise<Actor | null>
  /** A session without a sign-in, for the demo's script, tests and benches; its access token. */
  openSessionFor(accountId: string): Promise<string>
}

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
  }
  const authenticator = createAuthenticator(db, parts.tokens)
  let hub: Hub | undefined
  return {
    routes: accountRoutes(parts),
    jobs: [
      {
        name: 'forget-old-sessions',
        everySeconds: 600,
        run: async () => await transact((tx) => forgetOldSessions(tx, machineNow())),
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
    authenticate: authenticator.authenticate,
    actorById: authenticator.actorById,
    async openSessionFor(accountId) {
      return await transact(async (tx) => {
        const account = (await holdAccount(tx, accountId)) ?? fail(6004)
        return await issueToken(parts, account, (await openSession(tx, parts, { accountId })).familyId)
      })
    },
    useHub(given) {
      hub = given
    },
    heard(event) {
      authenticator.heard(event)
      if (event.type === accountEnded.type || event.type === sessionsEnded.type)
        hub?.disconnect(String(event.payload['accountId']))
      if (event.type === accountChanged.type) hub?.refresh(String(event.payload['accountId']))
    },
    async start() {
      await ensureBuiltInRoles(platform)
      await ensureFirstSuperuser(platform)
      await authenticator.start()
    },
  }
}
