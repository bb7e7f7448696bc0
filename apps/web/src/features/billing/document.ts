import type { listContractInvoices } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import { daysBetween } from '../../ui/days.ts'

/** An issued document as the wire tells it: invoice, penalty, credit note, statement. */
export type BillingDocument = Answer<typeof listContractInvoices>[number]

/** What a row says of a document; days are whole ones, amounts minor units. */
export type DocumentState =
  | { readonly kind: 'paid'; readonly day: string | null }
  /** Nobody has paid it, and it is asked for no more. */
  | { readonly kind: 'writtenOff' }
  /** Credit notes have taken all of it back: a penalty that was waived, an invoice of days that are not rented. */
  | { readonly kind: 'cancelled' }
  /** Money has been sent and not yet arrived: nothing to press. */
  | { readonly kind: 'underWay' }
  | { readonly kind: 'overdue'; readonly days: number }
  /** Due on a day to come, or today. */
  | { readonly kind: 'due'; readonly day: string }
  /** A booking's first invoice: its due day may be past while the box is still held. */
  | { readonly kind: 'waiting' }
  /** Money that goes back to the tenant. */
  | { readonly kind: 'credit' }
  /** Sums up what other documents say; asks for nothing. */
  | { readonly kind: 'statement' }

/**
 * @param today in the stock's zone
 * A pending contract's first invoice is never overdue (decision 18), whatever its due day: the server says so by `overdue`.
 */
export function stateOf(
  document: Pick<
    BillingDocument,
    | 'documentType'
    | 'amount'
    | 'debt'
    | 'writtenOff'
    | 'credited'
    | 'overdue'
    | 'paymentUnderWay'
    | 'paymentDate'
    | 'dueDate'
  >,
  today: string,
): DocumentState {
  if (document.documentType === 'CreditNote') return { kind: 'credit' }
  if (document.documentType === 'Statement') return { kind: 'statement' }
  if (document.amount > 0 && document.credited >= document.amount) return { kind: 'cancelled' }
  if (document.debt <= 0 && document.writtenOff > 0) return { kind: 'writtenOff' }
  if (document.debt <= 0) return { kind: 'paid', day: document.paymentDate ?? null }
  if (document.paymentUnderWay) return { kind: 'underWay' }
  if (document.overdue) return { kind: 'overdue', days: Math.max(1, daysBetween(document.dueDate, today)) }
  return document.dueDate < today ? { kind: 'waiting' } : { kind: 'due', day: document.dueDate }
}

/** What a credit note on it is called: a tenant is let off a penalty, an invoice is put right. */
export const deedOn = ({ lines }: Pick<BillingDocument, 'lines'>): 'waive' | 'correct' =>
  lines.some(({ kind }) => kind === 'penalty') ? 'waive' : 'correct'

/** What is to be paid first: overdue ones, the oldest due day first (decision 18). */
export function overdueFirst(documents: readonly BillingDocument[]): BillingDocument[] {
  return documents
    .filter((document) => document.debt > 0 && document.overdue)
    .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate))
}
