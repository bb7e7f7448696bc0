/** The promise before a booking: the first invoice as it will stand, and every payment after it (decision 14, I11). */
import { add, sum, type Money } from './money.ts'
import { priceContract, vatPercentOf, type PricedPeriod, type PriceTerms } from './price.ts'
import { grossOf } from './rate.ts'

export interface PlannedPayment {
  readonly index: number
  /** The period's first day, on which its invoice is due (decision 18). */
  readonly day: Temporal.PlainDate
  readonly months: number
  /** Gross. Promised net: gross follows the VAT law of its day (decision 15). */
  readonly amount: Money
}

export interface Quote {
  readonly first: PricedPeriod
  /** The payments behind the first: all of the term, or the next one where the contract is open-ended. */
  readonly next: readonly PlannedPayment[]
  readonly isOpenEnded: boolean
  /** Month rate plus VAT, as the box shows it: no discount, no insurance. */
  readonly monthlyGross: Money
  /** Everything the term costs, deposit included; null where it has no end. */
  readonly termGross: Money | null
}

/** @throws as `priceContract` */
export function quote(terms: PriceTerms): Quote {
  const first = pricedAt(terms, 0)
  const isOpenEnded = terms.durationMonths === null
  const next = isOpenEnded ? [plannedOf(pricedAt(terms, 1))] : laterPayments(terms)
  return {
    first,
    next,
    isOpenEnded,
    monthlyGross: grossOf(terms.rate, vatPercentOf(terms, terms.startDay)),
    termGross: isOpenEnded
      ? null
      : add(
          first.totals.gross,
          sum(
            next.map((payment) => payment.amount),
            terms.rate.currency,
          ),
        ),
  }
}

function laterPayments(terms: PriceTerms): PlannedPayment[] {
  const planned: PlannedPayment[] = []
  for (
    let priced = priceContract(terms, 1);
    priced !== null;
    priced = priceContract(terms, planned.length + 1)
  ) {
    planned.push(plannedOf(priced))
  }
  return planned
}

function plannedOf({ period, totals }: PricedPeriod): PlannedPayment {
  return { index: period.index, day: period.from, months: period.months, amount: totals.gross }
}

function pricedAt(terms: PriceTerms, index: number): PricedPeriod {
  const priced = priceContract(terms, index)
  if (priced === null) throw new RangeError(`the term has no period ${index}`)
  return priced
}
