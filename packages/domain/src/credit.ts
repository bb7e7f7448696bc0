/** What goes back of issued invoices (decision 17): days that are not used, by what they bore themselves; deposits. */
import { add, least, subtract, sum, zero, type Money } from './money.ts'
import { daysIn } from './period.ts'
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
  readonly discountPercent: number
  /** One month before discount and tax, as the line explains it. */
  readonly rate: Money
  readonly discount?: Explanation['discount']
  readonly coverage?: Money
}

/** An issued invoice of the contract for the days from `from` until `until`, which is the day of moving where that took days from it. */
export interface BilledDocument {
  readonly id: string
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
  readonly lines: readonly BilledLine[]
  /** Days after the end: of no period, though the terms of an open-ended contract know one for every day. */
  readonly isOverstay?: boolean
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
    /** A part of the deposit goes back where the contract moves to a cheaper box. */
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

export interface CreditRules {
  /** What discount the used days keep: that of the months begun, or the one that their invoices bore. */
  readonly discountBy: 'monthsBegun' | 'asBilled'
  /** Days of a begun period that are not used are credited. */
  readonly refundsUnusedTime: boolean
  readonly returnsDeposit: boolean
}

/** What goes back of a contract's invoices where their days from one on are not used. @param documents in order */
export function creditsFrom(
  documents: readonly BilledDocument[],
  terms: readonly PriceTerms[],
  leftOn: Temporal.PlainDate,
  rules: CreditRules,
): readonly Credit[] {
  return inPeriods(documents, terms).flatMap((some) => creditsOf(some, terms, leftOn, rules))
}

/**
 * The invoices of one period in order: one, or its parts where a notice had cut it short and was taken back. What was billed for another
 * box, has lost all of its days to a move, or was billed for days after the end, stands alone.
 */
export function inPeriods(
  documents: readonly BilledDocument[],
  terms: readonly PriceTerms[],
): readonly (readonly BilledDocument[])[] {
  const groups: BilledDocument[][] = []
  let last: { readonly found: ReturnType<typeof termOn>; readonly group: BilledDocument[] } | null = null
  for (const document of documents) {
    const isAlone = document.isOverstay === true || document.from.equals(document.until)
    const found = isAlone ? null : termOn(terms, document.from)
    const isSame =
      found !== null && found.term === last?.found?.term && found.period.from.equals(last.found.period.from)
    if (isSame && last !== null) {
      last.group.push(document)
      continue
    }
    const group = [document]
    groups.push(group)
    // One without days between two parts of a period does not part them.
    if (!document.from.equals(document.until)) last = { found, group }
  }
  return groups
}

/**
 * What goes back of a period's invoices: what they asked for less what the days until the leaving day cost at the rates, the
 * discount rule and the VAT that they bore, kind by kind, never less than nothing, from the last part first (the longer time may have
 * earned a discount that makes it cheaper than a part that was billed before it); and the deposit. A period that has not begun
 * goes back whole; the rest of one that has begun only where that was agreed.
 */
function creditsOf(
  documents: readonly BilledDocument[],
  terms: readonly PriceTerms[],
  leftOn: Temporal.PlainDate,
  { discountBy, refundsUnusedTime, returnsDeposit }: CreditRules,
): readonly Credit[] {
  const begun = documents.filter((document) => compareDays(document.from, leftOn) < 0)
  const [first, last] = [begun[0], begun.at(-1)]
  const isCut = last !== undefined && refundsUnusedTime && compareDays(leftOn, last.until) < 0
  const until = isCut ? leftOn : last?.until
  // What was asked for its days alone, and for all of them, stays.
  const used =
    first === undefined || until === undefined || first.isOverstay === true || (begun.length === 1 && !isCut)
      ? null
      : usedOf(
          terms,
          first,
          begun,
          until,
          discountBy === 'asBilled' ? percentBilled(documents, terms) : discountBy,
        )
  const goesBack = used === null ? new Map<string, Taxed>() : excessOf(begun, used)
  return documents
    .toReversed()
    .flatMap((document): Credit[] => {
      const isBegun = begun.includes(document)
      const lines = document.lines.flatMap((line): CreditLine[] => {
        if (line.kind === 'deposit') return returnsDeposit ? creditLine(line, line, document, 0) : []
        if (!isBegun) return creditLine(line, line, document, 0)
        const excess = goesBack.get(line.kind)
        if (excess === undefined) return []
        const back = { net: least(excess.net, line.net), vat: least(excess.vat, line.vat) }
        goesBack.set(line.kind, {
          net: subtract(excess.net, back.net),
          vat: subtract(excess.vat, back.vat),
        })
        const usedUntil = isCut && document === last ? leftOn : document.until
        return creditLine(line, back, document, daysIn({ from: document.from, until: usedUntil }))
      })
      const [one] = lines
      if (one === undefined) return []
      const isRest = isCut && document === last && lines.some((line) => line.kind !== 'deposit')
      return [
        {
          documentId: document.id,
          from: isRest ? leftOn : document.from,
          until: document.until,
          lines,
          gross: sum(
            lines.map((line) => line.gross),
            one.gross.currency,
          ),
        },
      ]
    })
    .toReversed()
}

type Taxed = Pick<BilledLine, 'net' | 'vat'>

/** What a period's invoices asked for beyond what its days cost, by kind; 0 where it is less. */
function excessOf(documents: readonly BilledDocument[], used: readonly PriceLine[]): Map<string, Taxed> {
  const excess = new Map<string, Taxed>()
  for (const line of documents.flatMap((document) => document.lines)) {
    const before = excess.get(line.kind)
    if (before !== undefined) {
      excess.set(line.kind, { net: add(before.net, line.net), vat: add(before.vat, line.vat) })
      continue
    }
    const cost = used.find((one) => one.kind === line.kind)
    excess.set(line.kind, {
      net: cost === undefined ? line.net : subtract(line.net, cost.net),
      vat: cost === undefined ? line.vat : subtract(line.vat, cost.vat),
    })
  }
  for (const [kind, { net, vat }] of excess)
    excess.set(kind, { net: notBelowZero(net), vat: notBelowZero(vat) })
  return excess
}

/**
 * The discount that a period bears by its last invoice: the rest of one that a notice had cut has brought that of the whole to all of it.
 * A rest that had nothing to ask for bears no rent: its discount is that of its days.
 */
function percentBilled(documents: readonly BilledDocument[], terms: readonly PriceTerms[]): DiscountBy {
  const rents = documents.map(({ lines }) => lines.find(({ kind }) => kind === 'rent'))
  const last = documents.at(-1)
  const found = last && rents.at(-1) === undefined ? termOn(terms, last.from) : null
  const rent =
    last && found
      ? priceContract(found.term, found.period.index, last.until)?.lines[0]
      : rents.findLast((line) => line !== undefined)
  return { percent: rent?.discountPercent ?? 0 }
}

/**
 * What the days of a period from its first invoice's on cost at what the invoices bore; null where they are of no term's.
 * @param until the first day that is not used; the period's end: none is
 */
export function usedOf(
  terms: readonly PriceTerms[],
  first: BilledDocument,
  documents: readonly BilledDocument[],
  until: Temporal.PlainDate,
  discountBy: DiscountBy,
): readonly PriceLine[] | null {
  const found = termOn(terms, first.from)
  if (found === null || compareDays(found.period.until, until) < 0) return null
  const { term, period } = found
  const lines = documents.flatMap((document) => document.lines)
  const rent = lines.find((line) => line.kind === 'rent')
  const insurance = lines.find((line) => line.kind === 'insurance')
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
    firstDayOf(bore, period)?.equals(first.from) === true
      ? priceContract(bore, period.index, until, discountBy)
      : priceRest(bore, period.index, first.from, until, discountBy)
  return priced === null ? null : priced.lines
}

/** @param back what goes back of the line, never more than it asked for */
function creditLine(line: BilledLine, back: Taxed, document: BilledDocument, usedDays: number): CreditLine[] {
  // A tax on nothing would be left over where a rounding stands alone.
  if (back.net.amount === 0) return []
  const isDeposit = line.kind === 'deposit'
  return [
    {
      kind: line.kind,
      quantity: line.quantity,
      net: back.net,
      vat: back.vat,
      vatPercent: line.vatPercent,
      gross: add(back.net, back.vat),
      explanation: {
        rule: isDeposit ? 'depositReturned' : 'unusedDays',
        rate: line.rate,
        months: line.quantity,
        ...(isDeposit ? {} : { days: daysIn(document), usedDays }),
        billed: line.net,
        cost: subtract(line.net, back.net),
        rounding: 'halfAwayFromZero',
      },
    },
  ]
}

const notBelowZero = (value: Money): Money => (value.amount < 0 ? zero(value.currency) : value)
const compareDays = (a: Temporal.PlainDate, b: Temporal.PlainDate): number => Temporal.PlainDate.compare(a, b)
