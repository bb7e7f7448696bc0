/**
 * The rent of a sitting tenant rises by a served notice only (decisions 14 and 17), and never
 * - inside the term whose price was promised: a fixed term keeps its rate to its end, an extension already agreed on included;
 * - in the middle of a period, or in one that is invoiced already;
 * - before the notice days of the stock have passed;
 * - by more than the stock's cap within 12 months.
 */
import { rateOn } from './dated-rate.ts'
import { hundredthsOfPercent, money, type Money } from './money.ts'
import { contains, contractEnd, type Period } from './period.ts'
import { priceContract, type PricedPeriod, type PriceTerms } from './price.ts'
import { followingTerm, termEnd, termOn } from './term.ts'

/** What is billed for a contract, as far as a rise asks. */
export interface RisePlan {
  /** In order, each beginning where the one before ends. */
  readonly terms: readonly [PriceTerms, ...PriceTerms[]]
  /** The day on which the tenant leaves, where notice was given; null where none was. */
  readonly leavesOn: Temporal.PlainDate | null
  /** The first day that is on no invoice. */
  readonly billedUntil: Temporal.PlainDate
}

export interface RiseRules {
  /** Days between the notice and the first day of the new rate, at least. */
  readonly noticeDays: number
  /** Percent by which a rate may rise within 12 months. */
  readonly capPercent: number
}

export interface Rise {
  readonly from: Temporal.PlainDate
  readonly rate: Money
}

export type RiseRefusal = 'leaving' | 'coming' | 'notHigher' | 'aboveCap' | 'otherDay'

/** What the first day of a rise waits for. */
export type RiseWait =
  | 'promise'
  /** The notice days, and then the beginning of a period. */
  | 'notice'
  /** Periods up to then are on invoices already. */
  | 'invoiced'
  /** The term behind the promise begins before the notice days are over: it is promised as a whole too. */
  | 'nextTerm'

const CAP_MONTHS = 12

/**
 * The end of the price promise: the first day behind the last term, or behind the minimum stay of an open-ended one, for which the
 * tenant is bound. null where the contract has neither: only notice days bind.
 */
export function promisedUntil({ terms }: Pick<RisePlan, 'terms'>): Temporal.PlainDate | null {
  const last = lastOf(terms)
  const stay = last.tariff?.minStayMonths ?? 0
  return termEnd(last) ?? (stay === 0 ? null : contractEnd(last.startDay, stay, last.anchorDay))
}

/**
 * The first day on which a rise may take effect that is told today: for a fixed term the first day of a following term, for an
 * open-ended one the first day of a period. null where the tenant leaves before.
 */
export function firstRiseDay(
  plan: RisePlan,
  { noticeDays }: Pick<RiseRules, 'noticeDays'>,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  const told = later(today.add({ days: noticeDays }), plan.billedUntil)
  const from = beginOnOrBehind(plan, later(told, promisedUntil(plan) ?? told))
  const { leavesOn } = plan
  if (leavesOn === null) return from
  // Who has given notice for a day in a fixed term does not extend it.
  return isFixed(plan) || Temporal.PlainDate.compare(from, leavesOn) >= 0 ? null : from
}

/** Why a rise that is told today cannot take effect before `firstRiseDay`. */
export function riseWaitsFor(
  plan: RisePlan,
  { noticeDays }: Pick<RiseRules, 'noticeDays'>,
  today: Temporal.PlainDate,
): RiseWait {
  const notice = today.add({ days: noticeDays })
  const told = later(notice, plan.billedUntil)
  const promise = promisedUntil(plan)
  if (promise !== null && Temporal.PlainDate.compare(promise, told) >= 0) return 'promise'
  if (isFixed(plan)) return 'nextTerm'
  return Temporal.PlainDate.compare(plan.billedUntil, notice) > 0 ? 'invoiced' : 'notice'
}

/** The highest rate that the cap allows from a day on: of what held 12 months before, or at first, rounded down. */
export function highestRate(
  plan: Pick<RisePlan, 'terms'>,
  { capPercent }: Pick<RiseRules, 'capPercent'>,
  from: Temporal.PlainDate,
): Money {
  // A box that the tenant has moved to has no rate before that.
  const movedOn = lastOf(plan.terms).validFrom
  const before = from.subtract({ months: CAP_MONTHS })
  const base = rateAt(plan, movedOn === undefined ? before : later(before, movedOn))
  const more = Math.floor((base.amount * hundredthsOfPercent(capPercent)) / 10_000)
  return money(base.amount + more, base.currency)
}

/** The rate that a contract bears on a day; before its start the signed one. */
export function rateAt({ terms }: Pick<RisePlan, 'terms'>, day: Temporal.PlainDate): Money {
  const isBefore = Temporal.PlainDate.compare(day, terms[0].startDay) < 0
  const term = isBefore ? terms[0] : (termOn(terms, day)?.term ?? lastOf(terms))
  return rateOn(term, day).rate
}

