import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { bookBack } from './book-back.ts'
import { about, type Desk } from './desk.ts'
import { findDispute, keepDispute } from './dispute-store.ts'
import { paymentDisputed } from './events.ts'
import { changePayment, disputesText, lockPayment, type PaymentRow } from './payment-store.ts'
import type { OutsideDispute, OutsidePayment } from './processor.ts'

/**
 * Takes over what the processor says of a payment's disputes: a charge-back of a card, the return of a direct debit. Money that
 * has left is taken back from what it paid, as if it had been refunded; money that comes back is credited as a payment of its
 * own. Told twice, or in another order, it happens once: what counts is whether the money is away now (I6).
 * @returns whether something was news
 */
export async function takeDisputes(
  desk: Desk,
  tx: Tx,
  held: PaymentRow,
  outside: OutsidePayment,
): Promise<boolean> {
  const text = disputesText(outside.disputes)
  if (held.details.disputes === text) return false
  for (const dispute of outside.disputes) await takeDispute(desk, tx, held.id, outside, dispute)
  const row = await lockPayment(tx, held.id)
  if (row) await changePayment(tx, row.id, { details: { ...row.details, disputes: text } })
  return true
}

async function takeDispute(
  desk: Desk,
  tx: Tx,
  paymentId: string,
  outside: OutsidePayment,
  dispute: OutsideDispute,
): Promise<void> {
  const at = desk.platform.clock.now()
  // Read anew for each: two disputes of one payment take from the same rest.
  const row = await lockPayment(tx, paymentId)
  if (!row) return
  const known = await findDispute(tx, { cabinet: row.cabinet, outsideId: dispute.id })
  if (known?.state === dispute.state && known.isWithdrawn === dispute.isWithdrawn) return
  const disputeId = await keepDispute(
    tx,
    { ...dispute, known },
    {
      paymentId: row.id,
      cabinet: row.cabinet,
      // A returned direct debit is a debt like any other; a charge-back of a card says more (decision 20).
      blocks: dispute.isWithdrawn && outside.method !== 'sepa',
      at,
    },
  )
  const wasWithdrawn = known?.isWithdrawn ?? false
  // Of money that we never credited nothing is to be taken back.
  const isCredited = row.status === 'succeeded' || row.status === 'refunded'
  publish(
    tx,
    fact(paymentDisputed, {
      aggregate: `payment:${row.id}`,
      stockId: row.stockId,
      at,
      payload: {
        ...about(row),
        disputeId,
        state: dispute.state,
        isWithdrawn: dispute.isWithdrawn,
        disputed: dispute.amount.amount,
        method: outside.method,
      },
    }),
  )
  if (dispute.isWithdrawn === wasWithdrawn || !isCredited) return
  const withdrawn = (row.details.withdrawn ?? 0) + (dispute.isWithdrawn ? 1 : -1) * dispute.amount.amount
  const gone = { refunded: row.details.refunded ?? 0, withdrawn: Math.max(0, withdrawn) }
  await bookBack(tx, row, gone, { at, cause: 'dispute', again: dispute })
}
