/**
 * Tariffs of reading A (decision 16): what a superUser may offer at a stock instead of the rules of reading B. Safe for the browser.
 */
import { limits } from './limits.ts'
import { compare, least, money, percentOf, subtract, type Currency, type Money } from './money.ts'

/**
 * What a tenant pays who leaves before he may: the days he used, the rent until the end of the minimum stay, or until the end of
 * the term.
 */
export const earlyLeaves = ['usedDays', 'minimumStay', 'wholeTerm'] as const
export type EarlyLeave = (typeof earlyLeaves)[number]

export type TariffNames = Readonly<Record<'ru' | 'en' | 'de' | 'pl', string>>

/** From this month of the term on, 1 for the first, the month's rent is so many percent lower, until a later step says otherwise. */
export interface DiscountStep {
  readonly fromMonth: number
  readonly percent: number
}

/** What the rent follows from under a tariff; part of what a contract keeps. */
export interface TariffRule {
  readonly kind: 'tariff'
  readonly name: TariffNames
  /** By month, no month twice. */
  readonly steps: readonly DiscountStep[]
  /**
   * What the first month costs net, in minor units of the contract's currency, where the tenant was new; lost where he leaves
   * before so many months are over. null: what every month costs.
   */
  readonly firstMonth: { readonly price: number; readonly minMonths: number } | null
}

/** The rules of a tariff beside its prices; a contract keeps them with its price. */
export interface TariffTerms {
  readonly id: string
  readonly alias: string
  readonly name: TariffNames
  /** Months that a tenant stays at least, counted from the contract's first day; 0: none. */
  readonly minStayMonths: number
  readonly noticeDays: number
  readonly earlyLeave: EarlyLeave
}

/** A tariff as a stock offers it. */
export interface Tariff extends TariffTerms {
  /** Months of the term that may be chosen; null: open-ended. */
  readonly term: { readonly minMonths: number; readonly maxMonths: number } | null
  readonly steps: readonly DiscountStep[]
  /** Net, minor units by currency; for new customers who are bound for so many months at least. null: none. */
  readonly firstMonth: {
    readonly minMonths: number
    readonly prices: Partial<Readonly<Record<Currency, number>>>
  } | null
}

/** Whether a term of so many months (null: open-ended) can be had under a tariff. */
export function isTermOffered({ term }: Pick<Tariff, 'term'>, durationMonths: number | null): boolean {
  if (term === null || durationMonths === null) return term === null && durationMonths === null
  return (
    Number.isInteger(durationMonths) && durationMonths >= term.minMonths && durationMonths <= term.maxMonths
  )
}

/** The terms a tariff offers to choose, in months; none where it is open-ended. */
export function termChoices({ term }: Pick<Tariff, 'term'>): number[] {
  if (term === null) return []
  return Array.from({ length: term.maxMonths - term.minMonths + 1 }, (_, index) => term.minMonths + index)
}

/** How many months the tenant is bound at least: his term, or the minimum stay of an open-ended one. */
export function boundMonths(
  { minStayMonths }: Pick<Tariff, 'minStayMonths'>,
  durationMonths: number | null,
): number {
  return durationMonths ?? minStayMonths
}

/**
 * How the rent is computed under a tariff. The first month's price is for new customers who are bound long enough, where it has
 * one in the currency; otherwise it is not there.
 * @param isNewCustomer decided by the server: no contract with this seller before
 */
export function tariffRule(
  tariff: Tariff,
  of: {
    readonly currency: Currency
    readonly durationMonths: number | null
    readonly isNewCustomer: boolean
  },
): TariffRule {
  const { name, steps, firstMonth } = tariff
  const price = firstMonth?.prices[of.currency]
  const isGiven =
    firstMonth !== null && of.isNewCustomer && boundMonths(tariff, of.durationMonths) >= firstMonth.minMonths
  return {
    kind: 'tariff',
    name,
    steps: steps.toSorted((a, b) => a.fromMonth - b.fromMonth),
    firstMonth: isGiven && price !== undefined ? { price, minMonths: firstMonth.minMonths } : null,
  }
}

/** The percentage off a month of the term, 1 for the first. */
export function stepPercent(steps: readonly DiscountStep[], month: number): number {
  let percent = 0
  let from = 0
  for (const step of steps) {
    if (step.fromMonth <= month && step.fromMonth > from) [percent, from] = [step.percent, step.fromMonth]
  }
  return percent
}

