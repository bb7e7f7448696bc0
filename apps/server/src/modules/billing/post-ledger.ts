import type { Posting } from '@stowage/domain/ledger'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { insertEntries, type NewEntry } from './ledger-store.ts'

export interface PostingFacts {
  readonly reason: string
  /** Whose money it is about; nobody's where the book moves what is the seller's own. */
  readonly accountHolderId?: string
  readonly sellerId: string
  readonly stockId: string
  readonly contractId?: string | undefined
  readonly documentId?: string | undefined
  readonly paymentId?: string | undefined
  readonly businessDay: Temporal.PlainDate
  readonly recordedAt: Temporal.Instant
}

export interface Posted {
  readonly posting: Posting
  readonly facts: PostingFacts
}

/** Writes balanced postings into the book (I3: they sum to zero; `posting()` of the domain refuses anything else). */
export async function post(tx: Tx, postings: readonly Posted[]): Promise<void> {
  await insertEntries(tx, entriesOf(postings))
}

/** The rows of the book that postings are. */
export function entriesOf(postings: readonly Posted[]): NewEntry[] {
  return postings.flatMap(({ posting, facts }) => {
    const postingId = newId()
    return posting.entries.map((entry, index) => ({
      id: newId(),
      posting_id: postingId,
      position: index + 1,
      reason: facts.reason,
      account: entry.account,
      account_holder_id: facts.accountHolderId ?? null,
      seller_id: facts.sellerId,
      stock_id: facts.stockId,
      contract_id: facts.contractId ?? null,
      document_id: facts.documentId ?? null,
      payment_id: facts.paymentId ?? null,
      currency: entry.amount.currency,
      amount: entry.amount.amount,
      business_day: facts.businessDay,
      recorded_at: facts.recordedAt,
    }))
  })
}
