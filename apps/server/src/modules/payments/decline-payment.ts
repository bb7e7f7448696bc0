import { paymentLife } from '@stowage/domain/payment-life'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { about } from './desk.ts'
import { paymentFailed } from './events.ts'
import { changePayment, lockPayment } from './payment-store.ts'

/** What nobody will pay any more is declined, and told once: where it has been decided meanwhile, nothing happens. */
export async function declinePayment(
  tx: Tx,
  paymentId: string,
  reason: string | null,
  at: Temporal.Instant,
): Promise<void> {
  const row = await lockPayment(tx, paymentId)
  if (!row || !paymentLife.allows(row.status, 'declined')) return
  await changePayment(tx, row.id, {
    status: paymentLife.step(row.status, 'declined'),
    failureReason: reason,
    decidedAt: at,
  })
  publish(
    tx,
    fact(paymentFailed, {
      aggregate: `payment:${row.id}`,
      stockId: row.stockId,
      at,
      payload: { ...about(row), reason },
    }),
  )
}
