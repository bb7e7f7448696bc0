/** Days after the end of a contract, while things are still inside (decisions 17 and 18; docs/decisions/0080). */
import { rateOn } from './dated-rate.ts'
import { add, percentOf, times, zero, type Money } from './money.ts'
import { daysIn, monthParts, periodAt, type DayRange } from './period.ts'
import { totalsOf, vatPercentOf, type PricedPeriod, type PriceLine, type PriceTerms } from './price.ts'
import { termOn } from './term.ts'

/**
 * Days after the end, one invoice for those of each month: what the month's end asks for and what closing does are these. Each
 * is rounded by itself and bears the VAT of its own first day.
 */
export function overstayPeriods(
  terms: readonly PriceTerms[],
  endDay: Temporal.PlainDate,
  days: DayRange,
): PricedPeriod[] {
  return [...monthParts(days)].flatMap((part) => priceOverstay(terms, endDay, part) ?? [])
}

/**
 * Days after the end at the daily share of the last rate: the last period's price without a discount ÷ its days × the days;
 * insurance the same; VAT of the first of the days (decisions 15, 17). null where there are none.
 * @param endDay the first day after the contract's end: what it cost until then is the last rate
 * @param days the day on which the box is given back is not charged, as the end of a term is not
 */
export function priceOverstay(
  terms: readonly PriceTerms[],
  endDay: Temporal.PlainDate,
  { from, until }: DayRange,
): PricedPeriod | null {
  if (Temporal.PlainDate.compare(from, until) >= 0) return null
  const last = lastPeriod(terms, endDay)
  if (last === null) return null
  const { term, period } = last
  const days = daysIn({ from, until })
  const share = (monthly: Money): Money => times(times(monthly, period.months), days, daysIn(period))
  const line = (
    kind: 'rent' | 'insurance',
    monthly: Money,
    vatPercent: number,
    coverage?: Money,
  ): PriceLine => {
    const net = share(monthly)
    const vat = percentOf(net, vatPercent)
    return {
      kind,
      quantity: days,
      unit: 'day',
      discountPercent: 0,
      discount: zero(net.currency),
      net,
      vatPercent,
      vat,
      gross: add(net, vat),
      explanation: {
        rule: 'overstayDays',
        rate: monthly,
        months: period.months,
        days: daysIn(period),
        usedDays: days,
        ...(coverage === undefined ? {} : { coverage }),
        rounding: 'halfAwayFromZero',
      },
    }
  }
  const { insurance } = term
  // A rise that was to begin with an extension is none of theirs who did not extend.
  const { rate } = rateOn(term, period.from)
  const lines = [
    line('rent', rate, vatPercentOf(term, from)),
    ...(insurance !== null && insurance.monthly.amount > 0
      ? [line('insurance', insurance.monthly, insurance.taxPercent, insurance.coverage)]
      : []),
  ]
  return {
    period: { index: period.index, months: period.months, from, until },
    lines,
    totals: totalsOf(lines, term.rate.currency),
  }
}

/** The period that the contract ended in or with. */
function lastPeriod(terms: readonly PriceTerms[], endDay: Temporal.PlainDate) {
  const within = termOn(terms, endDay.subtract({ days: 1 })) ?? termOn(terms, endDay)
  if (within !== null) return within
  const term = terms.at(-1)
  if (term === undefined || term.durationMonths === null) return null
  const index = Math.ceil(term.durationMonths / term.periodMonths) - 1
  const period = periodAt(term, index)
  return period && { term, period }
}
