/** Telephone numbers as networks write them: E.164, a plus and up to fifteen digits. Safe for the browser. */

/** How people at home write a number: what stands before it, and how many digits follow. */
const AT_HOME: Readonly<
  Record<string, { readonly code: string; readonly trunk: string; readonly digits: readonly number[] }>
> = {
  RU: { code: '7', trunk: '8', digits: [10] },
  KZ: { code: '7', trunk: '8', digits: [10] },
  BY: { code: '375', trunk: '80', digits: [9] },
  DE: { code: '49', trunk: '0', digits: [10, 11] },
  AT: { code: '43', trunk: '0', digits: [10, 11, 12] },
  CH: { code: '41', trunk: '0', digits: [9] },
  PL: { code: '48', trunk: '', digits: [9] },
  US: { code: '1', trunk: '1', digits: [10] },
}

const E164 = /^\+[1-9]\d{7,14}$/

export const isE164 = (number: string): boolean => E164.test(number)

/**
 * A number as somebody typed it, in E.164; null where nobody could tell which one is meant.
 * @param country of the person, ISO 3166 in two letters, for numbers without a country's code
 */
export function toE164(typed: string, country: string): string | null {
  const text = typed.trim()
  if (!/^\+?[\d\s\-.()/]+$/.test(text)) return null
  // (0) stands for the digit that is left out when a country's code is dialled.
  const digits = text.replace(/^(\+\d{1,3}\s*)\(0\)/, '$1').replace(/\D/g, '')
  const abroad = text.startsWith('+') ? digits : digits.startsWith('00') ? digits.slice(2) : null
  if (abroad !== null) return isE164(`+${abroad}`) ? `+${abroad}` : null
  const home = AT_HOME[country.trim().toUpperCase()]
  if (!home) return null
  const { code, trunk } = home
  const own =
    trunk !== '' && digits.startsWith(trunk)
      ? digits.slice(trunk.length)
      : trunk === '' || trunk === '1' || trunk === '8'
        ? digits
        : null
  return own !== null && home.digits.includes(own.length) ? `+${code}${own}` : null
}
