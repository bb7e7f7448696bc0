import type { Act } from '../../platform/audit/author.ts'
import { audit, type Tx } from '../../platform/database/transaction.ts'
import { auditedAs, isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { newId } from '../../platform/ids.ts'
import { changeAccount } from './account-store.ts'
import { readLegalDocuments } from './account-view.ts'
import { versionOf } from './describe-account.ts'
import { documentsOf, recordConsents, type Pressing } from './record-consents.ts'

interface Consent extends Pressing {
  /** Audited where a superUser agrees for another or acts as him; null where the person signs himself. */
  readonly actor: Actor | null
}

/** Who agrees or takes it back; the account is locked. */
interface Agreeing {
  readonly id: string
  /** The version agreed to until now; null: none. */
  readonly agreedVersion: string | null
}

/** Keeps that the person agrees to the legal documents as they are now; a second press keeps the moment of the first. */
export async function agreeToDocuments(
  tx: Tx,
  { id, agreedVersion }: Agreeing,
  consent: Consent,
): Promise<void> {
  const version = versionOf(await readLegalDocuments(tx))
  if (version === agreedVersion) return
  await changeAccount(tx, id, { agreed_documents_version: version, agreed_documents_at: consent.at })
  // A document whose version has not changed was agreed to before.
  const known = new Set(documentsOf(agreedVersion).map(({ kind, version }) => `${kind}:${version}`))
  const newer = documentsOf(version).filter((one) => !known.has(`${one.kind}:${one.version}`))
  await recordConsents(
    tx,
    id,
    newer.map((one) => ({ ...one, isGiven: true })),
    consent,
  )
  note(tx, consent, {
    action: 'documents-agreed',
    subjectType: 'account',
    subjectId: id,
    before: { version: agreedVersion },
    after: { version },
  })
}

export async function withdrawConsent(
  tx: Tx,
  { id, agreedVersion }: Agreeing,
  consent: Consent,
): Promise<void> {
  if (agreedVersion === null) return
  await changeAccount(tx, id, { agreed_documents_version: null, agreed_documents_at: null })
  await recordConsents(
    tx,
    id,
    documentsOf(agreedVersion).map((one) => ({ ...one, isGiven: false })),
    consent,
  )
  note(tx, consent, {
    action: 'documents-consent-withdrawn',
    subjectType: 'account',
    subjectId: id,
    before: { version: agreedVersion },
    after: { version: null },
  })
}

function note(tx: Tx, { at, actor, address }: Consent, act: Act): void {
  if (!actor || (!isSuperUser(actor) && actor.impersonatedBy === null)) return
  audit(tx, { id: newId(), at, ...auditedAs(actor), ...act, address: address ?? null })
}
