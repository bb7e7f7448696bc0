/**
 * VAT of an invoice in another currency is also told in that of the seller's country (Art. 230 of the VAT directive, § 16 (6) UStG, art. 106e (11)
 * of the Polish law), by the rate that staff have entered for the day of the document. Safe for the browser.
 */
import { money, type Currency, type Money } from './money.ts'
import { divideHalfAwayFromZero, fractionOf } from './rounding.ts'

/** What VAT is declared in, by ISO code of the seller's country; of other countries we know no currency, and ask for none. */
export const localCurrencies: Readonly<Record<string, Currency>> = {
  ...Object.fromEntries(
    [
      'AT',
      'BE',
      'CY',
      'DE',
      'EE',
      'ES',
      'FI',
      'FR',
      'GR',
      'HR',
      'IE',
      'IT',
      'LT',
      'LU',
      'LV',
      'MT',
      'NL',
      'PT',
      'SI',
      'SK',
    ].map((country) => [country, 'EUR' as const]),
  ),
  PL: 'PLN',
  RU: 'RUB',
}

/** For so many days a rate holds where no later one follows: as long as the monthly rates of the tax office do. */
export const RATE_DAYS = 31

/**
 * An amount at a rate, rounded once.
 * @param rate what one of the amount's currency costs in the other; at most six decimals
 */
export function exchanged(value: Money, rate: number, currency: Currency): Money {
  const { num, den } = fractionOf(rate)
  return money(Number(divideHalfAwayFromZero(BigInt(value.amount) * num, den)), currency)
}
