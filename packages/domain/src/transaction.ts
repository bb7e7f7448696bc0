/**
 * What happened with a tenant's money, told from the book: its postings by the deed they belong to. Every cent that came, went or
 * moved between a tenant's balance and his documents is in exactly one of them. Safe for the browser.
 */

/** `credited`: a credit note became balance. `creditReturned`: what the balance had paid is open again, since its source went back. */
export const transactionKinds = [
  'payment',
  'refund',
  /** A refund that nobody of ours made: the payer's bank took the money. The book knows no difference, the payment does. */
  'takenBack',
  'creditUsed',
  'creditReturned',
  'credited',
  'payout',
] as const
export type TransactionKind = (typeof transactionKinds)[number]

/** One posting, from the tenant's side: amounts in minor units of its currency. */
export interface MoneyPosting {
  readonly id: string
  readonly reason: string
  /** Of a payment or payout; a word where the balance or a credit note has paid. */
  readonly paymentId: string | null
  readonly documentId: string | null
  readonly contractId: string | null
  readonly sellerId: string
  readonly currency: string
  /** The instant of the deed: its postings share it. */
  readonly at: string
  /** Business day, YYYY-MM-DD. */
  readonly day: string
  /** What came in (above 0) or went out. */
  readonly cash: number
  /** How the balance grew or shrank. */
  readonly credit: number
  /** What of the document was paid (above 0) or is open again. */
  readonly settled: number
  readonly processor: string | null
}

export interface TransactionShare {
  readonly documentId: string
  /** Below 0: open again. */
  readonly amount: number
}

export interface MoneyTransaction {
  readonly id: string
  readonly kind: TransactionKind
  readonly paymentId: string | null
  readonly sellerId: string
  readonly currency: string
  readonly at: string
  readonly day: string
  readonly processor: string | null
  /** Above 0: came in, was used or credited; below 0: went back to the tenant. */
  readonly amount: number
  readonly balanceChange: number
  /** Of a refund: what was given back without opening anything again. */
  readonly waived: number
  readonly settled: readonly TransactionShare[]
  /** What the deed was about beside what it settled: the credit note, the contract of a payout. */
  readonly documentIds: readonly string[]
  readonly contractIds: readonly string[]
}

/** Which deed a posting belongs to. */
function kindOf({ reason, cash, credit }: MoneyPosting): TransactionKind {
  if (reason === 'payout') return 'payout'
  if (reason === 'credited') return 'credited'
  if (reason === 'refund') return cash === 0 ? 'creditReturned' : 'refund'
  if (cash !== 0) return cash > 0 ? 'payment' : 'refund'
  return credit < 0 ? 'creditUsed' : 'credited'
}

/**
 * Postings as deeds, the latest first. A payment that pays three invoices and leaves a rest is one; its refund is another.
 * Postings that move neither money nor balance are none.
 */
export function transactionsOf(postings: readonly MoneyPosting[]): MoneyTransaction[] {
  const groups = new Map<string, MoneyPosting[]>()
  for (const posting of postings) {
    if (posting.cash === 0 && posting.credit === 0) continue
    const kind = kindOf(posting)
    // A credit note is a deed of its own; so is what the balance pays at one moment.
    const about = kind === 'credited' ? posting.documentId : posting.paymentId
    const key = [kind, about, posting.at, posting.sellerId, posting.currency].join('|')
    groups.set(key, [...(groups.get(key) ?? []), posting])
  }
  return [...groups.values()]
    .map(transactionOf)
    .toSorted((a, b) => compare(b.day, a.day) || compare(b.at, a.at) || compare(b.id, a.id))
}

function transactionOf(postings: readonly MoneyPosting[]): MoneyTransaction {
  const [first] = postings
  if (first === undefined) throw new RangeError('a deed without postings')
  const kind = kindOf(first)
  const total = (field: 'cash' | 'credit' | 'settled'): number =>
    postings.reduce((sum, posting) => sum + posting[field], 0)
  const [cash, credit, paid] = [total('cash'), total('credit'), total('settled')]
  const shares = new Map<string, number>()
  for (const { documentId, settled } of postings)
    if (documentId !== null && settled !== 0) shares.set(documentId, (shares.get(documentId) ?? 0) + settled)
  const those = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((one) => one !== null))]
  return {
    id: postings.map(({ id }) => id).toSorted(compare)[0] ?? first.id,
    kind,
    paymentId: first.paymentId,
    sellerId: first.sellerId,
    currency: first.currency,
    at: first.at,
    day: first.day,
    processor: postings.find(({ processor }) => processor !== null)?.processor ?? null,
    amount: kind === 'creditUsed' ? Math.abs(credit) : cash === 0 ? credit : cash,
    balanceChange: credit,
    waived: kind === 'refund' ? Math.abs(cash - credit - paid) : 0,
    settled: [...shares]
      .filter(([, amount]) => amount !== 0)
      .map(([documentId, amount]) => ({ documentId, amount })),
    documentIds: those(postings.map(({ documentId }) => documentId)),
    contractIds: those(postings.map(({ contractId }) => contractId)),
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * What concerns one contract: what was about it or paid its documents, and whatever else became of the same payments.
 * @param documentIds the contract's documents
 */
export function ofContract(
  transactions: readonly MoneyTransaction[],
  contractId: string,
  documentIds: ReadonlySet<string>,
): MoneyTransaction[] {
  const isAbout = (one: MoneyTransaction): boolean =>
    one.contractIds.includes(contractId) || one.documentIds.some((id) => documentIds.has(id))
  const payments = new Set(
    transactions
      .filter((one) => (one.kind === 'payment' || one.kind === 'refund') && isAbout(one))
      .map(({ paymentId }) => paymentId),
  )
  return transactions.filter(
    (one) =>
      isAbout(one) || ((one.kind === 'payment' || one.kind === 'refund') && payments.has(one.paymentId)),
  )
}

/** The last four digits of a card, whatever a processor sends of it: nothing of ours shows more. */
export function maskedCard(text: string | null): string | null {
  const last = /(\d{4})\D*$/.exec(text ?? '')?.[1]
  return last === undefined ? null : `•••• ${last}`
}
