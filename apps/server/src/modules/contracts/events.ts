import type { Currency } from '@stowage/domain/money'
import { eventType } from '../../platform/events/event.ts'

/** Aggregate: `contract:<id>`. */
export interface AboutContract extends Record<string, unknown> {
  contractId: string
  accountId: string
  stockId: string
  boxId: string
}
export const contractBooked = eventType<AboutContract & { documentId: string; paymentMethod: string }>(
  'contract-booked',
)
export const contractActivated = eventType<AboutContract>('contract-activated')
/**
 * `came`: what had been paid on its first document, in minor units, and `kept`: what of that is the tenant's balance now; both
 * absent where nothing had come.
 */
export const contractCancelled = eventType<
  AboutContract & {
    reason: 'hold-ended' | 'given-up' | 'withdrawn' | 'import-undone'
    came?: number
    kept?: number
    currency?: Currency
  }
>('contract-cancelled')
/** A part of the first document came: `amount` now, `missing` still, in minor units. */
export const firstPaymentIncomplete = eventType<
  AboutContract & {
    documentId: string
    paymentId: string
    amount: number
    missing: number
    currency: Currency
  }
>('first-payment-incomplete')
/**
 * Money came for the first document of a contract that was cancelled before: `amount` of it, of which `kept` is the tenant's balance
 * now, in minor units.
 */
export const paymentCameTooLate = eventType<
  AboutContract & { documentId: string; paymentId: string; amount: number; kept: number; currency: Currency }
>('payment-came-too-late')
export const contractEnded = eventType<AboutContract>('contract-ended')
/** One more term stands behind the last: its first day, and the first behind it. */
export const contractExtended = eventType<AboutContract & { from: string; until: string }>(
  'contract-extended',
)
/** The tenant leaves on that day, at that time in the stock's zone. */
export const noticeGiven = eventType<AboutContract & { day: string; time: string }>('notice-given')
export const noticeWithdrawn = eventType<AboutContract>('notice-withdrawn')
/** Marked as internal for a staff user, or for nobody any more: who may see it has changed. */
export const contractMarked = eventType<AboutContract>('contract-marked')
/** It goes on in another box of its stock, which `boxId` is, from that day on. */
export const contractMoved = eventType<AboutContract & { transferId: string }>('contract-moved')
/** A contract of an external stock is here, or is otherwise than it was, as its source says. */
export const externalContractTaken = eventType<AboutContract>('external-contract-taken')
/**
 * Somebody wants a contract or a box of an external stock changed: only its source can (decision 21). `payload` says what a date alone
 * does not.
 */
export const externalChangeAsked = eventType<ExternalWish>('external-change-asked')
export interface ExternalWish extends Record<string, unknown> {
  kind: 'terminate' | 'notice' | 'extend' | 'book' | 'document_dates' | 'customer'
  stockId: string
  contractId: string | null
  boxId: string | null
  accountId: string | null
  /** YYYY-MM-DD */
  dateValue: string | null
  payload: Record<string, unknown>
  askedById: string
}
/** The link to withdraw from a contract was asked for. */
export const withdrawalAsked = eventType<AboutContract & { requestId: string }>('withdrawal-asked')
/** The right of withdrawal was used; `mayBeInside`: the box is held until staff have looked. */
export const contractWithdrawn = eventType<AboutContract & { mayBeInside: boolean; isSettled: boolean }>(
  'contract-withdrawn',
)
/** The tenant of an ended contract is let in once more, until then. */
export const moveOutOpened = eventType<AboutContract & { until: string }>('move-out-opened')
export const contractClosed = eventType<AboutContract>('contract-closed')
