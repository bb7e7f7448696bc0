/** When invoices are issued and due (decision 18). */
import { limits } from './limits.ts'
import type { DayRange } from './period.ts'

/** A period's invoice is issued 7 days ahead. */
export function issueDay(period: DayRange): Temporal.PlainDate {
  return period.from.subtract({ days: limits.invoice.issuedDaysAhead })
}

/** … and due on the period's first day. */
export function dueDay(period: DayRange): Temporal.PlainDate {
  return period.from
}

/**
 * The first is issued on booking and due when the hold ends, at the latest on the start day.
 * @param timeZone of the stock, in which the end of the hold is a day
 */
export function firstDueDay(
  startDay: Temporal.PlainDate,
  holdEnd: Temporal.Instant,
  timeZone: string,
): Temporal.PlainDate {
  const holdEndDay = holdEnd.toZonedDateTimeISO(timeZone).toPlainDate()
  return Temporal.PlainDate.compare(holdEndDay, startDay) < 0 ? holdEndDay : startDay
}
