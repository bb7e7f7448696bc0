import type { DocumentRow } from './billing-store.ts'
import type { PostingFacts } from './post-ledger.ts'

/** The stock's day of a moment. */
export const dayAt = (document: Pick<DocumentRow, 'snapshot'>, at: Temporal.Instant): Temporal.PlainDate =>
  at.toZonedDateTimeISO(document.snapshot.timeZone).toPlainDate()

/** Whose and what for a posting about a document is. */
export function factsOf(document: DocumentRow, at: Temporal.Instant, reason: string): PostingFacts {
  return {
    reason,
    accountHolderId: document.accountId,
    sellerId: document.sellerId,
    stockId: document.stockId,
    contractId: document.contractId,
    documentId: document.id,
    businessDay: dayAt(document, at),
    recordedAt: at,
  }
}
