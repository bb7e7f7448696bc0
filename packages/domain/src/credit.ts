/** What goes back of issued invoices (decision 17): days that are not used, by what they bore themselves; deposits. */
import { add, least, subtract, sum, zero, type Money } from './money.ts'
import { contains, daysIn } from './period.ts'
import {
  firstDayOf,
  priceContract,
  priceRest,
  type DiscountBy,
  type Explanation,
  type PriceLine,
  type PriceTerms,
} from './price.ts'
import { termOn } from './term.ts'

/** A line as it stands on an issued invoice, less what was credited of it already. */
export interface BilledLine {
  readonly kind: 'rent' | 'insurance' | 'deposit'
  readonly quantity: number
  readonly net: Money
  readonly vat: Money
  readonly vatPercent: number
  /** One month before discount and tax, as the line explains it. */
  readonly rate: Money
  readonly discount?: Explanation['discount']
  readonly coverage?: Money
}

/** An issued invoice of the contract for the days from `from` until `until`, which is the day of moving where a change of the box took days from it. */
export interface BilledDocument {
  readonly id: string
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
  readonly lines: readonly BilledLine[]
}

/** A share of an original line that goes back; amounts above 0. */
export interface CreditLine {
  readonly kind: BilledLine['kind']
  readonly quantity: number
  readonly net: Money
  readonly vat: Money
  readonly vatPercent: number
  readonly gross: Money
  readonly explanation: {
    /** A part of the deposit goes back where the box was changed for a cheaper one. */
    readonly rule: 'unusedDays' | 'depositReturned' | 'depositDifference'
    readonly rate: Money
    readonly months: number
    /** Days of the corrected invoice, and how many of them were used; absent on the deposit. */
    readonly days?: number
    readonly usedDays?: number
    /** Net: what was billed, and what the used days cost. */
    readonly billed: Money
    readonly cost: Money
    readonly rounding: 'halfAwayFromZero'
  }
}

export interface Credit {
  readonly documentId: string
  /** The credited days; all of the invoice's where only the deposit goes back. */
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
  readonly lines: readonly CreditLine[]
  readonly gross: Money
}

/**
 * What an invoice asked for its days from `until` on: all that it bears less what the days before cost at its own rates, discount
 * rule and VAT, line by line, never less than nothing. Deposits are left alone.
 * @param discountBy as for `priceContract`
 */
export function creditUnused(
  document: BilledDocument,
  terms: readonly PriceTerms[],
  until: Temporal.PlainDate,
  discountBy: DiscountBy,
): readonly CreditLine[] {
  const used = compareDays(document.until, until) <= 0 ? null : usedOf(terms, document, until, discountBy)
  if (used === null) return []
  const isBegun = compareDays(document.from, until) < 0
  return document.lines.flatMap((line) => {
    if (line.kind === 'deposit') return []
    const cost = used.find((one) => one.kind === line.kind) ?? null
    return creditLine(line, cost, document, isBegun ? daysIn({ from: document.from, until }) : 0)
  })
}

/** The deposit of an invoice, all that is left of it. */
export function returnDeposit(document: BilledDocument): readonly CreditLine[] {
  return document.lines.flatMap((line) =>
    line.kind === 'deposit' ? creditLine(line, null, document, 0) : [],
  )
}

/** One credit of an invoice with these lines; none where there are none. @param until the first day that is not used any more */
export function creditWith(
  document: BilledDocument,
  until: Temporal.PlainDate,
  lines: readonly CreditLine[],
): readonly Credit[] {
  const [first] = lines
  if (first === undefined) return []
  const isDepositOnly = lines.every((line) => line.kind === 'deposit')
  const isBegun = compareDays(document.from, until) < 0
  return [
    {
      documentId: document.id,
      from: isBegun && !isDepositOnly ? until : document.from,
      until: document.until,
      lines,
      gross: sum(
        lines.map((line) => line.gross),
        first.gross.currency,
      ),
    },
  ]
}

/** What the used days of an invoice cost at what it bore; null where it is none of a term's. */
function usedOf(
  terms: readonly PriceTerms[],
  document: BilledDocument,
  leftOn: Temporal.PlainDate,
  discountBy: DiscountBy,
): readonly PriceLine[] | null {
  if (compareDays(leftOn, document.from) <= 0) return []
  const found = termOn(terms, document.from)
  if (found === null || !contains(found.period, leftOn)) return null
  const { term, period } = found
  const rent = document.lines.find((line) => line.kind === 'rent')
  const insurance = document.lines.find((line) => line.kind === 'insurance')
  const bore: PriceTerms = {
    ...term,
    depositMonths: 0,
    ...(rent === undefined
      ? {}
      : {
          rate: rent.rate,
          laterRates: [],
          vatPercent: rent.vatPercent,
          discount: rent.discount ?? term.discount,
        }),
    insurance:
      insurance === undefined
        ? null
        : {
            monthly: insurance.rate,
            coverage: insurance.coverage ?? zero(insurance.rate.currency),
            taxPercent: insurance.vatPercent,
          },
  }
  const priced =
    firstDayOf(bore, period)?.equals(document.from) === true
      ? priceContract(bore, period.index, leftOn, discountBy)
      : priceRest(bore, period.index, document.from, leftOn, discountBy)
  return priced === null ? null : priced.lines
}

function creditLine(
  line: BilledLine,
  cost: PriceLine | null,
  document: BilledDocument,
  usedDays: number,
): CreditLine[] {
  const { currency } = line.net
  const costNet = cost?.net ?? zero(currency)
  const net = notBelowZero(subtract(line.net, costNet))
  const vat = least(notBelowZero(subtract(line.vat, cost?.vat ?? zero(currency))), line.vat)
  // A tax on nothing would be left over where a rounding stands alone.
  if (net.amount === 0) return []
  const isDeposit = line.kind === 'deposit'
  return [
    {
      kind: line.kind,
      quantity: line.quantity,
      net: least(net, line.net),
      vat,
      vatPercent: line.vatPercent,
      gross: add(least(net, line.net), vat),
      explanation: {
        rule: isDeposit ? 'depositReturned' : 'unusedDays',
        rate: line.rate,
        months: line.quantity,
        ...(isDeposit ? {} : { days: daysIn(document), usedDays }),
        billed: line.net,
        cost: costNet,
        rounding: 'halfAwayFromZero',
      },
    },
  ]
}

const notBelowZero = (value: Money): Money => (value.amount < 0 ? zero(value.currency) : value)
const compareDays = (a: Temporal.PlainDate, b: Temporal.PlainDate): number => Temporal.PlainDate.compare(a, b)
