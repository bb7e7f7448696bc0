/**
 * What a period of a contract costs, worked out a second time from the specification (decisions 2, 13, 14, 15, 17) and in another
 * way than the product does it: days are counted numbers, money is a bigint, a half is found by the remainder. Imports nothing of
 * the product, on purpose: the proofs hold the one against the other, and a mistake would have to be made twice.
 */

/** Days since 1 January 1970. */
export type Day = number

export interface OracleTerms {
  readonly start: Day
  /** Day of the month on which periods begin where the month has it. */
  readonly anchor: number
  /** null: without an end. */
  readonly months: number | null
  readonly monthsAtOnce: number
  readonly rate: bigint
  /** Hundredths of a percent for each month paid at once; null: by the table. */
  readonly discountPerMonth: number | null
  /** Hundredths of a percent, each from its day on; null: from ever. */
  readonly vat: readonly { readonly from: Day | null; readonly percent: number }[]
  readonly insurance: { readonly monthly: bigint; readonly tax: number } | null
  readonly depositMonths: number
}

export interface OracleLine {
  readonly kind: 'rent' | 'insurance' | 'deposit'
  readonly net: bigint
  readonly vat: bigint
}

export interface OraclePeriod {
  readonly from: Day
  readonly until: Day
  readonly lines: readonly OracleLine[]
}

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number): boolean => year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)
export const lengthOf = (year: number, month: number): number =>
  (LENGTHS[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0)

/** Days of all years before this one, counted from the year 1. */
const daysBefore = (year: number): number => {
  const past = year - 1
  return past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400)
}
const EPOCH = daysBefore(1970)

export function dayOf(year: number, month: number, day: number): Day {
  let count = daysBefore(year) - EPOCH + day - 1
  for (let before = 1; before < month; before += 1) count += lengthOf(year, before)
  return count
}

/** Year, month and day of the month. */
export function written(day: Day): readonly [year: number, month: number, day: number] {
  let year = 1970 + Math.floor(day / 366)
  while (daysBefore(year + 1) - EPOCH <= day) year += 1
  let left = day - (daysBefore(year) - EPOCH)
  let month = 1
  while (left >= lengthOf(year, month)) left -= lengthOf(year, month++)
  return [year, month, left + 1]
}

/** `2027-01-31` */
export function textOf(day: Day): string {
  const [year, month, dayOfMonth] = written(day)
  return `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`
}

/** The anchor day so many months behind a day's month, or the last day of a month without it. */
export function monthsLater(day: Day, months: number, anchor: number): Day {
  const [year, month] = written(day)
  const count = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1]
  return dayOf(toYear, toMonth, Math.min(anchor, lengthOf(toYear, toMonth)))
}

/** Nothing here is below zero: away from zero is up. */
export function nearest(top: bigint, bottom: bigint): bigint {
  const whole = top / bottom
  return (top - whole * bottom) * 2n >= bottom ? whole + 1n : whole
}

const hundredthsOf = (value: bigint, hundredths: number): bigint =>
  nearest(value * BigInt(hundredths), 10_000n)

function discountOf(perMonth: number | null, months: number): number {
  if (perMonth !== null) return Math.min(10_000, perMonth * months)
  if (months >= 11) return 1500
  if (months >= 6) return 1000
  return months >= 3 ? 500 : 0
}

/** The rate of the last day on which one began, 20 % before the first. */
function vatOn(rates: OracleTerms['vat'], day: Day): number {
  let [percent, since] = [2000, -Infinity]
  for (const rate of rates) {
    const from = rate.from ?? Number.MIN_SAFE_INTEGER
    if (from <= day && from >= since) [percent, since] = [rate.percent, from]
  }
  return percent
}

/**
 * What the period with this index costs; null where there is none.
 * @param left the day on which the box is given back, where that is inside the period
 */
export function costOf(terms: OracleTerms, index: number, left: Day | null = null): OraclePeriod | null {
  const begin = index * terms.monthsAtOnce
  const months =
    terms.months === null ? terms.monthsAtOnce : Math.min(terms.monthsAtOnce, terms.months - begin)
  if (months <= 0) return null
  const at = (month: number): Day => monthsLater(terms.start, begin + month, terms.anchor)
  const [from, end] = [at(0), at(months)]
  const until = left !== null && left >= from && left < end ? left : end
  let begun = 0
  while (at(begun) < until) begun += 1

  const shared = (monthly: bigint): bigint =>
    nearest(monthly * BigInt(months) * BigInt(until - from), BigInt(end - from))
  const listed = shared(terms.rate)
  const net =
    listed - hundredthsOf(listed, discountOf(terms.discountPerMonth, until === end ? months : begun))
  const lines: OracleLine[] = [{ kind: 'rent', net, vat: hundredthsOf(net, vatOn(terms.vat, from)) }]
  const { insurance } = terms
  if (insurance !== null && insurance.monthly > 0n) {
    const premium = shared(insurance.monthly)
    lines.push({ kind: 'insurance', net: premium, vat: hundredthsOf(premium, insurance.tax) })
  }
  if (index === 0 && terms.depositMonths > 0)
    lines.push({ kind: 'deposit', net: terms.rate * BigInt(terms.depositMonths), vat: 0n })
  return { from, until, lines }
}

/** Gross of all lines. */
export const grossOf = ({ lines }: Pick<OraclePeriod, 'lines'>): bigint =>
  lines.reduce((running, line) => running + line.net + line.vat, 0n)
