import { machineNow } from '../../platform/clock.ts'
import { applyOutsidePayment, type Hearsay } from './apply-outside-payment.ts'
import type { Desk } from './desk.ts'
import type { PayKeeper } from './paykeeper/client.ts'
import { moscowDay } from './paykeeper/moscow-time.ts'
import type { OutsidePayment } from './paykeeper/read-answer.ts'
import type { PaymentRow } from './payment-store.ts'

/**
 * Asks the processor for every payment of one attempt and takes over what it says, in the order in which they were begun.
 * @returns them, the earliest first
 * @throws PayKeeperError
 */
export async function askAboutAttempt(
  desk: Desk,
  paykeeper: PayKeeper,
  attempt: PaymentRow,
  options: { hearsay?: Hearsay; withinMs?: number } = {},
): Promise<OutsidePayment[]> {
  // A day more on both sides: the attempt may have begun at midnight, and the two machines' clocks differ a little.
  const days = {
    from: moscowDay(Temporal.Instant.from(attempt.details.startedAt)).subtract({ days: 1 }),
    to: moscowDay(machineNow()).add({ days: 1 }),
  }
  const payments = (await paykeeper.paymentsOf(attempt.id, days, options.withinMs)).sort((one, two) =>
    BigInt(one.id) < BigInt(two.id) ? -1 : 1,
  )
  for (const payment of payments) await applyOutsidePayment(desk, paykeeper, payment, options.hearsay)
  return payments
}
