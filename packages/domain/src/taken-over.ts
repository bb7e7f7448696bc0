/** A contract that runs already when it comes to us: what went before was billed elsewhere, and its deposit comes along. */
import { zero, type Money } from './money.ts'
import { contractEnd } from './period.ts'
import { totalsOf, type PricedPeriod, type PriceLine, type PriceTerms } from './price.ts'

export interface TakenOver {
  readonly startDay: Temporal.PlainDate
  /** The last day that was invoiced elsewhere. */
  readonly billedUntil: Temporal.PlainDate
  /** The last day of a fixed term; null or absent: it runs until notice. */
  readonly endDay?: Temporal.PlainDate | null
  /** How many months a term of it has, by which it is extended; null or absent: nobody says. */
  readonly termMonths?: number | null
}

/** Longer than any term that is agreed; a typing error is more likely. */
const MOST_MONTHS = 120

/** Whether what is left of a fixed term can be billed: whole months of its own, as its periods have them. */
export const isTerm = (before: TakenOver): boolean => before.endDay == null || monthsLeft(before) !== null

function monthsLeft(before: TakenOver): number | null {
  if (before.endDay == null) return null
  const { first, anchorDay } = goesOn(before)
  const end = before.endDay.add({ days: 1 })
  const months = (end.year - first.year) * 12 + end.month - first.month
  // The day behind a month's last one is in the month after it.
  const fits = (count: number): boolean =>
    count >= 1 && count <= MOST_MONTHS && contractEnd(first, count, anchorDay).equals(end)
  return [months, months - 1].find(fits) ?? null
}

/** The first day that nobody has billed, and the day of the month by which it goes on. */
function goesOn({ startDay, billedUntil }: TakenOver): { first: Temporal.PlainDate; anchorDay: number } {
  const first = billedUntil.add({ days: 1 })
  // From 31 January on, paid until 27 February: it goes on by the 31st.
  const isCutShort = first.day < startDay.day && first.day === first.daysInMonth
  return { first, anchorDay: isCutShort ? startDay.day : first.day }
}

/** The terms under which it goes on: from the first day that nobody has billed, on its own day of the month where that is one, to its end or without one. */
export function takenOverTerms(
  terms: Omit<PriceTerms, 'startDay' | 'durationMonths' | 'depositMonths'>,
  before: TakenOver,
): PriceTerms {
  const { first, anchorDay } = goesOn(before)
  return {
    ...terms,
    startDay: first,
    durationMonths: monthsLeft(before),
    depositMonths: 0,
    ...(before.endDay == null || before.termMonths == null ? {} : { extensionMonths: before.termMonths }),
    ...(anchorDay === first.day ? {} : { anchorDay }),
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
