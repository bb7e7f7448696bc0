/**
 * Closing a contract with a settlement by the day (decision 17): what is still to be asked for, what goes back, and what is then
 * left to pay or to pay out. The preview, the closing and the final statement are all this one figure.
 */
import { creditsFrom, type BilledDocument, type Credit, type CreditLine, type CreditRules } from './credit.ts'
import { atFullPrice, isFirstMonthLost, lostFirstMonth, paidUntilLeaving } from './leave-early.ts'
import { compare, least, money, subtract, sum, zero, type Money } from './money.ts'
import { overstayPeriods } from './overstay.ts'
import type { PricedPeriod, PriceTerms } from './price.ts'
import { nextBilled } from './term.ts'

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
  /** That of the months begun unless said otherwise. */
  readonly discountBy?: CreditRules['discountBy']
  /** What is unpaid on the contract's documents. */
  readonly debt: Money
  /** What being late has cost until now and no document says yet: it is charged first. */
  readonly penalties: Money
  /** The tenant's balance with the seller. */
  readonly balance: Money
  /** What is unpaid on his other contracts with the seller: a rest pays that first (decision 18). */
  readonly otherDebt: Money
}

export interface Charge extends PricedPeriod {
  /**
   * Days of the term that no invoice speaks of yet; days behind the leaving day that the tariff asks for; the first month's price that
   * is lost; or days after the end.
   */
  readonly reason: 'term' | 'bound' | 'firstMonth' | 'overstay'
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
  readonly penalties: Money
  readonly balance: Money
  /** What of the rest pays the tenant's other contracts. */
  readonly toOthers: Money
  /** Left to pay on this contract; 0 where something is left to pay out. */
  readonly owed: Money
  readonly payout: Money
}

/**
 * What closing a contract on a day comes to. charged + penalties + debt − balance − credited − deposit = owed − toOthers − payout, always.
 * @throws as `priceContract`
 */
export function planClosing(facts: ClosingFacts): Closing {
  const { currency } = facts.debt
  const { leftOn, refundsUnusedTime, discountBy = 'monthsBegun' } = facts
  // Who withdraws by law has not left early: no tariff asks for more than the days he used.
  const isEarly = discountBy === 'monthsBegun'
  const paidUntil = isEarly ? paidUntilLeaving(facts.terms, leftOn, facts.endDay) : leftOn
  const isLost = isEarly && isFirstMonthLost(facts.terms, paidUntil)
  const priced = isLost ? atFullPrice(facts) : facts
  const lost = isLost ? lostFirstMonth(priced, paidUntil) : null
  const charges = [
    ...chargesOf(priced, paidUntil),
    ...(lost === null ? [] : [{ ...lost, reason: 'firstMonth' as const }]),
  ]
  const credits = creditsFrom(priced.documents, priced.terms, paidUntil, {
    discountBy,
    refundsUnusedTime,
    returnsDeposit: true,
  })
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
  const rest = subtract(
    sum([facts.balance, credited, deposit], currency),
    sum([facts.debt, facts.penalties, charged], currency),
  )
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
    penalties: facts.penalties,
    balance: facts.balance,
    toOthers,
    owed: rest.amount < 0 ? money(-rest.amount, currency) : zero(currency),
    payout: subtract(left, toOthers),
  }
}

/** Days that are to be paid and stand on no invoice: of the term at its own price, behind its end by the day. */
function chargesOf(
  { terms, billedUntil, endDay, leftOn }: ClosingFacts,
  paidUntil: Temporal.PlainDate,
): Charge[] {
  const charges: Charge[] = []
  let from = billedUntil
  const charge = (until: Temporal.PlainDate, reason: 'term' | 'bound'): void => {
    const last = endDay !== null && compareDays(endDay, until) < 0 ? endDay : until
    while (compareDays(from, last) < 0) {
      const next = nextBilled(terms, from, last)
      if (next === null) return
      charges.push({ ...next, reason })
      from = next.period.until
    }
  }
  charge(leftOn, 'term')
  charge(paidUntil, 'bound')
  if (endDay !== null)
    for (const priced of overstayPeriods(terms, endDay, { from: laterOf(from, endDay), until: leftOn }))
      charges.push({ ...priced, reason: 'overstay' })
  return charges
}

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
