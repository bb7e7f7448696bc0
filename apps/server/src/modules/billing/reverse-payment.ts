import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { isPaymentSettled } from './billing-store.ts'
import { documentPaymentReversed } from './events.ts'
import { documentsPaidBy } from './settlement-store.ts'

/**
 * All of a payment went back. Whoever relies on a document's being paid is told for each document that it had paid; a
 * surplus that went back concerns none.
 * @throws Error while the payment is not in the book yet: this news has overtaken the payment's own, and comes again
 */
export async function reversePayment(
  tx: Tx,
  { paymentId, at }: { paymentId: string; at: Temporal.Instant },
): Promise<void> {
  if (!(await isPaymentSettled(tx, paymentId)))
    throw new Error(`payment ${paymentId} went back and is not in the book yet`)
  for (const document of await documentsPaidBy(tx, paymentId)) {
    publish(
      tx,
      fact(documentPaymentReversed, {
        aggregate: `contract:${document.contractId}`,
        stockId: document.stockId,
        at,
        payload: { ...document, paymentId },
      }),
    )
  }
}