/**
 * What a tariff takes off the rent of one month, never more than the rent.
 * @param month of the term, 1 for the first
 * @param listed the rent of that month, or of its used days, before any discount
 */
export function monthDiscount(rule: TariffRule, month: number, listed: Money): Money {
  const stepped = percentOf(listed, stepPercent(rule.steps, month))
  if (month !== 1 || rule.firstMonth === null) return stepped
  const special = subtract(listed, least(listed, money(rule.firstMonth.price, listed.currency)))
  // Who is new never pays more than anybody else.
  return compare(special, stepped) > 0 ? special : stepped
}

/** The rule of a term behind the first, or of whoever is not new any more: without the first month's price. */
export function withoutFirstMonth<R>(rule: R | TariffRule): R | TariffRule {
  return isTariffRule(rule) ? { ...rule, firstMonth: null } : rule
}

export function isTariffRule(rule: unknown): rule is TariffRule {
  return (rule as { kind?: unknown } | null)?.kind === 'tariff'
}

/** What stands in the way of a tariff, with the field that is wrong; empty where nothing does. */
export function tariffFaults(tariff: Omit<Tariff, 'id' | 'name' | 'alias'>): TariffFault[] {
  const { term, steps, minStayMonths, earlyLeave, firstMonth } = tariff
  const faults: TariffFault[] = []
  if (term !== null && term.minMonths > term.maxMonths) faults.push('maxMonths')
  // Nobody is held longer than he signed for.
  if (term !== null && minStayMonths > term.minMonths) faults.push('minStayMonths')
  const months = steps.map(({ fromMonth }) => fromMonth)
  const longest = term?.maxMonths ?? limits.tariff.months
  if (new Set(months).size < months.length || months.some((month) => month > longest)) faults.push('steps')
  if (term === null && earlyLeave === 'wholeTerm') faults.push('earlyLeave')
  if (earlyLeave === 'minimumStay' && minStayMonths === 0) faults.push('earlyLeave')
  // A condition that nobody could ever fulfil.
  if (firstMonth !== null && firstMonth.minMonths > (term?.maxMonths ?? minStayMonths))
    faults.push('firstMonthMinMonths')
  return faults
}
export type TariffFault = 'maxMonths' | 'minStayMonths' | 'steps' | 'earlyLeave' | 'firstMonthMinMonths'

const named = (ru: string, en: string, de: string, pl: string): TariffNames => ({ ru, en, de, pl })
const ONE: Partial<Record<Currency, number>> = { EUR: 100, USD: 100, RUB: 10_000, PLN: 400 }
const forNewCustomers = { minMonths: 2, prices: ONE }

/** The five of the specification, as a stock gets them: all off. */
export const tariffPresets: readonly Omit<Tariff, 'id'>[] = [
  {
    alias: 'basic',
    name: named('Базовый', 'Basic', 'Basic', 'Basic'),
    term: null,
    minStayMonths: 2,
    noticeDays: 21,
    steps: [],
    firstMonth: forNewCustomers,
    earlyLeave: 'minimumStay',
  },
  {
    alias: 'smart',
    name: named('Смарт', 'Smart', 'Smart', 'Smart'),
    term: { minMonths: 6, maxMonths: 11 },
    minStayMonths: 2,
    noticeDays: 0,
    steps: [{ fromMonth: 6, percent: 30 }],
    firstMonth: forNewCustomers,
    earlyLeave: 'minimumStay',
  },
  {
    alias: 'max',
    name: named('Макс', 'Max', 'Max', 'Max'),
    term: { minMonths: 12, maxMonths: 12 },
    minStayMonths: 2,
    noticeDays: 0,
    steps: [{ fromMonth: 12, percent: 65 }],
    firstMonth: forNewCustomers,
    earlyLeave: 'minimumStay',
  },
  {
    alias: 'week',
    name: named('Неделя', 'Week', 'Woche', 'Tydzień'),
    term: null,
    minStayMonths: 0,
    noticeDays: 7,
    steps: [],
    firstMonth: null,
    earlyLeave: 'usedDays',
  },
  {
    alias: 'top-box',
    name: named('Топ-бокс', 'Top-box', 'Top-Box', 'Top-box'),
    term: null,
    minStayMonths: 2,
    noticeDays: 14,
    steps: [],
    firstMonth: forNewCustomers,
    earlyLeave: 'minimumStay',
  },
]
