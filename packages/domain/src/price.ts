/**
 * The one engine for quote and bill (decision 14, invariants I5 and I11): what a period of a contract costs, line by line, each
 * line with its reason. Quotes, invoices and the first payment all come from `priceContract`, so they cannot differ.
 */
import { rateOn } from './dated-rate.ts'
import { discountPercentBy } from './discount.ts'
import {
  add,
  allocate,
  money,
  MoneyError,
  percentOf,
  shareByDays,
  subtract,
  sum,
  times,
  zero,
  type Money,
} from './money.ts'
import {
  addMonthsAnchored,
  contains,
  daysIn,
  monthsBegun,
  periodAt,
  type DayRange,
  type Period,
} from './period.ts'
import { monthDiscount, type TariffRule } from './tariff.ts'
import type { Explanation, PricedPeriod, PriceLine, PriceTerms, Totals } from './price-terms.ts'
import { vatPercentOn } from './vat.ts'

export type {
  Explanation,
  PricedPeriod,
  PriceLine,
  PriceLineKind,
  PriceTerms,
  Totals,
} from './price-terms.ts'

/**
 * What the period with this index costs; null behind the end of the term, and before the terms hold.
 * Rate × months − discount, plus VAT on that; insurance × months; on the first period the deposit (decision 14). Terms that hold from
 * a day inside it ask for the days from there on: the whole less what the days before would cost at them.
 * @param leftOn the day on which the box is given back, where that cuts the period short: its price is then shared by the day.
 *   A day that is not inside the period cuts nothing.
 * @param discountBy of a period that is cut short: by the months begun, where the contract is left early (decision 17), or as it was
 *   billed, where its days go on to be paid for; a tariff's prices are those of its months in any case
 * @throws MoneyError for mixed currencies; RangeError for negative amounts or months that are none
 */
export function priceContract(
  terms: PriceTerms,
  periodIndex = 0,
  leftOn: Temporal.PlainDate | null = null,
  discountBy: DiscountBy = 'monthsBegun',
): PricedPeriod | null {
  assertTerms(terms)
  const whole = periodAt(terms, periodIndex)
  const from = whole && firstDayOf(terms, whole)
  if (whole === null || from === null) return null
  const period = leftOn === null ? asUsed(whole) : cutAt(terms, whole, leftOn, discountBy)

  const lines = linesOf(terms, period, from)
  if (period.index === 0 && terms.depositMonths > 0) lines.push(depositLine(terms))
  const until = laterDay(period.used.until, from)
  return {
    period: { index: whole.index, months: whole.months, from, until },
    lines,
    totals: totalsOf(lines, terms.rate.currency),
  }
}

/** The same terms for a whole period, though they hold from a day inside it only: what one costs from now on. */
export function forWholePeriods(terms: PriceTerms): PriceTerms {
  const { validFrom, laterRates = [], ...whole } = terms
  if (validFrom === undefined) return terms
  const counting = laterRates.filter(({ from }) => Temporal.PlainDate.compare(from, validFrom) > 0)
  return { ...whole, laterRates: counting }
}

/** Whose months earn the discount of a period that is cut short: those begun; or the percent that an invoice of it bore. */
export type DiscountBy = 'monthsBegun' | { readonly percent: number }

/** The first day of a period on which terms hold; null where they do on none of its days. */
export function firstDayOf(
  { validFrom }: Pick<PriceTerms, 'validFrom'>,
  period: Period,
): Temporal.PlainDate | null {
  const first = validFrom === undefined ? period.from : laterDay(period.from, validFrom)
  return Temporal.PlainDate.compare(first, period.until) < 0 ? first : null
}

/** Rent and insurance of the days from `from` on. */
function linesOf(terms: PriceTerms, period: UsedPeriod, from: Temporal.PlainDate): PriceLine[] {
  const lines = (used: UsedPeriod): PriceLine[] => [
    rentLine(terms, used, from),
    ...(terms.insurance !== null && terms.insurance.monthly.amount > 0
      ? [insuranceLine(terms.insurance, used)]
      : []),
  ]
  if (from.equals(period.from)) return lines(period)
  const upTo = (until: Temporal.PlainDate): UsedPeriod => {
    const used = { from: period.from, until }
    return { ...period, used, usedDays: daysIn(used) }
  }
  const until = laterDay(period.used.until, from)
  const before = lines(upTo(from))
  const usedDays = daysIn({ from, until })
  return lines(upTo(until)).flatMap((line, index) => {
    const rest = lessBefore(line, before[index] ?? line, usedDays)
    // A tariff whose last months are free may make the shorter time dearer than the whole: nobody is asked for less than nothing.
    return rest.gross.amount < 0 ? [] : [rest]
  })
}

