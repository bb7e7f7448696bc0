/**
 * Money: an integer of minor units and its currency (decision 2). An object, so that the compiler refuses `+` and `<` on it;
 * different currencies are never added or ranked together. Safe for the browser.
 */
import { divideHalfAwayFromZero, fractionOf } from './rounding.ts'

export const currencies = ['EUR', 'USD', 'RUB', 'PLN'] as const
export type Currency = (typeof currencies)[number]

/** What a stock or an account gets unless something else is chosen (specification 9). */
export const defaultCurrency: Currency = 'EUR'

/** Shown beside amounts (specification 9; złoty joined with the Polish sites). */
export const currencySymbols: Readonly<Record<Currency, string>> = { EUR: '€', USD: '$', RUB: '₽', PLN: 'zł' }

export interface Money {
  /** Minor units: cents, kopecks, groszy. Always a safe integer. */
  readonly amount: number
  readonly currency: Currency
}

export type MoneyErrorKind = 'mixedCurrency' | 'notASafeInteger' | 'badPercent' | 'badFormat' | 'badShares'

/** A mistake of the caller, never of the person at the screen: input is checked before it becomes money. */
export class MoneyError extends Error {
  readonly kind: MoneyErrorKind
  constructor(kind: MoneyErrorKind, message: string) {
    super(message)
    this.name = 'MoneyError'
    this.kind = kind
  }
}

/** @throws MoneyError `notASafeInteger` */
export function money(amount: number, currency: Currency): Money {
  if (!Number.isSafeInteger(amount)) {
    throw new MoneyError('notASafeInteger', `not a safe integer of minor units: ${amount}`)
  }
  // −0 would print as "-0" and fail a deep comparison with 0
  return { amount: amount === 0 ? 0 : amount, currency }
}

export function zero(currency: Currency): Money {
  return { amount: 0, currency }
}

/** @throws MoneyError `mixedCurrency` */
export function add(a: Money, b: Money): Money {
  assertSameCurrency(a, b)
  return money(a.amount + b.amount, a.currency)
}

/** @throws MoneyError `mixedCurrency` */
export function subtract(a: Money, b: Money): Money {
  assertSameCurrency(a, b)
  return money(a.amount - b.amount, a.currency)
}

export function negate(value: Money): Money {
  return money(-value.amount, value.currency)
}

/** The currency is said because an empty list has none. @throws MoneyError `mixedCurrency` */
export function sum(values: Iterable<Money>, currency: Currency): Money {
  let total = zero(currency)
  for (const value of values) total = add(total, value)
  return total
}

/** −1, 0 or 1, for sorting within one currency. @throws MoneyError `mixedCurrency` */
export function compare(a: Money, b: Money): -1 | 0 | 1 {
  assertSameCurrency(a, b)
  if (a.amount === b.amount) return 0
  return a.amount < b.amount ? -1 : 1
}

/** The smaller of two. @throws MoneyError `mixedCurrency` */
export function least(a: Money, b: Money): Money {
  return compare(a, b) <= 0 ? a : b
}

/**
 * value × numerator ÷ denominator, rounded once, halves away from zero. The factors may be decimals (6.5 m²) and are taken
 * exactly as they print.
 * @throws RangeError for a denominator of 0; MoneyError `notASafeInteger` when the product is out of range
 */
export function times(value: Money, numerator: number, denominator = 1): Money {
  const top = fractionOf(numerator)
  const bottom = fractionOf(denominator)
  return fromBigInt(
    divideHalfAwayFromZero(BigInt(value.amount) * top.num * bottom.den, top.den * bottom.num),
    value.currency,
  )
}

/**
 * `percent` of the value, rounded once, halves away from zero: 19 % of 0.50 EUR is 0.10 EUR.
 * @param percent a plain number with at most two decimals (decision 23), 19 for 19 %
 * @throws MoneyError `badPercent`
 */
export function percentOf(value: Money, percent: number): Money {
  return fromBigInt(
    divideHalfAwayFromZero(BigInt(value.amount) * BigInt(hundredthsOfPercent(percent)), 10_000n),
    value.currency,
  )
}

/**
 * A percentage as an integer of hundredths, 12.5 → 1250: the form in which percentages are multiplied and compared.
 * @throws MoneyError `badPercent` for more than two decimals or no finite number
 */
export function hundredthsOfPercent(percent: number): number {
  const hundredths = Math.round(percent * 100)
  if (!Number.isSafeInteger(hundredths) || hundredths / 100 !== percent) {
    throw new MoneyError('badPercent', `a percentage has at most two decimals: ${percent}`)
  }
  return hundredths
}

/**
 * The part of a period's price that its used days cost: price × used ÷ days of the period (decision 17).
 * @throws RangeError unless 0 ≤ usedDays ≤ periodDays and periodDays ≥ 1, both whole
 */
export function shareByDays(value: Money, usedDays: number, periodDays: number): Money {
  const whole = Number.isInteger(usedDays) && Number.isInteger(periodDays)
  if (!whole || periodDays < 1 || usedDays < 0 || usedDays > periodDays) {
    throw new RangeError(`no share of a period: ${usedDays} of ${periodDays} days`)
  }
  return times(value, usedDays, periodDays)
}

/**
 * Splits a value by whole weights so that the parts sum to it exactly; cents left by rounding down go to the largest
 * remainders, the earlier part first among equals.
 * @throws MoneyError `badShares` for weights that are negative, not whole, or all 0
 */
export function allocate(value: Money, weights: readonly number[]): Money[] {
  if (!weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0)) {
    throw new MoneyError('badShares', 'weights are whole numbers from 0')
  }
  const total = weights.reduce((running, weight) => running + BigInt(weight), 0n)
  if (total === 0n) throw new MoneyError('badShares', 'at least one weight is above 0')

  const magnitude = BigInt(Math.abs(value.amount))
  const parts = weights.map((weight, index) => {
    const product = magnitude * BigInt(weight)
    return { index, floor: product / total, remainder: product % total }
  })
  let left = magnitude - parts.reduce((running, part) => running + part.floor, 0n)
  const byRemainder = [...parts].sort(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
  )
  for (const part of byRemainder) {
    if (left === 0n) break
    part.floor += 1n
    left -= 1n
  }
  return parts.map((part) => fromBigInt(value.amount < 0 ? -part.floor : part.floor, value.currency))
}

/** 12345 → "123.45", −5 → "-0.05": for adapters and files; screens format by language instead. */
export function toDecimalString(value: Money): string {
  const digits = String(Math.abs(value.amount)).padStart(3, '0')
  return `${value.amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const decimalAmount = /^(-?)(0|[1-9]\d*)(?:\.(\d{1,2}))?$/

/**
 * "123.45" → 12345. Strict, because a processor's text decides what was paid: no spaces, no plus, no thousands separator,
 * no exponent, at most two decimals.
 * @throws MoneyError `badFormat`, or `notASafeInteger` when too large
 */
export function fromDecimalString(text: string, currency: Currency): Money {
  const [, sign, whole, decimals = ''] = decimalAmount.exec(text) ?? []
  if (whole === undefined) throw new MoneyError('badFormat', `not a decimal amount: ${JSON.stringify(text)}`)
  const amount = Number(whole + decimals.padEnd(2, '0'))
  return money(sign === '-' ? -amount : amount, currency)
}

function assertSameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) {
    throw new MoneyError(
      'mixedCurrency',
      `${a.currency} and ${b.currency} are never added or ranked together`,
    )
  }
}

function fromBigInt(amount: bigint, currency: Currency): Money {
  return money(Number(amount), currency)
}
