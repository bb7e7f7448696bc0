/**
 * How received money settles documents (decision 18, I4): the same contract first, the oldest due first, rent before penalty.
 * What is left is surplus and becomes balance; nothing disappears.
 */
import { least, subtract, zero, type Money } from './money.ts'

export interface OpenDocument {
  readonly id: string
  readonly contractId: string
  readonly kind: 'rent' | 'penalty'
  readonly dueDay: Temporal.PlainDate
  /** The unpaid part; documents without one are passed over. */
  readonly debt: Money
}

export interface SettledShare {
  readonly documentId: string
  /** Above 0 and never above the document's debt. */
  readonly amount: Money
}

export interface Settlement {
  readonly shares: readonly SettledShare[]
  readonly surplus: Money
}

/** What the money was sent for; empty where nobody said, as with a balance. */
export interface SettlementAim {
  /** This document comes first: it is what the tenant pressed Pay on. */
  readonly documentId?: string
  readonly contractId?: string
  /** Rent of that contract which was due before this day comes before all else of it: overdue rent is what closes its door. */
  readonly today?: Temporal.PlainDate
}

/**
 * Splits a received amount, or a balance, over open documents of the same tenant, seller and currency.
 * shares + surplus = received, always.
 * @throws RangeError when less than nothing was received; MoneyError `mixedCurrency`
 */
export function settle(
  received: Money,
  documents: readonly OpenDocument[],
  aim: SettlementAim = {},
): Settlement {
  if (received.amount < 0) throw new RangeError('a received amount is never negative')
  let left = received
  const shares: SettledShare[] = []
  for (const document of [...documents].sort((a, b) => compareTurn(a, b, aim))) {
    const amount = least(left, document.debt)
    if (amount.amount <= 0) continue
    shares.push({ documentId: document.id, amount })
    left = subtract(left, amount)
  }
  return { shares, surplus: left.amount === 0 ? zero(received.currency) : left }
}

function compareTurn(a: OpenDocument, b: OpenDocument, aim: SettlementAim): number {
  return (
    Number(b.id === aim.documentId) - Number(a.id === aim.documentId) ||
    Number(b.contractId === aim.contractId) - Number(a.contractId === aim.contractId) ||
    Number(closesDoor(b, aim)) - Number(closesDoor(a, aim)) ||
    Temporal.PlainDate.compare(a.dueDay, b.dueDay) ||
    Number(a.kind === 'penalty') - Number(b.kind === 'penalty') ||
    (a.id < b.id ? -1 : 1)
  )
}

const closesDoor = (
  { contractId, kind, dueDay }: OpenDocument,
  { contractId: aimed, today }: SettlementAim,
): boolean =>
  today !== undefined &&
  contractId === aimed &&
  kind === 'rent' &&
  Temporal.PlainDate.compare(dueDay, today) < 0
