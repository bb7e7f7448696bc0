import { eventType } from '../../platform/events/event.ts'

/** Aggregate: `contract:<id>` of the document, so that what happens to one contract is told in order. */
interface About extends Record<string, unknown> {
  documentId: string
  contractId: string
  accountId: string
  stockId: string
}
export const documentIssued = eventType<About>('document-issued')
/** Fully paid now. */
export const documentSettled = eventType<About & { paymentId: string }>('document-settled')
/** It asks again for what a payment had paid: all of that went back to the payer, a refund or a charge-back. */
export const documentPaymentReversed = eventType<About & { paymentId: string }>('document-payment-reversed')
/** The tenant wants to pay by bank transfer and must be told where to. */
export const transferChosen = eventType<About>('transfer-chosen')
export const documentVoided = eventType<About>('document-voided')
