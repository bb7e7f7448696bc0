/**
 * The one engine for quote and bill (decision 14, invariants I5 and I11): what a period of a contract costs, line by line, each
 * line with its reason. Quotes, invoices and the first payment all come from `priceContract`, so they cannot differ.
 */
import type { AccountType } from './account.ts'
import { rateOn, type DatedRate } from './dated-rate.ts'
import { discountPercentBy, type DiscountRule } from './discount.ts'
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
  type PeriodPlan,
} from './period.ts'
import { monthDiscount, type TariffRule, type TariffTerms } from './tariff.ts'
import { vatPercentOn, type VatRate } from './vat.ts'

/** Everything the price of a contract follows from; kept with the contract, so that later price edits never touch it. */
export interface PriceTerms extends PeriodPlan {
  /** Net month rate, already rounded. */
  readonly rate: Money
  /** What served notices have made of it, each from its day on, in order; absent while no notice holds. */
  readonly laterRates?: readonly DatedRate[]
  readonly discount: DiscountRule
  /** One rate for ever, or dated rates of which the one valid on a period's first day counts. */
  readonly vatPercent: number | readonly VatRate[]
  /** Whose rates they are: kept, so that what the tenant becomes later changes nothing (decision 15). */
  readonly vatClass?: AccountType
  /** null, or a monthly amount of 0: no insurance. `taxPercent` is the insurance's own tax, 0 unless set. */
  readonly insurance: {
    readonly monthly: Money
    readonly coverage: Money
    readonly taxPercent: number
  } | null
  /** Deposit in net month rates, on the first invoice only; 0: none. */
  readonly depositMonths: number
  /** Under which tariff it was concluded, where one was chosen; its prices stand in `discount`. */
  readonly tariff?: TariffTerms
}

export type PriceLineKind = 'rent' | 'insurance' | 'deposit'

/** Why a line is what it is, for "why this amount?" on screen and paper. */
export interface Explanation {
  readonly rule:
    | 'rateTimesMonths'
    | 'insuranceTimesMonths'
    | 'depositMonthsTimesRate'
    /** Days after the end: the last period's price ÷ its days × the days that `usedDays` counts. */
    | 'overstayDays'
  /** The amount of one month before discount and tax. */
  readonly rate: Money
  /** Where a notice has set the rate: the day from which it holds, and the notice. */
  readonly rateSince?: Temporal.PlainDate
  readonly noticeId?: string
  readonly noticeServedOn?: Temporal.PlainDate
  readonly months: number
  /** Days of the period; absent on the deposit, which has none. */
  readonly days?: number
  /** How many of them are charged, where the contract was left before the period's end; absent where all are. */
  readonly usedDays?: number
  /** How the discount was earned; on rent only. */
  readonly discount?: DiscountRule
  /** Under a tariff, on rent: which month of the term the first of the line's months is, 1 for the first. */
  readonly monthOfTerm?: number
  /** What the goods are insured for; on insurance only. */
  readonly coverage?: Money
  readonly rounding: 'halfAwayFromZero'
}

/** net + vat = gross on each (I5). `net` is after the discount, which is part of the rent line (decision 2). */
export interface PriceLine {
  readonly kind: PriceLineKind
  readonly quantity: number
  readonly unit: 'month' | 'day'
  readonly discountPercent: number
  readonly discount: Money
  readonly net: Money
  /** On insurance: the insurance's own tax. */
  readonly vatPercent: number
  readonly vat: Money
  readonly gross: Money
  readonly explanation: Explanation
}

export interface Totals {
  readonly net: Money
  readonly vat: Money
  readonly gross: Money
}

export interface PricedPeriod {
  readonly period: Period
  readonly lines: readonly PriceLine[]
  readonly totals: Totals
}

/**
 * What the period with this index costs; null behind the end of the term.
 * Rate × months − discount, plus VAT on that; insurance × months; on the first period the deposit (decision 14).
 * @param leftOn the day on which the box is given back, where that cuts the period short: its price is then shared by the day,
 *   and the discount is that of the months begun (decision 17). A day that is not inside the period cuts nothing.
 * @throws MoneyError for mixed currencies; RangeError for negative amounts or months that are none
 */
export function priceContract(
  terms: PriceTerms,
  periodIndex = 0,
  leftOn: Temporal.PlainDate | null = null,
): PricedPeriod | null {
  assertTerms(terms)
  const whole = periodAt(terms, periodIndex)
  if (whole === null) return null
  const period = leftOn === null ? asUsed(whole) : cutAt(terms, whole, leftOn)

  const lines = [rentLine(terms, period)]
  if (terms.insurance !== null && terms.insurance.monthly.amount > 0) {
    lines.push(insuranceLine(terms.insurance, period))
  }
  if (period.index === 0 && terms.depositMonths > 0) lines.push(depositLine(terms))
  const { from, until } = period.used
  return {
    period: { index: whole.index, months: whole.months, from, until },
    lines,
    totals: totalsOf(lines, terms.rate.currency),
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
): PricedPeriod | null {
  const whole = priceContract(terms, periodIndex, leftOn)
  const billed = priceContract(terms, periodIndex, from)
  if (whole === null || billed === null) return null
  const { currency } = terms.rate
  const lines = whole.lines.flatMap((line): PriceLine[] => {
    const before = billed.lines.find(({ kind }) => kind === line.kind)
    if (before === undefined) return [line]
    if (line.kind === 'deposit') return []
    const gross = subtract(line.gross, before.gross)
    // The longer part may have earned a discount that makes the whole cheaper than what is billed: that is credited when the
    // contract is closed; an invoice never asks for less than nothing.
    if (gross.amount <= 0) return []
    const net = subtract(line.net, before.net)
    const vat = subtract(line.vat, before.vat)
    const usedDays = daysIn({ from, until: whole.period.until })
    const discount = subtract(line.discount, before.discount)
    return [
      { ...line, discount, net, vat, gross: add(net, vat), explanation: { ...line.explanation, usedDays } },
    ]
  })
  return { period: { ...whole.period, from }, lines, totals: totalsOf(lines, currency) }
}

/** A period and the part of it that is charged. */
interface UsedPeriod extends Period {
  readonly used: DayRange
  /** Days of the period and of that part, counted once for all lines. */
  readonly days: number
  readonly usedDays: number
  /** Months begun in that part: what the discount follows from. */
  readonly monthsBegun: number
}

function asUsed(period: Period): UsedPeriod {
  const days = daysIn(period)
  return { ...period, used: period, days, usedDays: days, monthsBegun: period.months }
}

function cutAt(terms: PriceTerms, period: Period, leftOn: Temporal.PlainDate): UsedPeriod {
  if (!contains(period, leftOn)) return asUsed(period)
  const used = { from: period.from, until: leftOn }
  return {
    ...period,
    used,
    days: daysIn(period),
    usedDays: daysIn(used),
    monthsBegun: monthsBegun(used, terms.anchorDay ?? terms.startDay.day),
  }
}

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

function rentLine(terms: PriceTerms, period: UsedPeriod): PriceLine {
  const { rate, ...notice } = rateOn(terms, period.from)
  const listed = sharedByDay(times(rate, period.months), period)
  const { discountPercent, discount } = discountOf(terms, period, listed)
  return taxed(subtract(listed, discount), vatPercentOf(terms, period.from), {
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
    const discountPercent = discountPercentBy(rule, period.monthsBegun)
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
