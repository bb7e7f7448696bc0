/** When a rental may begin (specification 5, decision 7). */
import { limits } from './limits.ts'

export interface ArrivalWindow {
  readonly first: Temporal.PlainDate
  /** Included. */
  readonly last: Temporal.PlainDate
}

/** From today to today plus 29 days. @param today the day in the stock's zone */
export function arrivalWindow(today: Temporal.PlainDate): ArrivalWindow {
  return { first: today, last: today.add({ days: limits.booking.arrivalDaysAhead }) }
}

export function isArrivalOffered(day: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  const { first, last } = arrivalWindow(today)
  return Temporal.PlainDate.compare(day, first) >= 0 && Temporal.PlainDate.compare(day, last) <= 0
}
