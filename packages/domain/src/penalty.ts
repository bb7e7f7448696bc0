/**
 * What being late costs (decision 19): for each stock-local day that ends with rent or insurance of an invoice unpaid, from the
 * day behind the free ones on, a percentage of what is unpaid at the end of that day. No VAT, nothing on deposits, nothing on
 * penalties, never more than the stock's cap. Days are calendar days of the stock: one of 23 or 25 hours is one day.
 */
import { add, compare, least, money, percentOf, subtract, times, zero, type Money } from './money.ts'
import { contains, daysIn, type DayRange } from './period.ts'

export interface PenaltyPercents {
  /** A day, with at most two decimals. */
  readonly percentPerDay: number
  /** In its place from the contract's end on. */
  readonly percentAfterEnd: number
}

/** Of the stock: what holds now, and for days before a change what held then. */
export interface PenaltyRules extends PenaltyPercents {
  /** Each held on the days before `until`, back to the one before it; in any order, no two with one `until`. */
  readonly past?: readonly (PenaltyPercents & { readonly until: Temporal.PlainDate })[]
  /** Days behind the due day that cost nothing. */
  readonly freeDays: number
  /** The most that all penalties on one invoice may come to, in percent of its base. */
  readonly capPercent: number
}

/** An invoice as far as being late with it is concerned. */
export interface LateInvoice {
  readonly dueDay: Temporal.PlainDate
  /** Gross of its rent and insurance: the deposit on it bears none. */
  readonly base: Money
  /** What has been paid of the whole invoice, by the day of each payment; below 0 where money went back. In any order. */
  readonly payments: readonly { readonly day: Temporal.PlainDate; readonly amount: Money }[]
  /** The first day that the contract does not cover; null: it has no end. */
  readonly endDay: Temporal.PlainDate | null
}

/** Days in a row that cost the same: a line of the penalty's document. */
export interface PenaltyLine extends DayRange {
  readonly rule: 'percentPerDay' | 'percentAfterEnd'
  readonly percent: number
  readonly days: number
  /** Unpaid at the end of each of these days. */
  readonly base: Money
  readonly amount: Money
  /** The cap was reached here: the amount is less than percent × days of the base. */
  readonly isCapped: boolean
}

/** The first day that costs something where nothing is paid. */
export function firstChargedDay(dueDay: Temporal.PlainDate, freeDays: number): Temporal.PlainDate {
  return dueDay.add({ days: freeDays + 1 })
}

/** Free days that are left, today included; 0: each day costs by now. Before the due day has passed all of them. */
export function freeDaysLeft(
  dueDay: Temporal.PlainDate,
  freeDays: number,
  today: Temporal.PlainDate,
): number {
  const left = today.until(firstChargedDay(dueDay, freeDays)).days
  return Math.min(Math.max(left, 0), freeDays)
}

/**
 * What is unpaid of rent and insurance at the end of a day. Money pays them before the deposit of the same invoice: so the
 * base is the smallest that can be said, in the tenant's favour. The payment's own day counts as paid.
 */
export function unpaidBase({ base, payments }: LateInvoice, day: Temporal.PlainDate): Money {
  let paid = 0
  for (const payment of payments)
    if (Temporal.PlainDate.compare(payment.day, day) <= 0) paid += payment.amount.amount
  const left = subtract(base, money(Math.max(paid, 0), base.currency))
  return left.amount > 0 ? left : zero(base.currency)
}

/**
 * What an invoice has cost in penalties over some days, line by line: a line ends where the base or the percentage changes.
 * Each line is rounded once, half away from zero, like every line of a document (decision 2), never each day: percent × days ×
 * base is what a reader can work out on paper, and a hundred days do not add up a hundred roundings.
 * @param days to charge; those before the first charged day cost nothing
 * @param charged what penalties on this invoice have come to before: the cap is for all of them together
 * @throws RangeError for negative amounts or days; MoneyError for mixed currencies and percentages of more than two decimals
 */
export function penaltyOver(
  invoice: LateInvoice,
  rules: PenaltyRules,
  days: DayRange,
  charged: Money,
): PenaltyLine[] {
  if (invoice.base.amount < 0 || charged.amount < 0) throw new RangeError('amounts are never negative')
  if (!Number.isInteger(rules.freeDays) || rules.freeDays < 0)
    throw new RangeError(`not a number of free days: ${rules.freeDays}`)
  const from = latest(days.from, firstChargedDay(invoice.dueDay, rules.freeDays))
  let left = subtract(percentOf(invoice.base, rules.capPercent), charged)
  const lines: PenaltyLine[] = []
  for (const stretch of stretches(invoice, { from, until: days.until }, changeDays(invoice, rules))) {
    const rule = ruleOn(invoice, stretch.from)
    const percent = percentsOn(rules, stretch.from)[rule]
    const base = unpaidBase(invoice, stretch.from)
    const length = daysIn(stretch)
    const whole = percentOf(times(base, length), percent)
    const amount = least(whole, left)
    if (amount.amount <= 0) continue
    lines.push({
      ...stretch,
      rule,
      percent,
      days: length,
      base,
      amount,
      isCapped: compare(amount, whole) < 0,
    })
    left = subtract(left, amount)
  }
  return lines
}

const ruleOn = ({ endDay }: LateInvoice, day: Temporal.PlainDate): keyof PenaltyPercents =>
  endDay !== null && Temporal.PlainDate.compare(day, endDay) >= 0 ? 'percentAfterEnd' : 'percentPerDay'

/** What held on a day: of the changes behind it the nearest one says what was before. */
function percentsOn(rules: PenaltyRules, day: Temporal.PlainDate): PenaltyPercents {
  const [nearest] = (rules.past ?? [])
    .filter(({ until }) => Temporal.PlainDate.compare(day, until) < 0)
    .sort((a, b) => Temporal.PlainDate.compare(a.until, b.until))
  return nearest ?? rules
}

/** The days from which on this invoice costs another percentage; a change of what it does not bear cuts no line of it. */
const changeDays = (invoice: LateInvoice, rules: PenaltyRules): Temporal.PlainDate[] =>
  (rules.past ?? [])
    .map(({ until }) => until)
    .filter((day) => {
      const rule = ruleOn(invoice, day)
      return percentsOn(rules, day)[rule] !== percentsOn(rules, day.subtract({ days: 1 }))[rule]
    })

/**
 * What a charged line comes to by payments that were not known when it was charged: they count from their own day on (decision
 * 19). Never more than was charged; the difference goes back.
 */
export function chargedAnew(
  invoice: LateInvoice,
  line: Pick<PenaltyLine, 'from' | 'until' | 'percent' | 'amount'>,
): Money {
  let anew = zero(line.amount.currency)
  for (const stretch of stretches(invoice, line))
    anew = add(anew, percentOf(times(unpaidBase(invoice, stretch.from), daysIn(stretch)), line.percent))
  return least(anew, line.amount)
}

/** The days cut where a payment, the contract's end or a change of the percentage changes what a day costs. */
function* stretches(
  invoice: LateInvoice,
  days: DayRange,
  changes: readonly Temporal.PlainDate[] = [],
): Generator<DayRange, void> {
  const cuts = [...invoice.payments.map(({ day }) => day), invoice.endDay, ...changes]
    .filter((day) => day !== null)
    .filter((day) => contains(days, day))
    .sort((a, b) => Temporal.PlainDate.compare(a, b))
  let from = days.from
  for (const until of [...cuts, days.until]) {
    if (Temporal.PlainDate.compare(from, until) >= 0) continue
    yield { from, until }
    from = until
  }
}

const latest = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) < 0 ? b : a
