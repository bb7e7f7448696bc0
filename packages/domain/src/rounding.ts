/**
 * Exact arithmetic under money and percentages. Floats never meet a cent: numbers are taken as the decimals they print as
 * (1.15 is 115/100, not 1.149999…) and divided as big integers. Safe for the browser.
 */

/** A rational number; `den` is always above 0. */
export interface Fraction {
  readonly num: bigint
  readonly den: bigint
}

/**
 * num ÷ den as an integer, halves away from zero, so that −x always rounds to minus what x rounds to
 * (decision 2; a credit line must be the exact mirror of its original).
 * @throws RangeError when `den` is 0
 */
export function divideHalfAwayFromZero(num: bigint, den: bigint): bigint {
  if (den === 0n) throw new RangeError('division by zero')
  const negative = num < 0n !== den < 0n
  const top = num < 0n ? -num : num
  const bottom = den < 0n ? -den : den
  const rounded = (2n * top + bottom) / (2n * bottom)
  return negative ? -rounded : rounded
}

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * The number exactly as it prints: 3.27 → 327/100.
 * @throws RangeError for NaN, infinities and numbers so large or small that they print with an exponent
 */
export function fractionOf(value: number): Fraction {
  if (Number.isSafeInteger(value)) return { num: BigInt(value), den: 1n }
  const [, sign, whole, decimals = ''] = decimal.exec(String(value)) ?? []
  if (whole === undefined) throw new RangeError(`not a plain decimal number: ${value}`)
  const digits = BigInt(whole + decimals)
  return { num: sign === '-' ? -digits : digits, den: 10n ** BigInt(decimals.length) }
}
