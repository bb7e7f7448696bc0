import type { BilledDocument } from './credit.ts'
import { money } from './money.ts'
import type { PricedPeriod, PriceTerms } from './price.ts'

export const eur = (amount: number) => money(amount, 'EUR')
export const day = (text: string) => Temporal.PlainDate.from(text)
/** Six months from 31 January 2027 at 100.00 EUR, paid month by month, unless said otherwise. */
export const terms = (changes: Partial<PriceTerms> = {}): PriceTerms => ({
  startDay: day('2027-01-31'),
  durationMonths: 6,
  periodMonths: 1,
  rate: eur(10_000),
  discount: { kind: 'table' },
  vatPercent: 20,
  insurance: null,
  depositMonths: 0,
  ...changes,
})
/** Eleven months from 31 January 2027 at 100.00 EUR, paid at once. */
export const prepaid = (changes: Partial<PriceTerms> = {}): PriceTerms =>
  terms({ durationMonths: 11, periodMonths: 11, vatPercent: 19, ...changes })
/** The invoice of a priced period, as billing knows it once it is issued. */
export const billedAs = (id: string, { period, lines }: PricedPeriod): BilledDocument => ({
  id,
  from: period.from,
  until: period.until,
  lines: lines.map(({ kind, quantity, net, vat, vatPercent, discountPercent, explanation }) => ({
    kind,
    quantity,
    net,
    vat,
    vatPercent,
    discountPercent,
    rate: explanation.rate,
    ...(explanation.discount === undefined ? {} : { discount: explanation.discount }),
    ...(explanation.coverage === undefined ? {} : { coverage: explanation.coverage }),
  })),
})
export const insurance = { monthly: eur(500), coverage: eur(200_000), taxPercent: 19 }
