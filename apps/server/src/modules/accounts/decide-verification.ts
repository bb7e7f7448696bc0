import {
  mayBeVerified,
  verificationLife,
  type Verification,
  type VerificationEvent,
} from '@stowage/domain/kyc'
import { audit, publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { FieldFailures } from '../../platform/failure.ts'
import { auditedAs, type Actor } from '../../platform/http/actor.ts'
import { newId } from '../../platform/ids.ts'
import { changeAccount, type AccountRow } from './account-store.ts'
import { verificationDecided } from './events.ts'
import { asHandedIn, presentDocuments } from './kyc-store.ts'

/** Where a profile stands: `suspended` was verified, then a document was rejected. */
export function verificationOf(
  account: Pick<AccountRow, 'is_kyc_verified' | 'was_kyc_verified'>,
): Verification {
  if (account.is_kyc_verified) return 'verified'
  return account.was_kyc_verified ? 'suspended' : 'unverified'
}

/** Takes a decision of staff into the account's two columns. */
export async function stepVerification(
  tx: Tx,
  account: AccountRow,
  event: VerificationEvent,
): Promise<Verification> {
  const next = verificationLife.step(verificationOf(account), event)
  await changeAccount(tx, account.id, {
    is_kyc_verified: next === 'verified',
    was_kyc_verified: next !== 'unverified',
  })
  return next
}

/**
 * Verifies a profile, or takes the verification back; the account is locked, the actor is a superUser. Verified is who
 * has handed in at least one document (specification 4), else 9001. The same decision again changes nothing.
 */
export async function decideVerification(
  tx: Tx,
  account: AccountRow,
  given: { verified: boolean; actor: Actor; at: Temporal.Instant; address: string },
): Promise<boolean> {
  const { verified, at } = given
  const before = verificationOf(account)
  if (verified && before === 'verified') return false
  if (verified && !mayBeVerified(asHandedIn(await presentDocuments(tx, account.id))))
    throw new FieldFailures([{ code: 9001, field: 'isKYCVerified' }])
  const after = await stepVerification(tx, account, verified ? 'verified' : 'cancelled')
  if (after === before) return false
  audit(tx, {
    id: newId(),
    at,
    ...auditedAs(given.actor),
    action: verified ? 'kyc-verified' : 'kyc-verification-cancelled',
    subjectType: 'account',
    subjectId: account.id,
    before: { verification: before },
    after: { verification: after },
    address: given.address,
  })
  publish(
    tx,
    fact(verificationDecided, {
      aggregate: `account:${account.id}`,
      at,
      payload: { accountId: account.id, verified },
    }),
  )
  return true
}
