import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, Page, text as answered } from './entities/answer.ts'
import { EmailHistoryItem, InvoiceEmailing } from './entities/messaging.ts'
import { pathId, text, wholeText } from './fields.ts'

export const searchEmailHistory = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'email-history/search',
  summary: 'Mails by recipient, the newest first; with `userId` those of one account, 5 a page',
  access: [],
  query: z.object({
    to: z.optional(z.string().check(z.maxLength(129, '1004'))),
    userId: z.optional(pathId()),
    page: z.optional(wholeText(1, 100_000)),
  }),
  answer: z.union([
    z.array(EmailHistoryItem),
    /** Of one account: since when mails to its present address are refused; null: they are not. */
    z.extend(Page(EmailHistoryItem), { bouncingSince: maybe(answered()) }),
  ]),
  errors: [1004, 1005],
})

export const retryMail = endpoint({
  module: 'messaging',
  method: 'POST',
  path: 'email-history/{id}/retry',
  summary: 'Send a mail that was given up once more; what it is about is looked at again',
  access: [],
  params: z.object({ id: pathId() }),
  errors: [9104],
})

const anId = () => z.string().check(z.maxLength(64))

export const listInvoiceEmailings = endpoint({
  module: 'messaging',
  method: 'GET',
  path: 'notifications/invoices-emailing',
  summary: 'When the mail of each of these invoices of an account went out last, the badge beside an invoice',
  access: [],
  query: z.object({
    userId: pathId(),
    /** Separated by commas, or given again and again; at most 1000. */
    invoicesIds: z.optional(
      z.union([
        z.string().check(z.maxLength(30_000, '1004')),
        z.array(anId()).check(z.maxLength(1000, '1004')),
      ]),
    ),
  }),
  answer: z.array(InvoiceEmailing),
  errors: [1003, 1004],
})

/** Refused for an invoice that is paid, void or of a booking that may still be given up (9116): nobody is reminded of that. */
export const mailInvoice = endpoint({
  module: 'messaging',
  method: 'POST',
  path: 'notifications/invoices-emailing',
  summary: 'Send the unpaid-invoice mail to the tenant; once in ten minutes per invoice',
  access: [],
  body: z.object({
    invoiceId: text(1, 64),
    /** Where given, the invoice must be of this stock and contract. */
    stockId: z.optional(z.nullable(anId())),
    contractId: z.optional(z.nullable(anId())),
  }),
  answer: InvoiceEmailing,
  errors: [1003, 1004, 1005, 9104, 9116],
})