/** What a line asks for beyond what it asked for before. */
function lessBefore(line: PriceLine, before: PriceLine, usedDays: number): PriceLine {
  const net = subtract(line.net, before.net)
  const vat = subtract(line.vat, before.vat)
  return {
    ...line,
    discount: subtract(line.discount, before.discount),
    net,
    vat,
    gross: add(net, vat),
    explanation: { ...line.explanation, usedDays },
  }
}

/**
 * What is still to be billed of a period of which the days before `from` are billed: the whole (or what it costs until
 * `leftOn`) less that, line by line, so that the two together are the period's price to the cent. Lines of which nothing is left are not there. null behind the term.
 * @throws as `priceContract`
 */
export function priceRest(
  terms: PriceTerms,
  periodIndex: number,
  from: Temporal.PlainDate,
  leftOn: Temporal.PlainDate | null = null,
  discountBy: DiscountBy = 'monthsBegun',
): PricedPeriod | null {
  const whole = priceContract(terms, periodIndex, leftOn, discountBy)
  const billed = priceContract(terms, periodIndex, from, discountBy)
  if (whole === null || billed === null) return null
  const usedDays = daysIn({ from, until: whole.period.until })
  const lines = whole.lines.flatMap((line): PriceLine[] => {
    const before = billed.lines.find(({ kind }) => kind === line.kind)
    if (before === undefined) return [line]
    if (line.kind === 'deposit') return []
    const rest = lessBefore(line, before, usedDays)
    // The longer part may have earned a discount that makes the whole cheaper than what is billed: that is credited when the
    // contract is closed; an invoice never asks for less than nothing.
    return rest.gross.amount <= 0 ? [] : [rest]
  })
  return { period: { ...whole.period, from }, lines, totals: totalsOf(lines, terms.rate.currency) }
}

/** A period and the part of it that is charged. */
interface UsedPeriod extends Period {
  readonly used: DayRange
  /** Days of the period and of that part, counted once for all lines. */
  readonly days: number
  readonly usedDays: number
  /** Months begun in that part: what the discount follows from, unless a percent was billed. */
  readonly monthsBegun: number
  readonly billedPercent?: number
}

function asUsed(period: Period): UsedPeriod {
  const days = daysIn(period)
  return { ...period, used: period, days, usedDays: days, monthsBegun: period.months }
}

function cutAt(
  terms: PriceTerms,
  period: Period,
  leftOn: Temporal.PlainDate,
  discountBy: DiscountBy,
): UsedPeriod {
  if (!contains(period, leftOn)) return asUsed(period)
  const used = { from: period.from, until: leftOn }
  return {
    ...period,
    used,
    days: daysIn(period),
    usedDays: daysIn(used),
    monthsBegun: monthsBegun(used, terms.anchorDay ?? terms.startDay.day),
    ...(discountBy === 'monthsBegun' ? {} : { billedPercent: discountBy.percent }),
  }
}

const laterDay = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) < 0 ? b : a

/** Net, VAT and gross of lines; the document's figures are the sums of its lines and are never rounded again. */
export function totalsOf(
  lines: readonly Pick<PriceLine, 'net' | 'vat' | 'gross'>[],
  currency: Money['currency'],
): Totals {
  return {
    net: sum(
      lines.map((line) => line.net),
      currency,
    ),
    vat: sum(
      lines.map((line) => line.vat),
      currency,
    ),
    gross: sum(
      lines.map((line) => line.gross),
      currency,
    ),
  }
}

/** The VAT percent that a contract's rent bears from a day on. */
export function vatPercentOf(terms: Pick<PriceTerms, 'vatPercent'>, firstDay: Temporal.PlainDate): number {
  return typeof terms.vatPercent === 'number' ? terms.vatPercent : vatPercentOn(terms.vatPercent, firstDay)
}

/** @param from the first day that is charged: whose rate and VAT it bears */
function rentLine(terms: PriceTerms, period: UsedPeriod, from: Temporal.PlainDate): PriceLine {
  const { rate, ...notice } = rateOn(terms, from)
  const listed = sharedByDay(times(rate, period.months), period)
  const { discountPercent, discount } = discountOf(terms, period, listed)
  return taxed(subtract(listed, discount), vatPercentOf(terms, from), {
    kind: 'rent',
    quantity: period.months,
    discountPercent,
    discount,
    explanation: explain('rateTimesMonths', rate, period.months, {
      ...daysOf(period),
      ...notice,
      discount: terms.discount,
      ...(terms.discount.kind === 'tariff' ? { monthOfTerm: period.index * terms.periodMonths + 1 } : {}),
    }),
  })
}

