import { audit, type Tx } from '../../platform/database/transaction.ts'
import { auditedAs, isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { newId } from '../../platform/ids.ts'
import { changeAccount } from './account-store.ts'
import { readLegalDocuments } from './account-view.ts'
import { versionOf } from './describe-account.ts'

interface Consent {
  /** Business time. */
  readonly at: Temporal.Instant
  /** Audited where a superUser agrees for another or acts as him; null where the person signs himself. */
  readonly actor: Actor | null
  readonly address?: string | null
}

/** Keeps that the person agrees to the legal documents as they are now; the account is locked. @returns the version agreed to */
export async function agreeToDocuments(tx: Tx, accountId: string, consent: Consent): Promise<string> {
  const version = versionOf(await readLegalDocuments(tx))
  await changeAccount(tx, accountId, { agreed_documents_version: version, agreed_documents_at: consent.at })
  note(tx, accountId, consent, 'documents-agreed', { version })
  return version
}

export async function withdrawConsent(tx: Tx, accountId: string, consent: Consent): Promise<void> {
  await changeAccount(tx, accountId, { agreed_documents_version: null, agreed_documents_at: null })
  note(tx, accountId, consent, 'documents-consent-withdrawn', {})
}

function note(
  tx: Tx,
  accountId: string,
  { at, actor, address }: Consent,
  action: string,
  after: object,
): void {
  if (!actor || (!isSuperUser(actor) && actor.impersonatedBy === null)) return
  audit(tx, {
    id: newId(),
    at,
    ...auditedAs(actor),
    action,
    subjectType: 'account',
    subjectId: accountId,
    after,
    address: address ?? null,
  })
}
