/** A contract that runs already when it comes to us: what went before was billed elsewhere, and its deposit comes along. */
import { zero, type Money } from './money.ts'
import { totalsOf, type PricedPeriod, type PriceLine, type PriceTerms } from './price.ts'

export interface TakenOver {
  readonly startDay: Temporal.PlainDate
  /** The last day that was invoiced elsewhere. */
  readonly billedUntil: Temporal.PlainDate
}

/** The terms under which it goes on: without end, from the first day that nobody has billed, on its own day of the month where that is one. */
export function takenOverTerms(
  terms: Omit<PriceTerms, 'startDay' | 'durationMonths' | 'depositMonths'>,
  { startDay, billedUntil }: TakenOver,
): PriceTerms {
  const first = billedUntil.add({ days: 1 })
  // From 31 January on, paid until 27 February: it goes on by the 31st.
  const isCutShort = first.day < startDay.day && first.day === first.daysInMonth
  return {
    ...terms,
    startDay: first,
    durationMonths: null,
    depositMonths: 0,
    ...(isCutShort ? { anchorDay: startDay.day } : {}),
  }
}

/** The paper that brings its deposit into our book: for the days that were billed elsewhere it asks for nothing else. */
export function takenOverDeposit(deposit: Money, { startDay, billedUntil }: TakenOver): PricedPeriod {
  const line: PriceLine = {
    kind: 'deposit',
    unit: 'month',
    quantity: 1,
    discountPercent: 0,
    discount: zero(deposit.currency),
    net: deposit,
    vatPercent: 0,
    vat: zero(deposit.currency),
    gross: deposit,
    explanation: { rule: 'depositMonthsTimesRate', rate: deposit, months: 1, rounding: 'halfAwayFromZero' },
  }
  const months = startDay.until(billedUntil.add({ days: 1 }), { largestUnit: 'months' }).months
  return {
    period: { index: 0, months, from: startDay, until: billedUntil.add({ days: 1 }) },
    lines: [line],
    totals: totalsOf([line], deposit.currency),
  }
}
