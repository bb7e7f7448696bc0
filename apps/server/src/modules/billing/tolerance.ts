import { postShortfall, reversal } from '@stowage/domain/ledger'
import { money } from '@stowage/domain/money'
import type { Tx } from '../../platform/database/transaction.ts'
import { addPaid, insertSettlement, type DocumentRow } from './billing-store.ts'
import { PAID_BY_TOLERANCE } from './events.ts'
import { post } from './post-ledger.ts'
import { factsOf } from './posting-facts.ts'
import { takePaid, toleratedOf, toleranceFor } from './settlement-store.ts'

/** Whether what is missing of a contract's first invoice counts as paid with its seller. */
export async function isWithinTolerance(tx: Tx, documentId: string, missing: number): Promise<boolean> {
  const tolerance = await toleranceFor(tx, documentId)
  return tolerance !== undefined && missing <= tolerance
}

/** The seller bears the rest of a first invoice: it is paid, and the book shows the shortfall as an entry of its own. */
export async function tolerateRest(
  tx: Tx,
  document: DocumentRow,
  rest: number,
  at: Temporal.Instant,
): Promise<void> {
  const amount = money(rest, document.currency)
  await insertSettlement(tx, {
    paymentId: PAID_BY_TOLERANCE,
    documentId: document.id,
    amount: rest,
    currency: document.currency,
    at,
  })
  await addPaid(tx, document.id, rest, at)
  const facts = { ...factsOf(document, at, 'tolerance'), paymentId: PAID_BY_TOLERANCE }
  await post(tx, [{ posting: postShortfall(amount), facts }])
}

/** The payment that had been short went back: the document asks for all of it again. */
export async function takeToleranceBack(tx: Tx, document: DocumentRow, at: Temporal.Instant): Promise<void> {
  const tolerated = await toleratedOf(tx, document.id)
  if (tolerated <= 0) return
  await insertSettlement(tx, {
    paymentId: PAID_BY_TOLERANCE,
    documentId: document.id,
    amount: -tolerated,
    currency: document.currency,
    at,
  })
  await takePaid(tx, document.id, tolerated)
  const facts = { ...factsOf(document, at, 'tolerance'), paymentId: PAID_BY_TOLERANCE }
  await post(tx, [{ posting: reversal(postShortfall(money(tolerated, document.currency))), facts }])
}
