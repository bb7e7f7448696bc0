import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { payMethodNames, payProcessorNames } from './payment-lists.ts'
import { Page } from './entities/answer.ts'
import { AccountBalance, Document, ParkedContract } from './entities/billing.ts'
import { day, id, missing, oneOf, optionalText, pathId, whole, wholeText } from './fields.ts'
import { wire } from './wire.ts'

export const listContractInvoices = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'contracts/{contractId}/invoices',
  summary: 'Documents of a contract',
  access: 'signed-in',
  params: z.object({ contractId: pathId() }),
  answer: z.array(Document),
  errors: [9104],
})
export const listPersonalInvoices = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'users/{userId}/personal-invoices',
  summary: 'All documents of an account, with debt and without',
  access: 'signed-in',
  params: z.object({ userId: pathId() }),
  answer: z.array(Document),
  errors: [6004],
})
export const payDocument = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'payments',
  summary: 'Pay a document, or the pending contract of a box; amounts in the body never decide',
  access: ['client'],
  notWhileImpersonating: true,
  body: wire(
    z.object({
      documentId: z.optional(z.nullable(z.string())),
      /** Further documents of the same contract that are paid with it, in one sum. */
      documentIds: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(100)))),
      boxId: z.optional(z.nullable(z.string())),
      userId: z.optional(z.nullable(z.string())),
      processor: oneOf([...payProcessorNames, 'manual']),
      /** What the payer chose, where the stock offers several; else whatever the processor takes. */
      method: z.optional(z.nullable(oneOf(payMethodNames))),
      /** Marked as paid by hand: what the person had seen as unpaid. Another sum is 9109. */
      debt: z.optional(z.nullable(z.number())),
      amount: z.optional(z.nullable(z.number())),
      discountPercent: z.optional(z.nullable(z.number())),
      discountAmount: z.optional(z.nullable(z.number())),
      currency: z.optional(z.nullable(z.string())),
      vatRate: z.optional(z.nullable(z.number())),
      vatAmount: z.optional(z.nullable(z.number())),
      totalAmount: z.optional(z.nullable(z.number())),
      arrivalDate: z.optional(z.nullable(z.string())),
      returnPath: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
    }),
    { documentId: 'DocumentID' },
    { documentId: ['DocumentId', 'InvoiceID', 'invoiceId', 'documentId'] },
  ),
  answer: z.object({
    redirectionUrl: z.optional(z.string()),
    paymentData: z.optional(z.record(z.string(), z.string())),
    paymentId: z.string(),
    status: z.enum(['redirect', 'paid', 'waiting']),
    reference: z.optional(z.string()),
  }),
  errors: [1, 9104, 9109, 9159, 9204],
})
export const invoicePdf = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'payments/pdf',
  summary: 'A document as PDF',
  access: 'signed-in',
  kind: 'file',
  scopedBy: 'invoiceId',
  opensByAccessToken: true,
  query: z.object({
    invoiceId: pathId(),
    language: z.optional(z.string()),
    stockId: z.optional(z.string()),
    boxNumber: z.optional(z.string()),
    token: z.optional(z.string()),
    authToken: z.optional(z.string()),
  }),
  errors: [9104],
})
/** Access for one document for 60 seconds, so that no session token stands in a link (decisions.md A5). */
export const documentToken = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'documents/{id}/token',
  summary: 'A 60-second token for one document or contract',
  access: 'signed-in',
  params: z.object({ id: pathId() }),
  answer: z.object({ token: z.string() }),
  errors: [9104],
  // A link is opened without the key, and so without its scopes; a program sends its key along.
  notByKey: true,
})
export const accountBalance = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'iqacdocument/account-balance',
  summary: "The bearer's balance, per seller and currency",
  access: ['client', 'balances.read'],
  query: z.object({
    stockId: z.optional(pathId()),
    userId: z.optional(z.string()),
    contractId: z.optional(z.string()),
  }),
  answer: z.object({ accountBalance: z.int(), currency: z.string(), debt: z.int() }),
})
/** A document; or a card that was saved with it, by paying all that the contract owed, or a smallest sum that is kept as balance. */
export const paymentPurposes = ['document', 'cardAndDebts', 'card'] as const
export type PaymentPurpose = (typeof paymentPurposes)[number]

/** How the last attempt to pay a document went; the result pages ask until it is decided. */
export const paymentState = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'payments/{paymentId}/state',
  summary: 'State of a payment',
  access: ['client'],
  params: z.object({ paymentId: pathId() }),
  answer: z.object({
    status: z.enum(['created', 'pending', 'succeeded', 'failed', 'cancelled', 'refunded']),
    amount: z.int(),
    currency: z.string(),
    failureReason: z.nullable(z.string()),
    documentId: z.nullable(z.string()),
    contractId: z.nullable(z.string()),
    unitNumber: z.nullable(z.string()),
    purpose: z.enum(paymentPurposes),
    /** What the payer chose, where he was asked: a direct debit takes days. */
    method: z.nullable(z.enum(payMethodNames)),
    /** The processor keeps the card since this payment; its news may come behind that of the money. */
    isCardSaved: z.boolean(),
    /** The payer's bank took the money; what we gave back is `refunded` alone. */
    isTakenBack: z.boolean(),
  }),
  errors: [9104],
})

/** What a tenant has with each seller: his balance, what is unpaid, and what was paid out to him. */
export const listBalances = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'users/{userId}/balances',
  summary: 'Balances of an account by seller and currency, with its payouts',
  access: 'signed-in',
  params: z.object({ userId: pathId() }),
  answer: z.array(AccountBalance),
  errors: [6004],
})
/** A superUser notes that a part of a tenant's balance was paid out to him; never more than it is (9118). */
export const recordPayout = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'users/{userId}/payouts',
  summary: 'Record a payout of a balance',
  access: [],
  notWhileImpersonating: true,
  params: z.object({ userId: pathId() }),
  body: z.object({
    stockId: id(),
    contractId: z.optional(z.nullable(z.string())),
    amount: whole(1, 1_000_000_000_00),
    method: oneOf(['bankTransfer', 'card', 'cash']),
    paidOn: day(),
    reference: optionalText(1, 140),
  }),
  answer: z.array(AccountBalance),
  errors: [6004, 6006, 9001, 9118],
})

/** Ahead of the month's end and of the payment: staff press it when a first warning with a sum is to go out. */
export const issuePenalty = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'penalties',
  summary:
    'The first penalty invoices of a contract: for each overdue invoice without one, the charged days up to yesterday',
  access: [],
  body: wire(
    z.object({
      contractId: z.string(missing('1005')),
      /** What the person had seen. Another sum is 9109. */
      amount: z.optional(z.nullable(z.number())),
    }),
    { contractId: 'ContractID' },
    { contractId: ['ContractID', 'contractId'] },
  ),
  answer: z.object({ issued: z.int(), amount: z.int(), currency: z.string() }),
  errors: [9104, 9109, 9125],
})

/** 50 a page, the longest parked first. */
export const listParkedContracts = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'parked-contracts',
  summary: 'Contracts that could not be billed, each with its reason; they are tried again each night',
  access: [],
  query: z.object({ page: z.optional(wholeText(1, 10_000)) }),
  answer: Page(ParkedContract),
})
/** Says what came of it; one that still cannot be billed stays on the list with one try more. */
export const retryParkedContracts = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'parked-contracts/retry',
  summary: 'Try to bill a parked contract again, or all of them (at most 1000, the longest parked first)',
  access: [],
  body: z.object({ contractId: z.optional(id()) }),
  answer: z.object({ billed: z.int(), parked: z.int() }),
  errors: [9104],
})
