import type { AccountKind } from '@stowage/domain/account'
import {
  mayBeVerified,
  newlyNeededDocuments,
  verificationLife,
  type DocumentKind,
  type Verification,
  type VerificationEvent,
} from '@stowage/domain/kyc'
import { audit, publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { FieldFailures } from '../../platform/failure.ts'
import { auditedAs, type Actor } from '../../platform/http/actor.ts'
import { newId } from '../../platform/ids.ts'
import { after, changeAccount, kindOf, type AccountRow } from './account-store.ts'
import { verificationDecided } from './events.ts'
import { asHandedIn, markAccepted, markUndecided, presentDocuments } from './kyc-store.ts'

interface Decision {
  readonly actor: Actor
  readonly at: Temporal.Instant
  readonly address: string
}

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
  at: Temporal.Instant,
): Promise<Verification> {
  const next = verificationLife.step(verificationOf(account), event)
  await changeAccount(tx, account.id, {
    is_kyc_verified: next === 'verified',
    was_kyc_verified: next !== 'unverified',
    updated_at: after(at, account.updated_at),
  })
  return next
}

/**
 * A profile that has become one of another kind is not verified any more where that kind needs documents that nobody has looked
 * at (specification 2.10): its doors answer 7001 until a superUser decides anew. The account is locked.
 * @param account as it is now @param before its kind until now
 */
export async function verifyAnewAs(
  tx: Tx,
  account: AccountRow,
  before: AccountKind,
  given: Decision,
): Promise<AccountRow> {
  const needed = newlyNeededDocuments(before, kindOf(account))
  const stood = verificationOf(account)
  if (needed.length === 0 || stood === 'unverified') return account
  await record(tx, account, 'cancelled', { ...given, needed })
  return { ...account, is_kyc_verified: false, was_kyc_verified: false }
}

/**
 * Verifies a profile, or takes the verification back; the account is locked, the actor is a superUser. Verified is who
 * has handed in at least one document (specification 4), else 9001. The same decision again changes nothing.
 */
export async function decideVerification(
  tx: Tx,
  account: AccountRow,
  given: Decision & { readonly verified: boolean },
): Promise<boolean> {
  const { verified } = given
  const before = verificationOf(account)
  if (verified && before === 'verified') return false
  if (verified && !mayBeVerified(asHandedIn(await presentDocuments(tx, account.id))))
    throw new FieldFailures([{ code: 9001, field: 'isKYCVerified' }])
  return await record(tx, account, verified ? 'verified' : 'cancelled', given)
}

/** Takes the step, its audit record and its fact; false where the profile stood there already. */
async function record(
  tx: Tx,
  account: AccountRow,
  event: 'verified' | 'cancelled',
  { actor, at, address, needed }: Decision & { readonly needed?: readonly DocumentKind[] },
): Promise<boolean> {
  const before = verificationOf(account)
  const after = await stepVerification(tx, account, event, at)
  const isVerified = event === 'verified'
  if (after === before) return false
  if (isVerified) await markAccepted(tx, account.id, at)
  else await markUndecided(tx, account.id, at)
  audit(tx, {
    id: newId(),
    at,
    ...auditedAs(actor),
    action: isVerified ? 'kyc-verified' : 'kyc-verification-cancelled',
    subjectType: 'account',
    subjectId: account.id,
    before: { verification: before },
    // Says why nobody pressed the button: documents that the account needs as what it is now.
    after: { verification: after, ...(needed === undefined ? {} : { needed }) },
    address,
  })
  publish(
    tx,
    fact(verificationDecided, {
      aggregate: `account:${account.id}`,
      at,
      payload: { accountId: account.id, verified: isVerified },
    }),
  )
  return true
}
