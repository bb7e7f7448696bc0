import * as z from 'zod/mini'
import { wire } from '../wire.ts'
import { maybe, TariffName, text } from './answer.ts'

export const LineExplanation = z.object({
  rule: text(),
  rate: maybe(z.int()),
  rateDate: maybe(text()),
  /** Where a notice has set the rate: the day from which it holds, the notice, and the day on which that was served. */
  rateSince: maybe(text()),
  noticeId: maybe(text()),
  noticeServedOn: maybe(text()),
  months: maybe(z.number()),
  days: maybe(z.int()),
  /** Of the days, those that are charged, or were used. */
  usedDays: maybe(z.int()),
  /** On a credit note, net: what was billed, and what the used days cost. */
  billed: maybe(z.int()),
  cost: maybe(z.int()),
  /** On the deposit of another box: what was asked for before. */
  held: maybe(z.int()),
  percent: maybe(z.number()),
  /** Which month of the term the first of the line's months is, and by which rule its discount was earned. */
  monthOfTerm: maybe(z.int()),
  discount: maybe(
    z.object({
      kind: text(),
      percentPerMonth: z.optional(z.number()),
      /** Under a tariff: its name, from which month on how much, and the first month's net price. */
      name: z.optional(TariffName),
      steps: z.optional(z.array(z.object({ fromMonth: z.int(), percent: z.number() }))),
      firstMonth: maybe(z.object({ price: z.int(), minMonths: z.int() })),
    }),
  ),
  /** Of a penalty: its days, the last one excluded, and whether the stock's cap cut it. */
  from: maybe(text()),
  until: maybe(text()),
  isCapped: z.optional(z.boolean()),
  /** The invoice that it is charged on, its due day, and the days after that which cost nothing. */
  invoiceNumber: maybe(text()),
  dueOn: maybe(text()),
  freeDays: maybe(z.int()),
  rounding: maybe(text()),
})

export const DocumentLine = z.object({
  kind: z.enum(['rent', 'insurance', 'deposit', 'penalty', 'adjustment']),
  quantity: z.number(),
  unitNet: z.int(),
  discountPercent: z.number(),
  discount: z.int(),
  net: z.int(),
  vatPercent: z.number(),
  vat: z.int(),
  gross: z.int(),
  explanation: LineExplanation,
})

/**
 * What a final statement sums up, in minor units: billed − paid − credited − deposit − balance + toOthers = owed − payout.
 * `leftOn` is the first day that is not charged any more.
 */
export const StatementSum = z.object({
  leftOn: text(),
  billed: z.int(),
  paid: z.int(),
  credited: z.int(),
  deposit: z.int(),
  balance: z.int(),
  toOthers: z.int(),
  owed: z.int(),
  payout: z.int(),
  documents: z.array(
    z.object({
      id: text(),
      documentType: text(),
      isPenalty: z.boolean(),
      invoiceNumber: maybe(text()),
      documentDate: text(),
      periodFrom: maybe(text()),
      periodTo: maybe(text()),
      amount: z.int(),
    }),
  ),
})

export const Document = wire(
  z.object({
    id: text(),
    documentId: text(),
    invoiceId: text(),
    invoiceNumber: maybe(text()),
    /** Empty where an external system has issued it on no contract that is here. */
    contractId: text(),
    contractNumber: text(),
    documentType: text(),
    unitNumber: maybe(text()),
    boxId: maybe(text()),
    currency: text(),
    amount: z.int(),
    net: z.int(),
    vatAmount: z.int(),
    paid: z.boolean(),
    paidAmount: z.int(),
    debt: z.int(),
    /** Given up: nobody has paid it, and it is asked for no more. */
    writtenOff: z.int(),
    writeOffReason: maybe(text()),
    /** Taken back by credit notes, a part of `amount`. */
    credited: z.int(),
    overdue: z.boolean(),
    status: z.enum(['open', 'paid', 'void']),
    periodFrom: maybe(text()),
    periodTo: maybe(text()),
    documentDate: text(),
    accountingDate: text(),
    dueDate: text(),
    paymentDate: maybe(text()),
    invoiceComment: maybe(text()),
    description: maybe(text()),
    documentDescription: maybe(text()),
    contractData: z.optional(
      wire(z.object({ stockId: text(), userId: text(), externalId: maybe(text()) }), {
        externalId: 'contractId_sm',
      }),
    ),
    lines: z.array(DocumentLine),
    /** On a final statement, which has no lines. */
    statement: maybe(StatementSum),
    stockId: text(),
    mayPay: z.boolean(),
    mayWriteOff: z.boolean(),
    paymentUnderWay: z.boolean(),
    /** Issued by the external system of its stock: shown, and never paid, corrected or printed here. */
    isExternal: z.optional(z.boolean()),
  }),
  {
    documentId: 'DocumentID',
    id: 'DocumentId',
    invoiceId: 'InvoiceID',
    invoiceNumber: 'InvoiceNumber',
    contractId: 'ContractID',
    contractNumber: 'ContractNumber',
    documentType: 'DocumentType',
    unitNumber: 'UnitNumber',
    amount: 'Amount',
    vatAmount: 'VATAmount',
    documentDate: 'DocumentDate',
    accountingDate: 'AccountingDate',
    invoiceComment: 'InvoiceComment',
    description: 'Description',
    documentDescription: 'DocumentDescription',
  },
)

export const AccountBalance = z.object({
  sellerId: text(),
  sellerName: text(),
  currency: text(),
  /** The stocks at which he has rented from that seller in that currency. */
  stockIds: z.array(text()),
  accountBalance: z.int(),
  debt: z.int(),
  payouts: z.array(
    z.object({
      id: text(),
      contractId: maybe(text()),
      contractNumber: maybe(text()),
      amount: z.int(),
      method: z.enum(['bankTransfer', 'card', 'cash']),
      reference: maybe(text()),
      paidOn: text(),
    }),
  ),
})

/** A running contract that cannot be billed: its plan waits with the reason, and is tried again each night. */
export const ParkedContract = z.object({
  contractId: text(),
  contractNumber: text(),
  unitNumber: text(),
  stock: z.object({ id: text(), name: text(), timeZone: text() }),
  client: z.object({ id: text(), fullName: text() }),
  /** As the engine or the database said it. */
  reason: text(),
  /** The first try that failed. */
  since: text(),
  tries: z.int(),
  /** The day at its stock on which it is tried again. */
  retryOn: text(),
  /** The first day that stands on no invoice. */
  unbilledFrom: text(),
})
