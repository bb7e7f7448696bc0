import { money } from './money.ts'
import type { PriceTerms } from './price.ts'

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
export const insurance = { monthly: eur(500), coverage: eur(200_000), taxPercent: 19 }
