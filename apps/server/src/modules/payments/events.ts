import { eventType } from '../../platform/events/event.ts'
import type { PayMethod } from './processor.ts'

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
 * Money went back, given by us or taken by the payer's bank; `refunded` is what went back with this news, so the refunds of a
 * payment sum up. `isAll`: nothing of the payment is left. `cause`: whoever has given or taken it; `correction`: no money has
 * moved, staff had put it to the wrong document; absent in facts of before.
 */
export const paymentRefunded = eventType<
  About & { refunded: number; isAll: boolean; cause?: 'refund' | 'dispute' | 'correction' }
>('payment-refunded')
/**
 * Money that had gone back to its payer was sent back to us by his bank. `failed`: how much; that it is ours again is told by
 * payment-received of another payment.
 */
export const refundFailed = eventType<About & { failed: number }>('refund-failed')
/**
 * The payer's bank asks the money back, or has decided. That the money has left is told by payment-refunded as well, that it has
 * come back by payment-received of another payment. `method`: how it had been paid, null where the processor does not tell.
 */
export const paymentDisputed = eventType<
  About & {
    disputeId: string
    state: 'warned' | 'open' | 'won' | 'lost'
    isWithdrawn: boolean
    disputed: number
    method: PayMethod | null
  }
>('payment-disputed')
/** Staff have looked at a dispute. */
export const disputeHandled = eventType<About & { disputeId: string }>('dispute-handled')
/** The processor keeps the payer's method since this payment; aggregate: the payment. Nobody may want it any more: then it is to be forgotten. */
export const methodSaved = eventType<About & { methodId: string }>('method-saved')
/** A saved method can be charged no more: its mandate has ended, or the payer took it back at the processor; aggregate: the method. */
export const methodLost = eventType<{ methodId: string; accountId: string }>('method-lost')