/** What goes off the rent: by the months paid at once, or under a tariff month by month of the term (decision 16). */
function discountOf(
  terms: PriceTerms,
  period: UsedPeriod,
  listed: Money,
): Pick<PriceLine, 'discountPercent' | 'discount'> {
  const { discount: rule } = terms
  if (rule.kind !== 'tariff') {
    const discountPercent = period.billedPercent ?? discountPercentBy(rule, period.monthsBegun)
    return { discountPercent, discount: percentOf(listed, discountPercent) }
  }
  const discount = tariffDiscount(terms, rule, period, listed)
  // What it comes to, for the reader: the first month's price is an amount, and months of one period may differ.
  const hundredths =
    listed.amount === 0 ? 0 : times(money(10_000, listed.currency), discount.amount, listed.amount).amount
  return { discountPercent: hundredths / 100, discount }
}

/** The sum of the months' discounts, each rounded once; of a period that was cut short, on the days used in each month. */
function tariffDiscount(terms: PriceTerms, rule: TariffRule, period: UsedPeriod, listed: Money): Money {
  const before = period.index * terms.periodMonths
  const { rate } = rateOn(terms, period.from)
  const isCut = !period.used.until.equals(period.until)
  const days = isCut ? monthsOf(terms, period).map((month) => usedDaysIn(month, period.used)) : []
  if (isCut && days.every((count) => count === 0)) return zero(listed.currency)
  const months = isCut ? allocate(listed, days) : Array.from({ length: period.months }, () => rate)
  return sum(
    months.map((month, index) => monthDiscount(rule, before + index + 1, month)),
    listed.currency,
  )
}

/** The months of a period, from anchor day to anchor day. */
function monthsOf(terms: PriceTerms, period: Period): DayRange[] {
  const before = period.index * terms.periodMonths
  const on = (month: number): Temporal.PlainDate =>
    addMonthsAnchored(terms.startDay, before + month, terms.anchorDay)
  return Array.from({ length: period.months }, (_, index) => ({ from: on(index), until: on(index + 1) }))
}

function usedDaysIn(month: DayRange, used: DayRange): number {
  const until = Temporal.PlainDate.compare(month.until, used.until) < 0 ? month.until : used.until
  return Math.max(0, daysIn({ from: month.from, until }))
}

function insuranceLine(insurance: NonNullable<PriceTerms['insurance']>, period: UsedPeriod): PriceLine {
  return taxed(sharedByDay(times(insurance.monthly, period.months), period), insurance.taxPercent, {
    kind: 'insurance',
    quantity: period.months,
    discountPercent: 0,
    discount: zero(insurance.monthly.currency),
    explanation: explain('insuranceTimesMonths', insurance.monthly, period.months, {
      ...daysOf(period),
      coverage: insurance.coverage,
    }),
  })
}

/** A period's price, or the share of its used days (decision 17). */
function sharedByDay(price: Money, { days, usedDays }: UsedPeriod): Money {
  return usedDays === days ? price : shareByDays(price, usedDays, days)
}

function daysOf({ days, usedDays }: UsedPeriod): Pick<Explanation, 'days' | 'usedDays'> {
  return usedDays === days ? { days } : { days, usedDays }
}

function depositLine(terms: PriceTerms): PriceLine {
  return taxed(times(terms.rate, terms.depositMonths), 0, {
    kind: 'deposit',
    quantity: terms.depositMonths,
    discountPercent: 0,
    discount: zero(terms.rate.currency),
    explanation: explain('depositMonthsTimesRate', terms.rate, terms.depositMonths, {}),
  })
}

/** Adds VAT to a line, rounded once (decision 2). */
function taxed(
  net: Money,
  vatPercent: number,
  line: Pick<PriceLine, 'kind' | 'quantity' | 'discountPercent' | 'discount' | 'explanation'>,
): PriceLine {
  const vat = percentOf(net, vatPercent)
  return { ...line, unit: 'month', net, vatPercent, vat, gross: add(net, vat) }
}

function explain(
  rule: Explanation['rule'],
  rate: Money,
  months: number,
  more: Omit<Explanation, 'rule' | 'rate' | 'months' | 'rounding'>,
): Explanation {
  return { rule, rate, months, ...more, rounding: 'halfAwayFromZero' }
}

function assertTerms(terms: PriceTerms): void {
  const { rate, insurance, depositMonths } = terms
  for (const later of terms.laterRates ?? [])
    if (later.rate.currency !== rate.currency)
      throw new MoneyError('mixedCurrency', 'the rates of one contract have one currency')
  if (rate.amount < 0 || (insurance !== null && insurance.monthly.amount < 0)) {
    throw new RangeError('rates are never negative')
  }
  if (!Number.isInteger(depositMonths) || depositMonths < 0)
    throw new RangeError(`not a number of deposit months: ${depositMonths}`)
  if (
    insurance !== null &&
    (insurance.monthly.currency !== rate.currency || insurance.coverage.currency !== rate.currency)
  ) {
    throw new MoneyError('mixedCurrency', 'rent and insurance of one contract have one currency')
  }
}
