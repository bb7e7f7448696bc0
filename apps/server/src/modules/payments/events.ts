import { eventType } from '../../platform/events/event.ts'

/** Aggregate: `payment:<id>`. `reference` is what the caller of startPayment said; payments knows no invoice. */
interface About extends Record<string, unknown> {
  paymentId: string
  reference: string
  accountId: string
  stockId: string
  amount: number
  currency: string
  processor: string
}
export const paymentReceived = eventType<About>('payment-received')
export const paymentFailed = eventType<About & { reason: string | null }>('payment-failed')
export const paymentRefunded = eventType<About & { refunded: number }>('payment-refunded')
