/**
 * Rent that is invoiced for days to come is not earned yet (decision record 170): at the end of each month it stands in
 * `deferredRent`, and becomes rent as the days pass. By the day, cumulatively rounded, so that what is deferred and released of a
 * document sums to its rent exactly.
 */
import { money, negate, shareByDays, subtract, zero, type Money } from './money.ts'
import { credit, debit, posting, type Posting } from './ledger.ts'
import { daysIn, type DayRange } from './period.ts'

/** The rent of an issued document, less what credit notes have taken back of it. */
export interface DeferrableRent {
  /** Its days. Where a settlement has given the last ones back, those that are left. */
  readonly days: DayRange
  readonly net: Money
}

/**
 * What of a rent is for days behind a day, net: 0 once the last day has passed, all of it before the first one.
 * earned + deferred = net on every day.
 * @param day the last one that has passed
 */
export function deferredRent({ days, net }: DeferrableRent, day: Temporal.PlainDate): Money {
  const from = day.add({ days: 1 })
  const whole = daysIn(days)
  if (whole <= 0 || Temporal.PlainDate.compare(days.until, from) <= 0) return zero(net.currency)
  if (Temporal.PlainDate.compare(from, days.from) <= 0) return net
  return subtract(net, shareByDays(net, daysIn({ from: days.from, until: from }), whole))
}

/**
 * Moves rent so that what is deferred becomes what is to be: to `deferredRent` where more is, back where days have passed.
 * @returns undefined where it is right already: to do it twice is to do it once
 */
export function postDeferral(stands: Money, toBe: Money): Posting | undefined {
  const more = subtract(toBe, stands)
  if (more.amount === 0) return undefined
  return more.amount > 0
    ? posting([debit('rent', more), credit('deferredRent', more)])
    : posting([debit('deferredRent', negate(more)), credit('rent', negate(more))])
}

/** What of a credited rent comes out of what was deferred of its document: that first, it was never earned. */
export function deferredPart(credited: Money, deferred: Money): Money {
  return money(Math.max(0, Math.min(credited.amount, deferred.amount)), credited.currency)
}
