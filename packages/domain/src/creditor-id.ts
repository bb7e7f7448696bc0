import { plainAccount, remainder97 } from './iban.ts'

/**
 * The identifier under which a creditor collects SEPA direct debits (EPC262-08): country, two check digits, three characters that
 * a creditor may choose for a branch (`ZZZ` where he has none), the national number. Safe for the browser.
 */

/** Countries whose bodies give such identifiers. */
const COUNTRIES =
  'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA'.split(
    ' ',
  )

/** As it is printed and sent: without spaces, in capitals. */
export const plainCreditorId = plainAccount

/** Whether a text, spaces apart, is a creditor identifier: the check digits cover country and national number, never the branch. */
export function isCreditorId(text: string): boolean {
  const id = plainCreditorId(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(id) || !COUNTRIES.includes(id.slice(0, 2)))
    return false
  // Germany numbers all of its creditors with eleven digits.
  if (id.startsWith('DE') && !/^.{7}\d{11}$/.test(id)) return false
  return remainder97(`${id.slice(0, 4)}${id.slice(7)}`) === 1
}
