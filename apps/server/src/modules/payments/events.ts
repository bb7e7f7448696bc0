import { eventType } from '../../platform/events/event.ts'

/** Aggregate: `payment:<id>`. `reference` is what the caller of collect() said; payments knows no invoice. */
interface About extends Record<string, unknown> {
  paymentId: string
  reference: string
  accountId: string
  stockId: string
  amount: number
  currency: string
  processor: string
}
/** The money is there; `at` is the payment's own moment, also when we heard of it later. */
export const paymentReceived = eventType<About>('payment-received')
/** The processor refused the card or the payer turned back; `reason` is a decline code where one is known. */
export const paymentFailed = eventType<About & { reason: string | null }>('payment-failed')
/**
 * Money went back; `refunded` is what went back with this news, so the refunds of a payment sum up. `isAll`: nothing of the
 * payment is left.
 */
export const paymentRefunded = eventType<About & { refunded: number; isAll: boolean }>('payment-refunded')
/** The processor keeps the payer's card since this payment; aggregate: the payment. Nobody may want it any more: then it is to be forgotten. */
export const methodSaved = eventType<About & { methodId: string }>('method-saved')
