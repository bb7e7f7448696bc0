import { PAID_OTHERWISE } from '@stowage/domain/debit'
import { endsMandate, returnReason } from '@stowage/domain/bank-debit'
import { paymentLife } from '@stowage/domain/payment-life'
import { publish, type Tx } from '../../../platform/database/transaction.ts'
import { fact } from '../../../platform/events/event.ts'
import { bookBack } from '../book-back.ts'
import { about } from '../desk.ts'
import { declinePayment } from '../decline-payment.ts'
import { methodLost, paymentReceived } from '../events.ts'
import { loseMethods } from '../method-store.ts'
import { BANK_DEBIT, changePayment, lockPayment } from '../payment-store.ts'
import {
  lockUnsent,
  noteReturned,
  noteSettled,
  unsentDebits,
  type BankDebitRow,
  type Unsent,
} from './bank-debit-store.ts'
import { settleIfDone } from './batch-store.ts'
import { endMandates, noteUsed, type MandateEnd } from './mandate-store.ts'

/** When and by what a bank has decided. */
export interface Decision {
  /** The bank's day. */
  readonly on: Temporal.PlainDate
  /** The movement that shows it; null: somebody says so. */
  readonly entryId: string | null
  readonly at: Temporal.Instant
}

/** Noon of the bank's day at the stock; never in the future. */
const momentOf = ({ timeZone }: BankDebitRow, { on, at }: Decision): Temporal.Instant => {
  const noon = on.toZonedDateTime({ timeZone, plainTime: '12:00' }).toInstant()
  return Temporal.Instant.compare(noon, at) > 0 ? at : noon
}

/** The bank has paid it. @returns false where it was decided before */
export async function settleDebit(tx: Tx, debit: BankDebitRow, decision: Decision): Promise<boolean> {
  const row = await lockPayment(tx, debit.paymentId)
  if (row?.status !== 'pending') return false
  const at = momentOf(debit, decision)
  await changePayment(tx, row.id, {
    status: paymentLife.step(row.status, 'received'),
    succeededAt: at,
    decidedAt: decision.at,
  })
  await noteSettled(tx, row.id, decision)
  await noteUsed(tx, debit.mandateId, debit.collectOn ?? decision.on)
  publish(
    tx,
    fact(paymentReceived, { aggregate: `payment:${row.id}`, stockId: row.stockId, at, payload: about(row) }),
  )
  if (debit.batchId !== null) await settleIfDone(tx, debit.batchId, decision.at)
  return true
}

/**
 * The bank has sent it back: it was never paid, or what was paid has left our account again. A reason that ends the mandate ends
 * it here; what that does to later debits, and what the tenant is told, follows from the payment's own news.
 * @param code of ISO 20022; null: not told
 * @returns false where it was returned before
 */
export async function returnDebit(
  tx: Tx,
  debit: BankDebitRow,
  code: string | null,
  decision: Decision,
): Promise<boolean> {
  const row = await lockPayment(tx, debit.paymentId)
  if (!row || (row.status !== 'pending' && row.status !== 'succeeded')) return false
  const reason = returnReason(code)
  const { at } = decision
  // Before it is told: whoever hears of it asks why.
  await changePayment(tx, row.id, { failureReason: reason })
  await noteReturned(tx, row.id, { ...decision, code })
  if (row.status === 'succeeded')
    await bookBack(
      tx,
      row,
      { refunded: row.details.refunded ?? 0, withdrawn: row.amount.amount },
      { at, cause: 'dispute' },
    )
  else await declinePayment(tx, row.id, reason, at)
  if (endsMandate(code)) await endMandate(tx, { id: debit.mandateId }, { by: 'bank', at, code })
  if (debit.batchId !== null) await settleIfDone(tx, debit.batchId, at)
  return true
}

/** What no bank can have is not collected: it was paid otherwise, or nobody may any more. */
export async function releaseDebits(tx: Tx, of: Unsent, at: Temporal.Instant): Promise<void> {
  for (const paymentId of await unsentDebits(tx, of))
    if (await lockUnsent(tx, paymentId)) await declinePayment(tx, paymentId, PAID_OTHERWISE, at)
}

/**
 * A mandate counts no more: nothing is collected by it but what the bank has already.
 * @param end.isNews whoever debits by it is to be told; where he ended it himself, or hears it with a return, he knows
 */
export async function endMandate(
  tx: Tx,
  of: { readonly id: string } | { readonly subject: string } | { readonly accountId: string },
  end: {
    readonly by: MandateEnd
    readonly at: Temporal.Instant
    readonly code?: string | null
    readonly isNews?: boolean
  },
): Promise<void> {
  for (const mandate of await endMandates(tx, of, end)) {
    const methods = await loseMethods(tx, { cabinet: BANK_DEBIT, outsideId: mandate.id, at: end.at })
    await releaseDebits(tx, { mandateId: mandate.id }, end.at)
    if (end.isNews !== true) continue
    for (const { id, accountId } of methods)
      publish(
        tx,
        fact(methodLost, { aggregate: `method:${id}`, at: end.at, payload: { methodId: id, accountId } }),
      )
  }
}
