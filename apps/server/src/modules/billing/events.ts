import type { Currency } from '@stowage/domain/money'
import { eventType } from '../../platform/events/event.ts'

/** Whose: every fact here is one of `contract:<id>`, so that what happens to one contract is told in order (tell.ts). */
export interface AboutContract extends Record<string, unknown> {
  contractId: string
  accountId: string
  stockId: string
}
interface About extends AboutContract {
  documentId: string
}
export const documentIssued = eventType<About>('document-issued')
/** What being late has cost; told beside `document-issued`. */
export const penaltyIssued = eventType<About>('penalty-issued')
/** In place of a payment: the tenant's balance has paid, or a document of 0 never asked for anything. */
export const PAID_FROM_BALANCE = 'balance'
/** A credit note of the document itself has paid it: no news of a payment. */
export const PAID_BY_CREDIT = 'credit note'
/** In place of a payment: nobody has paid it, the debt was given up. */
export const WRITTEN_OFF = 'write-off'
/** In place of a payment: the rest of a first invoice that was paid short within its seller's tolerance. */
export const PAID_BY_TOLERANCE = 'tolerance'
export const NOTHING_TO_PAY = 'nothing to pay'
/** Fully paid now; by which payment, or one of the two words above. */
export const documentSettled = eventType<About & { paymentId: string }>('document-settled')
/**
 * Money came for what is asked of nobody any more: its booking was given up meanwhile. `amount` in minor units; `kept`: what of it
 * stays the tenant's balance, since his other documents came first.
 */
export const voidDocumentPaid = eventType<
  About & { paymentId: string; amount: number; kept: number; currency: Currency }
>('void-document-paid')
/** A first invoice is paid in part; in minor units: `amount` came with this payment, `missing` is still asked for. */
export const firstPaidInPart = eventType<
  About & { paymentId: string; processor: string; amount: number; missing: number; currency: Currency }
>('first-paid-in-part')
/** It asks again for what a payment had paid: all of that went back to the payer, a refund or a charge-back. */
export const documentPaymentReversed = eventType<About & { paymentId: string }>('document-payment-reversed')
/** The payer's bank has asked its money back, or has decided, or staff have looked at it: what it does to the contract's doors is to be judged anew. */
export const documentDisputed = eventType<About & { paymentId: string }>('document-disputed')
/** The tenant wants to pay by bank transfer and must be told where to. */
export const transferChosen = eventType<About>('transfer-chosen')
/** About a sitting tenant's rent; the notice says all else. */
interface AboutRise extends AboutContract {
  riseId: string
}
/** A new rent is to be told to its tenant: it is served, and counts, with the mail that tells it. */
export const riseAnnounced = eventType<AboutRise>('rent-rise-announced')
/** A notice that was served is taken back. */
export const riseWithdrawn = eventType<AboutRise>('rent-rise-withdrawn')
export const documentVoided = eventType<About>('document-voided')

/** Automatic payments are on: a card is saved, the first one or another. `isOther`: they were on already. */
export const subscriptionActivated = eventType<AboutContract & { isOther: boolean }>('subscription-activated')
/** Automatic payments are off. `by`: the tenant, somebody of the staff, the contract's end, the card's bank. */
export const subscriptionCancelled = eventType<
  AboutContract & { by: 'tenant' | 'staff' | 'contractEnded' | 'revoked' }
>('subscription-cancelled')
/** An invoice will be debited on that day, not earlier and not more; `day` is of the stock. */
export const debitAnnounced = eventType<
  About & { debitId: string; day: string; amount: number; currency: Currency }
>('debit-announced')
/** The bank has declined. `nextOn`: tried again on that day; `isSuspended`: not before the tenant gives another card. */
export const debitDeclined = eventType<
  About & {
    debitId: string
    amount: number
    currency: Currency
    reason: string | null
    nextOn: string | null
    isSuspended: boolean
  }
>('debit-declined')
/** Somebody wants the bills of a month by mail, at an address of his choice and in his language. Aggregate: `stock:<id>`. */
export const monthlyBillsAsked = eventType<{
  stockId: string
  /** YYYY-MM */
  month: string
  email: string
  accountId: string
  language: 'ru' | 'en' | 'de' | 'pl'
}>('monthly-bills-asked')
/** It asks for less, or for nothing any more: a credit note corrects it. */
export const documentCredited = eventType<About>('document-credited')
/** A contract is settled: its final statement. */
export const statementIssued = eventType<About>('statement-issued')
/** A superUser has corrected a document, or waived a penalty: the credit note, not what it corrects. */
export const creditNoteIssued = eventType<About>('credit-note-issued')
/** Somebody wants other dates on a document that the source of an external stock has issued. Aggregate: `contract:<id>`. */
export const externalDatesAsked = eventType<ExternalDates>('external-dates-asked')
export interface ExternalDates extends Record<string, unknown> {
  stockId: string
  contractId: string
  accountId: string
  /** As the source calls it. */
  documentId: string
  number: string | null
  /** YYYY-MM-DD; null: as it is. */
  accountingDate: string | null
  documentDate: string | null
  askedById: string
}
