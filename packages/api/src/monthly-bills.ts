import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, text } from './entities/answer.ts'
import { email, month, pathId } from './fields.ts'
import { wire } from './wire.ts'

/** A document in the list of a month: what an accountant looks for, without its lines. */
const MonthlyBill = wire(
  z.object({
    documentId: text(),
    invoiceId: text(),
    invoiceNumber: text(),
    contractId: text(),
    contractNumber: text(),
    userId: text(),
    fullName: text(),
    unitNumber: maybe(text()),
    documentType: text(),
    isPenalty: z.boolean(),
    documentDate: text(),
    accountingDate: text(),
    amount: z.int(),
    net: z.int(),
    vatAmount: z.int(),
    debt: z.int(),
    currency: text(),
  }),
  {
    documentId: 'DocumentID',
    invoiceId: 'InvoiceID',
    invoiceNumber: 'InvoiceNumber',
    contractId: 'ContractID',
    contractNumber: 'ContractNumber',
    unitNumber: 'UnitNumber',
    documentType: 'DocumentType',
    documentDate: 'DocumentDate',
    accountingDate: 'AccountingDate',
    amount: 'Amount',
    vatAmount: 'VATAmount',
  },
)

export const listMonthlyBills = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'iqacdocument/monthly-bills',
  summary: 'Numbered documents of a stock whose accounting date lies in a month, by document date and number',
  access: [],
  query: z.object({ stockId: pathId(), month: month() }),
  answer: z.array(MonthlyBill),
  errors: [1003, 1005, 6006],
})
/** A month is no document, so its link has a token of its own: `<stockId>.<YYYY-MM>` for 60 seconds (decisions.md A5). */
export const monthlyBillsToken = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'iqacdocument/monthly-bills/token',
  summary: 'A 60-second token for the archive of one month of a stock',
  access: [],
  body: z.object({ stockId: pathId(), month: month() }),
  answer: z.object({ token: text(), bills: text() }),
  errors: [1003, 1005, 6006, 9131],
  notByKey: true,
})
export const monthlyBillsArchive = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'iqacdocument/monthly-bills/archive',
  summary: 'All documents of a month as PDF with a register as CSV, one ZIP archive, made while it is sent',
  access: [],
  kind: 'file',
  media: 'application/zip',
  scopedBy: 'bills',
  query: z.object({
    /** `<stockId>.<YYYY-MM>` */
    bills: z.string().check(z.maxLength(80)),
    language: z.optional(z.string()),
    token: z.optional(z.string()),
    authToken: z.optional(z.string()),
  }),
  errors: [6006, 9104, 9131],
})
export const mailMonthlyBills = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'iqacdocument/email-monthly-bills',
  summary: 'Mail the archive of a month, or the way to it where it is too large for a mail',
  access: [],
  rateLimit: 'sensitive',
  notWhileImpersonating: true,
  body: z.object({ stockId: pathId(), month: month(), email: email() }),
  // All papers of a month to any address: that is reading, by the way of changing.
  notByKey: true,
  answer: z.object({ count: z.int(), email: text() }),
  errors: [1000, 1001, 1003, 1004, 1005, 6006, 9131],
})
