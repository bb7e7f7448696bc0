import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { bookBack } from './book-back.ts'
import { about } from './desk.ts'
import { refundFailed } from './events.ts'
import { changePayment, type PaymentRow } from './payment-store.ts'
import type { OutsidePayment } from './processor.ts'
import { changeRefund, doneRefunds, type RefundRow } from './refund-store.ts'

/**
 * Less of a payment has gone back than its processor had said before: a bank could not give a refund to its customer (account
 * closed, card replaced) and has sent it back, days later. The money is ours again and comes in as a payment of its own, as after a
 * dispute that was won: it pays what is open, the rest is the tenant's balance. Staff and the tenant are told.
 * @param left what of it has still gone back, in minor units
 */
export async function takeRefundFailure(
  tx: Tx,
  row: PaymentRow,
  outside: OutsidePayment,
  { left, at }: { readonly left: number; readonly at: Temporal.Instant },
): Promise<void> {
  const failed = (row.details.refunded ?? 0) - left
  const { row: booked } = await bookBack(
    tx,
    row,
    { refunded: left, withdrawn: row.details.withdrawn ?? 0 },
    { at, cause: 'refund', again: { id: `${outside.id}:refund`, said: outside.said } },
  )
  const refundsFailed = (row.details.refundsFailed ?? 0) + failed
  await changePayment(tx, row.id, {
    outsideStatus: outside.said,
    details: { ...booked.details, refundsFailed },
  })
  for (const refund of whichFailed(await doneRefunds(tx, row.id), failed, outside.failedRefunds ?? []))
    await changeRefund(tx, refund.id, {
      status: 'failed',
      problem: 'the bank of the payer has sent it back',
      decidedAt: at,
    })
  publish(
    tx,
    fact(refundFailed, {
      aggregate: `payment:${row.id}`,
      stockId: row.stockId,
      at,
      payload: { ...about(row), failed },
    }),
  )
}

/** Those that the processor names; where it names none, the newest that the sum has room for (others were made in its own cabinet). */
function whichFailed(done: readonly RefundRow[], failed: number, named: readonly string[]): RefundRow[] {
  const told = done.filter(({ id }) => named.includes(id))
  if (told.length > 0) return told
  const exact = done.find(({ amount }) => amount.amount === failed)
  if (exact) return [exact]
  let left = failed
  return done.filter(({ amount }) => {
    if (amount.amount > left) return false
    left -= amount.amount
    return true
  })
}
