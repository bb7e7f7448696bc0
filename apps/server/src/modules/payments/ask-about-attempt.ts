import { applyOutsidePayment } from './apply-outside-payment.ts'
import type { Desk } from './desk.ts'
import type { PaymentRow } from './payment-store.ts'
import type { Hearsay, OutsidePayment, Processor } from './processor.ts'

/**
 * Asks the processor for every payment of one attempt and takes over what it says, in the order in which they were begun.
 * @returns them, the earliest first
 * @throws ProcessorError
 */
export async function askAboutAttempt(
  desk: Desk,
  processor: Processor,
  attempt: PaymentRow,
  options: { hearsay?: Hearsay; withinMs?: number } = {},
): Promise<OutsidePayment[]> {
  const { id, pageId, outsideId, details } = attempt
  const startedAt = Temporal.Instant.from(details.startedAt)
  const payments = await processor.paymentsOf(
    { paymentId: id, pageId, outsideId, startedAt },
    options.withinMs,
  )
  for (const payment of payments) await applyOutsidePayment(desk, processor, payment, options.hearsay)
  return payments
}
