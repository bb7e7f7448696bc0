import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import { about } from './desk.ts'
import { paymentReceived } from './events.ts'
import type { Payments } from './payments.ts'
import { insertPayment } from './payment-store.ts'

/** See Payments.recordManual. Card attempts of the same reference are revoked by the next reconciliation. */
export async function recordManual(
  tx: Tx,
  collection: Parameters<Payments['recordManual']>[1],
): Promise<{ paymentId: string }> {
  const { at, processor = 'manual' } = collection
  const row = {
    id: newId(),
    processor,
    cabinet: processor,
    reference: collection.reference,
    accountId: collection.accountId,
    stockId: collection.stockId,
    amount: collection.amount,
    createdById: collection.createdById,
  }
  await insertPayment(tx, {
    ...row,
    status: 'succeeded',
    details: { startedAt: machineNow().toString() },
    createdAt: collection.recordedAt ?? at,
    succeededAt: at,
    ...(collection.outsideId === undefined ? {} : { outsideId: collection.outsideId }),
  })
  publish(
    tx,
    fact(paymentReceived, { aggregate: `payment:${row.id}`, stockId: row.stockId, at, payload: about(row) }),
  )
  return { paymentId: row.id }
}
