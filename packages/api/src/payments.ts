import * as z from 'zod/mini'
import { paymentStatuses } from '@stowage/domain/payment-life'
import { endpoint } from './endpoint.ts'
import { maybe, Page, text } from './entities/answer.ts'
import { day, month, oneOf, pathId, wholeText } from './fields.ts'
import {
  externalPaymentOrders,
  externalStatuses,
  payMethodNames,
  payProcessorNames,
} from './payment-lists.ts'
import { wire } from './wire.ts'

/** A payment as its processor calls it (specification 3, External payment), with what the list shows beside it. */
const ExternalPayment = wire(
  z.object({
    /** The processor's own number; ours as long as it has given none. */
    id: text(),
    paymentId: text(),
    processor: text(),
    amount: z.int(),
    currency: text(),
    /** Given back so far. */
    refunded: z.int(),
    /** Taken back by the payer's bank so far. */
    withdrawn: z.int(),
    /** The payer's account as the processor was told it. */
    clientId: text(),
    userId: text(),
    clientName: text(),
    boxId: maybe(text()),
    unitNumber: maybe(text()),
    stockName: text(),
    timeZone: text(),
    documentId: maybe(text()),
    documentNumber: maybe(text()),
    contractId: maybe(text()),
    /** `success`, `canceled`, `pending`, or the processor's own word (domain/external-status). */
    status: text(),
    /** That word as it came; null: none yet. */
    said: maybe(text()),
    /** A decline code, as the processor told it. */
    reason: maybe(text()),
    pendingAt: text(),
    successAt: maybe(text()),
  }),
  {
    amount: 'pay_amount',
    clientId: 'clientid',
    unitNumber: 'unitName',
    documentId: 'iqacDocumentId',
    pendingAt: 'pending_datetime',
    successAt: 'success_datetime',
  },
)

const page = z.optional(wholeText(1, 100_000))
const word = () => z.string().check(z.maxLength(129, '1004'))

export const listExternalPayments = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'payments/external-payments',
  summary: 'Payments at processors, the newest first, 100 a page; a plain list of at most 1000 without page',
  access: [],
  query: z.object({
    page,
    pageSize: z.optional(wholeText(1, 500)),
    /** Exactly a number of the processor, ours, or of a document; or part of a client's name or e-mail. */
    search: z.optional(word()),
    processor: z.optional(word()),
    status: z.optional(oneOf(externalStatuses)),
    stockId: z.optional(pathId()),
    /** Days of the payment's stock, both included. */
    from: z.optional(day()),
    to: z.optional(day()),
    sort: z.optional(
      oneOf(externalPaymentOrders.flatMap((order) => [order, `-${order}`]) as [string, ...string[]]),
    ),
  }),
  answer: z.union([z.array(ExternalPayment), Page(ExternalPayment)]),
  errors: [1004, 1005],
})

export const listUserPayments = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'users/{userId}/payments',
  summary: 'Every payment of an account and every try that came to nothing, the newest first, 25 a page',
  access: 'signed-in',
  params: z.object({ userId: pathId() }),
  query: z.object({ page }),
  answer: Page(
    wire(
      z.object({
        id: text(),
        status: z.enum(paymentStatuses),
        /** How it was to be paid: card, sepa, paypal, bankTransfer, manual. */
        method: text(),
        /** Masked number, IBAN's end or address. */
        label: maybe(text()),
        /** Charged by us from a saved method, without the payer. */
        isAutomatic: z.boolean(),
        amount: z.int(),
        currency: text(),
        refunded: z.int(),
        /** Taken back by the payer's bank so far. */
        withdrawn: z.int(),
        /** Money that the payer's bank had taken and gave back. */
        isReinstated: z.boolean(),
        /** Money that came a second time for what was paid already: it is balance. */
        isSecond: z.boolean(),
        purpose: text(),
        documentId: maybe(text()),
        documentNumber: maybe(text()),
        documentType: maybe(text()),
        contractId: maybe(text()),
        contractNumber: maybe(text()),
        unitNumber: maybe(text()),
        stockId: text(),
        timeZone: text(),
        createdAt: text(),
        /** When the money came, or it was known that it does not. */
        decidedAt: maybe(text()),
        /** A decline code as its payer is told it. */
        decline: maybe(text()),
        /** The same as the processor told it: for staff alone. */
        reason: maybe(text()),
        /** The processor's number, which helps whoever asks it. */
        reference: maybe(text()),
      }),
      { documentId: 'DocumentID', contractId: 'ContractID', contractNumber: 'ContractNumber' },
    ),
  ),
  errors: [6004],
})

