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
  /** What served notices have made of it, each from the first day of a period on. */
  readonly rises?: readonly { readonly from: Day; readonly rate: bigint }[]
  /** Hundredths of a percent for each month paid at once; null: by the table. */
  readonly discountPerMonth: number | null
  /** Instead of both: percent off each month of the term from a month on, and what the first month costs. */
  readonly tariff?: {
    readonly steps: readonly { readonly month: number; readonly percent: number }[]
    readonly firstMonth: bigint | null
  }
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
export function vatOn(rates: OracleTerms['vat'], day: Day): number {
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
  const rate = terms.rises?.findLast((rise) => rise.from <= from)?.rate ?? terms.rate
  const listed = shared(rate)
  const isCut = until < end
  const off =
    terms.tariff === undefined
      ? hundredthsOf(listed, discountOf(terms.discountPerMonth, isCut ? begun : months))
      : offByMonth(
          terms.tariff,
          begin,
          isCut
            ? inShares(
                listed,
                Array.from({ length: months }, (_, month) =>
                  Math.max(0, Math.min(at(month + 1), until) - at(month)),
                ),
              )
            : Array.from({ length: months }, () => rate),
        )
  const net = listed - off
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

/** What a tariff takes off months of a term, the first of them behind `before` others. */
function offByMonth(
  { steps, firstMonth }: NonNullable<OracleTerms['tariff']>,
  before: number,
  months: readonly bigint[],
): bigint {
  return months.reduce((sum, listed, index) => {
    const month = before + index + 1
    const reached = steps.filter((step) => step.month <= month).toSorted((a, b) => a.month - b.month)
    const byStep = hundredthsOf(listed, reached.at(-1)?.percent ?? 0)
    const byPrice = month === 1 && firstMonth !== null ? listed - firstMonth : 0n
    return sum + (byPrice > byStep ? byPrice : byStep)
  }, 0n)
}

/** A sum in whole parts as the days are: rounded down, and the rest a cent each to whoever lost most by it, the earlier first. */
function inShares(sum: bigint, days: readonly number[]): bigint[] {
  const all = BigInt(days.reduce((total, count) => total + count, 0))
  if (all === 0n) return days.map(() => 0n)
  const parts = days.map((count) => (sum * BigInt(count)) / all)
  const lost = days.map((count, index) => ({ index, rest: (sum * BigInt(count)) % all }))
  lost.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  const left = Number(sum - parts.reduce((total, part) => total + part, 0n))
  for (const { index } of lost.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n
  return parts
}

/** Gross of all lines. */
export const grossOf = ({ lines }: Pick<OraclePeriod, 'lines'>): bigint =>
  lines.reduce((running, line) => running + line.net + line.vat, 0n)