/** What stands in the way of a rise that is told today; null where nothing does. */
export function riseRefusal(
  plan: RisePlan,
  rules: RiseRules,
  { from, rate }: Rise,
  today: Temporal.PlainDate,
): RiseRefusal | null {
  const first = firstRiseDay(plan, rules, today)
  if (first === null) return 'leaving'
  if (comingRate(plan, today) !== null) return 'coming'
  const isTooEarly = Temporal.PlainDate.compare(from, first) < 0
  if (isTooEarly || !beginOnOrBehind(plan, from).equals(from)) return 'otherDay'
  if (rate.amount <= rateAt(plan, from).amount) return 'notHigher'
  return rate.amount > highestRate(plan, rules, from).amount ? 'aboveCap' : null
}

/** The rate that a notice has announced and that no day bears yet; null where none is coming. */
export function comingRate({ terms }: Pick<RisePlan, 'terms'>, today: Temporal.PlainDate) {
  return lastOf(terms).laterRates?.find(({ from }) => Temporal.PlainDate.compare(from, today) > 0) ?? null
}

/** The first period that bears a rise, priced without it and with it, by the engine that will bill it (I11). */
export function previewRise(
  plan: Pick<RisePlan, 'terms'>,
  rise: Rise & { readonly noticeId: string; readonly servedOn: Temporal.PlainDate },
): { readonly before: PricedPeriod; readonly after: PricedPeriod } {
  const [first, ...more] = plan.terms
  return {
    before: pricedFrom(plan.terms, rise.from),
    after: pricedFrom([withRate(first, rise), ...more.map((term) => withRate(term, rise))], rise.from),
  }
}

/**
 * The period that begins on a day, or that the day lies in, in a term that is agreed on or that extensions would add.
 * @throws RangeError for a day before the contract
 */
export function pricedFrom(terms: RisePlan['terms'], day: Temporal.PlainDate): PricedPeriod {
  const isBefore = Temporal.PlainDate.compare(day, terms[0].startDay) < 0
  const agreed = isBefore ? null : termOn(terms, day)
  for (const term of isBefore ? [] : agreed === null ? onward(terms) : [agreed.term]) {
    const found = termOn([term], day)
    const priced = found && priceContract(term, found.period.index)
    if (priced) return priced
  }
  throw new RangeError(`no period of the contract has ${day.toString()}`)
}

/** Terms that bear one more rate. */
export function withRate(
  term: PriceTerms,
  { from, rate, noticeId, servedOn }: Rise & { noticeId: string; servedOn: Temporal.PlainDate },
): PriceTerms {
  return { ...term, laterRates: [...(term.laterRates ?? []), { from, rate, noticeId, servedOn }] }
}

/** The terms that are agreed on, and those that extensions would add. */
function* onward(terms: RisePlan['terms']): Generator<PriceTerms, void> {
  yield* terms
  for (let term = lastOf(terms); term.durationMonths !== null;) {
    term = followingTerm(term)
    yield term
  }
}

/** Where a new rate may begin, from a day on. */
function beginOnOrBehind(plan: Pick<RisePlan, 'terms'>, day: Temporal.PlainDate): Temporal.PlainDate {
  return isFixed(plan) ? termBegin(plan, day) : periodBegin(plan, day)
}

/** The first period's first day on or behind a day, in an open-ended term. */
function periodBegin({ terms }: Pick<RisePlan, 'terms'>, earliest: Temporal.PlainDate): Temporal.PlainDate {
  const last = lastOf(terms)
  if (Temporal.PlainDate.compare(earliest, last.startDay) <= 0) return last.startDay
  const period: Period | undefined = termOn([last], earliest)?.period
  if (period === undefined || !contains(period, earliest))
    throw new RangeError('an open-ended term has no end')
  return period.from.equals(earliest) ? period.from : period.until
}

/** The first day on or behind a day on which a term may begin that is not agreed on yet. */
function termBegin({ terms }: Pick<RisePlan, 'terms'>, earliest: Temporal.PlainDate): Temporal.PlainDate {
  const agreedUntil = termEnd(lastOf(terms))
  for (const term of onward(terms)) {
    const isAgreed = agreedUntil !== null && Temporal.PlainDate.compare(term.startDay, agreedUntil) < 0
    if (!isAgreed && Temporal.PlainDate.compare(term.startDay, earliest) >= 0) return term.startDay
  }
  throw new RangeError('a fixed term has another behind it')
}

const isFixed = ({ terms }: Pick<RisePlan, 'terms'>): boolean => lastOf(terms).durationMonths !== null

const lastOf = (terms: RisePlan['terms']): PriceTerms => terms.at(-1) ?? terms[0]

const later = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(a, b) < 0 ? b : a
