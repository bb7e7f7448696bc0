/**
 * Closing a contract with a settlement by the day (decision 17): what is still to be asked for, what goes back, and what is then
 * left to pay or to pay out. The preview, the closing and the final statement are all this one figure.
 */
import { rateOn } from './dated-rate.ts'
import { add, compare, least, money, percentOf, subtract, sum, times, zero, type Money } from './money.ts'
import { contains, daysIn } from './period.ts'
import {
  priceContract,
  priceRest,
  totalsOf,
  vatPercentOf,
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
  const credits = facts.documents.flatMap((document) => creditOf(document, facts))
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

/**
 * Days after the end at the daily share of the last rate: the last period's price without a discount ÷ its days × the days;
 * insurance the same; VAT of the first of the days (decisions 15, 17). null where there are none.
 * @param until the day on which the box is given back, which is not charged
 */
export function priceOverstay(
  terms: readonly PriceTerms[],
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
): PricedPeriod | null {
  if (compareDays(from, until) >= 0) return null
  const last = lastPeriod(terms, from)
  if (last === null) return null
  const { term, period } = last
  const days = daysIn({ from, until })
  const share = (monthly: Money): Money => times(times(monthly, period.months), days, daysIn(period))
  const line = (
    kind: 'rent' | 'insurance',
    monthly: Money,
    vatPercent: number,
    coverage?: Money,
  ): PriceLine => {
    const net = share(monthly)
    const vat = percentOf(net, vatPercent)
    return {
      kind,
      quantity: days,
      unit: 'day',
      discountPercent: 0,
      discount: zero(net.currency),
      net,
      vatPercent,
      vat,
      gross: add(net, vat),
      explanation: {
        rule: 'overstayDays',
        rate: monthly,
        months: period.months,
        days: daysIn(period),
        usedDays: days,
        ...(coverage === undefined ? {} : { coverage }),
        rounding: 'halfAwayFromZero',
      },
    }
  }
  const { insurance } = term
  // A rise that was to begin with an extension is none of theirs who did not extend.
  const { rate } = rateOn(term, period.from)
  const lines = [
    line('rent', rate, vatPercentOf(term, from)),
    ...(insurance !== null && insurance.monthly.amount > 0
      ? [line('insurance', insurance.monthly, insurance.taxPercent, insurance.coverage)]
      : []),
  ]
  return {
    period: { index: period.index, months: period.months, from, until },
    lines,
    totals: totalsOf(lines, term.rate.currency),
  }
}

/** The period that a day lies in, or where it lies behind the last one, that. */
function lastPeriod(terms: readonly PriceTerms[], from: Temporal.PlainDate) {
  const within = termOn(terms, from.subtract({ days: 1 })) ?? termOn(terms, from)
  if (within !== null) return within
  const term = terms.at(-1)
  if (term === undefined || term.durationMonths === null) return null
  const index = Math.ceil(term.durationMonths / term.periodMonths) - 1
  const priced = priceContract({ ...term, depositMonths: 0 }, index)
  return priced && { term, period: priced.period }
}

/**
 * What goes back of an invoice: what it asked for less what its days until the leaving day cost at the rates, the discount rule and
 * the VAT that it bore, line by line, never less than nothing; and its deposit. A period that has not begun goes back
 * whole; the rest of one that has begun only where that was agreed.
 */
function creditOf(
  document: BilledDocument,
  { terms, leftOn, refundsUnusedTime }: ClosingFacts,
): readonly Credit[] {
  const isBegun = compareDays(document.from, leftOn) < 0
  const isUsedUp = compareDays(document.until, leftOn) <= 0
  const used = isUsedUp || (isBegun && !refundsUnusedTime) ? null : usedOf(terms, document, leftOn)
  const lines = document.lines.flatMap((line) => {
    if (line.kind === 'deposit') return creditLine(line, null, document, 0)
    if (used === null) return []
    const cost = used.find((one) => one.kind === line.kind) ?? null
    return creditLine(line, cost, document, isBegun ? daysIn({ from: document.from, until: leftOn }) : 0)
  })
  const [first] = lines
  if (first === undefined) return []
  const isDepositOnly = lines.every((line) => line.kind === 'deposit')
  return [
    {
      documentId: document.id,
      from: isBegun && !isDepositOnly ? leftOn : document.from,
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
  const priced = document.from.equals(period.from)
    ? priceContract(bore, period.index, leftOn)
    : priceRest(bore, period.index, document.from, leftOn)
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
