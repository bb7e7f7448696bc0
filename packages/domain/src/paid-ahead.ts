/** Days paid ahead: from today to the end of the unbroken run of paid periods; negative when late (decision 18). */
import type { DayRange } from './period.ts'

export interface BilledPeriod extends DayRange {
  readonly isPaid: boolean
}

/**
 * The first day that is not paid for: the end of the run of paid periods from the contract's start.
 * @param billed the contract's billed periods in order; an unpaid period or a gap ends the run
 */
export function paidUntil(startDay: Temporal.PlainDate, billed: readonly BilledPeriod[]): Temporal.PlainDate {
  let reached = startDay
  for (const period of billed) {
    if (!period.isPaid || !period.from.equals(reached)) break
    reached = period.until
  }
  return reached
}

/**
 * Days from today to `paidUntil`. A contract of which nothing is paid is never ahead, however far off its start lies.
 * @param today in the stock's zone
 */
export function daysPaidAhead(
  startDay: Temporal.PlainDate,
  billed: readonly BilledPeriod[],
  today: Temporal.PlainDate,
): number {
  const reached = paidUntil(startDay, billed)
  const days = today.until(reached, { largestUnit: 'days' }).days
  return reached.equals(startDay) ? Math.min(0, days) : days
}