const messageFacts = {
  id: text(),
  /** The name of the account at the processor. */
  cabinet: text(),
  verdict: text(),
  /** Somebody should look at it (domain/message-verdict). */
  needsAttention: z.boolean(),
  /** Can be judged again now. */
  mayReplay: z.boolean(),
  receivedAt: text(),
  /** The processor's word for what has happened; empty where its messages have one kind only. */
  type: text(),
  /** How often it came. */
  timesTold: z.int(),
  /** Why it could not be worked on at the last try. */
  problem: maybe(text()),
  /** The processor's number of the payment that it is about. */
  outsideId: maybe(text()),
  paymentId: maybe(text()),
  paymentStatus: maybe(text()),
  amount: maybe(z.int()),
  currency: maybe(text()),
  accountId: maybe(text()),
  accountName: maybe(text()),
}

export const listPaymentMessages = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'payments/messages',
  summary: 'Messages of processors as they were judged, the newest first, 50 a page',
  access: [],
  query: z.object({
    page,
    /** A verdict, or `attention`: those that somebody should look at. */
    verdict: z.optional(word()),
    cabinet: z.optional(word()),
    /** Exactly the processor's number of a payment, or ours. */
    search: z.optional(word()),
  }),
  answer: z.extend(Page(z.object(messageFacts)), {
    attention: z.int(),
    cabinets: z.array(text()),
    verdicts: z.array(text()),
  }),
  errors: [1004, 1005],
})

export const readPaymentMessage = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'payments/messages/{id}',
  summary: 'One message of a processor with its fields; signatures, keys and card numbers are blotted out',
  access: [],
  params: z.object({ id: pathId() }),
  answer: z.object({
    ...messageFacts,
    fields: z.array(z.object({ name: text(), value: text(), isHidden: z.boolean() })),
  }),
  errors: [9104],
})

export const replayPaymentMessage = endpoint({
  module: 'payments',
  method: 'POST',
  path: 'payments/messages/{id}/replay',
  summary: 'Judge a kept message once more: its processor is asked again, and what it says now counts',
  access: [],
  params: z.object({ id: pathId() }),
  answer: z.object({ verdict: text() }),
  errors: [1, 9104, 9119],
})

const settled = {
  processor: text(),
  currency: text(),
  received: z.int(),
  receivedCount: z.int(),
  refunded: z.int(),
  refundedCount: z.int(),
  disputed: z.int(),
  /** Balances that were paid out to tenants. */
  paidOut: z.int(),
  /** received − refunded − disputed − paidOut */
  net: z.int(),
  /** What the book says moved by this way. */
  booked: z.int(),
  difference: z.int(),
}

export const readSettlements = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'payments/settlements',
  summary: "What came in and went back per day, processor and currency, held against the seller's book",
  access: [],
  query: z.object({
    /** Both unless said: the first seller by name, the running month. */
    sellerId: z.optional(pathId()),
    month: z.optional(month()),
  }),
  answer: z.object({
    sellers: z.array(z.object({ id: text(), name: text() })),
    sellerId: maybe(text()),
    month: text(),
    days: z.array(z.object({ day: text(), ...settled })),
    totals: z.array(z.object(settled)),
    /** The payments that make the differences; the first 200. */
    differences: z.array(
      z.object({
        paymentId: maybe(text()),
        day: text(),
        processor: text(),
        currency: text(),
        /** What of it the payments have on this day, and what the book has. */
        amount: z.int(),
        booked: z.int(),
        why: z.enum(['notBooked', 'otherDay', 'otherAmount', 'noPayment']),
        /** With `otherDay`: where the other half stands. */
        otherDay: maybe(text()),
        accountId: maybe(text()),
        accountName: maybe(text()),
        reference: maybe(text()),
      }),
    ),
  }),
  errors: [1005, 9104],
})

export const listPayMethods = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'payments/methods',
  summary: 'How can be paid at a stock, the usual first',
  access: 'signed-in',
  query: z.object({ stockId: pathId() }),
  answer: z.array(z.object({ method: z.enum(payMethodNames), processor: z.enum(payProcessorNames) })),
  errors: [6006],
})
