/**
 * International bank account numbers (ISO 13616): 15 to 34 letters and digits, checked by remainder 97. Safe for the browser.
 */

/** As a bank keeps it: without spaces, in capitals. Also for account numbers of countries without IBAN. */
export const plainAccount = (text: string): string => text.replaceAll(/[\s\u00a0.-]/g, '').toUpperCase()

/** Lengths of the countries whose accounts our tenants have most; of others only the check digits are asked. */
const LENGTHS: Readonly<Record<string, number>> = {
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
}

/** Whether a text, spaces apart, is an IBAN with the right check digits. */
export function isIban(text: string): boolean {
  const iban = plainAccount(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const length = LENGTHS[iban.slice(0, 2)]
  return (length === undefined || length === iban.length) && remainder97(iban) === 1
}

/**
 * The countries of the European Economic Area: there a direct debit needs the account's IBAN and nothing else. In the other
 * countries of the SEPA area (CH, GB, MC and some more) banks also want their own code and the payer's address.
 */
const EEA = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
)

/** Whether an account can be debited by SEPA direct debit knowing its IBAN alone. */
export const isDebitableIban = (text: string): boolean =>
  isIban(text) && EEA.includes(plainAccount(text).slice(0, 2))

/** The remainder by which ISO 7064 checks: the first four characters go to the end, letters count from 10. */
export function remainder97(text: string): number {
  let rest = 0
  for (const char of `${text.slice(4)}${text.slice(0, 4)}`) {
    const value = Number.parseInt(char, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** What of an account number may be shown to who need not know it: `DE89 … 3000`. */
export function maskedAccount(account: string): string {
  const plain = plainAccount(account)
  return plain.length < 9 ? plain : `${plain.slice(0, 4)} … ${plain.slice(-4)}`
}
