/**
 * Closing a contract with a settlement by the day (decision 17): what is still to be asked for, what goes back, and what is then
 * left to pay or to pay out. The preview, the closing and the final statement are all this one figure.
 */
import { add, compare, least, money, subtract, sum, zero, type Money } from './money.ts'
import { priceOverstay } from './overstay.ts'
import { contains, daysIn } from './period.ts'
import {
  priceContract,
  priceRest,
  type Explanation,
  type PricedPeriod,
  type PriceLine,
  type PriceTerms,
} from './price.ts'
import { nextBilled, termOn } from './term.ts'

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

/** An issued invoice of the contract for the days from `from` until `until`. */
export interface BilledDocument {
  readonly id: string
  readonly from: Temporal.PlainDate
  readonly until: Temporal.PlainDate
  readonly lines: readonly BilledLine[]
}

export interface ClosingFacts {
  /** In order, with the VAT of the law. */
  readonly terms: readonly PriceTerms[]
  readonly documents: readonly BilledDocument[]
  /** The first day that no invoice speaks of. */
  readonly billedUntil: Temporal.PlainDate
  /** The end of the contract; null while open-ended. */
  readonly endDay: Temporal.PlainDate | null
  /** The day on which the box is given back; it is not charged any more. */
  readonly leftOn: Temporal.PlainDate
  /** Days of a begun period that are not used are credited. */
  readonly refundsUnusedTime: boolean
  /** What is unpaid on the contract's documents. */
  readonly debt: Money
  /** The tenant's balance with the seller. */
  readonly balance: Money
  /** What is unpaid on his other contracts with the seller: a rest pays that first (decision 18). */
  readonly otherDebt: Money
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
    readonly rule: 'unusedDays' | 'depositReturned'
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

export interface Charge extends PricedPeriod {
  /** Days of the term that no invoice speaks of yet, or days after its end. */
  readonly reason: 'term' | 'overstay'
}

export interface Closing {
  readonly leftOn: Temporal.PlainDate
  readonly charges: readonly Charge[]
  readonly credits: readonly Credit[]
  /** Gross sums of the charges, of the credits of rent and insurance, and of the deposit that goes back. */
  readonly charged: Money
  readonly credited: Money
  readonly deposit: Money
  readonly debt: Money
  readonly balance: Money
  /** What of the rest pays the tenant's other contracts. */
  readonly toOthers: Money
  /** Left to pay on this contract; 0 where something is left to pay out. */
  readonly owed: Money
  readonly payout: Money
}

/**
 * What closing a contract on a day comes to. charged + debt − balance − credited − deposit = owed − toOthers − payout, always.
 * @throws as `priceContract`
 */
export function planClosing(facts: ClosingFacts): Closing {
  const { currency } = facts.debt
  const charges = chargesOf(facts)
  const credits = inPeriods(facts).flatMap((documents) => creditsOf(documents, facts))
  const gross = (lines: readonly CreditLine[]): Money =>
    sum(
      lines.map((line) => line.gross),
      currency,
    )
  const lines = credits.flatMap((credit) => credit.lines)
  const charged = sum(
    charges.map((charge) => charge.totals.gross),
    currency,
  )
  const credited = gross(lines.filter((line) => line.kind !== 'deposit'))
  const deposit = gross(lines.filter((line) => line.kind === 'deposit'))
  const rest = subtract(sum([facts.balance, credited, deposit], currency), add(facts.debt, charged))
  const left = rest.amount > 0 ? rest : zero(currency)
  const toOthers = least(left, facts.otherDebt)
  return {
    leftOn: facts.leftOn,
    charges,
    credits,
    charged,
    credited,
    deposit,
    debt: facts.debt,
    balance: facts.balance,
    toOthers,
    owed: rest.amount < 0 ? money(-rest.amount, currency) : zero(currency),
    payout: subtract(left, toOthers),
  }
}

/** Days that have begun and stand on no invoice: of the term at its own price, behind its end by the day. */
function chargesOf({ terms, billedUntil, endDay, leftOn }: ClosingFacts): Charge[] {
  const charges: Charge[] = []
  const last = endDay !== null && compareDays(endDay, leftOn) < 0 ? endDay : leftOn
  let from = billedUntil
  while (compareDays(from, last) < 0) {
    const next = nextBilled(terms, from, last)
    if (next === null) break
    charges.push({ ...next, reason: 'term' })
    from = next.period.until
  }
  const overstay = endDay === null ? null : priceOverstay(terms, laterOf(from, endDay), leftOn)
  if (overstay !== null) charges.push({ ...overstay, reason: 'overstay' })
  return charges
}

/** The invoices of one period in order: one, or its parts where a notice had cut it short and was taken back. */
function inPeriods({ terms, documents }: ClosingFacts): readonly (readonly BilledDocument[])[] {
  const groups: BilledDocument[][] = []
  for (const document of documents) {
    const period = termOn(terms, document.from)?.period
    const [first] = groups.at(-1) ?? []
    if (first !== undefined && period !== undefined && contains(period, first.from))
      groups.at(-1)?.push(document)
    else groups.push([document])
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
  { terms, leftOn, refundsUnusedTime }: ClosingFacts,
): readonly Credit[] {
  const begun = documents.filter((document) => compareDays(document.from, leftOn) < 0)
  const [first, last] = [begun[0], begun.at(-1)]
  const isCut = last !== undefined && refundsUnusedTime && compareDays(leftOn, last.until) < 0
  const until = isCut ? leftOn : last?.until
  // What was asked for its days alone, and for all of them, stays.
  const used =
    first === undefined || until === undefined || (begun.length === 1 && !isCut)
      ? null
      : usedOf(terms, first, begun, until)
  const goesBack = used === null ? new Map<string, Taxed>() : excessOf(begun, used)
  return documents
    .toReversed()
    .flatMap((document): Credit[] => {
      const isBegun = begun.includes(document)
      const lines = document.lines.flatMap((line): CreditLine[] => {
        if (line.kind === 'deposit') return creditLine(line, line, document, 0)
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
 * What the days of a period from its first invoice's on cost at what the invoices bore; null where they are of no term's.
 * @param until the first day that is not used; the period's end: none is
 */
function usedOf(
  terms: readonly PriceTerms[],
  first: BilledDocument,
  documents: readonly BilledDocument[],
  until: Temporal.PlainDate,
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
  const priced = first.from.equals(period.from)
    ? priceContract(bore, period.index, until)
    : priceRest(bore, period.index, first.from, until)
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
const laterOf = (a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate =>
  compareDays(a, b) < 0 ? b : a

/** Whether two closings come to the same: what was shown is what is done. */
export function isSameClosing(
  closing: Closing,
  shown: Readonly<Record<'charged' | 'credited' | 'deposit' | 'owed' | 'payout', number>>,
): boolean {
  return (['charged', 'credited', 'deposit', 'owed', 'payout'] as const).every(
    (name) => compare(closing[name], money(shown[name], closing[name].currency)) === 0,
  )
}
