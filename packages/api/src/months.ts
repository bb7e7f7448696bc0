import * as z from 'zod/mini'
import { JournalEntry, MonthDetails, MonthOfBooks } from './entities/months.ts'
import { endpoint, noAnswer } from './endpoint.ts'
import { day, month, pathId, wholeText } from './fields.ts'

const params = z.object({ sellerId: pathId(), month: month() })

export const listBookMonths = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'book-months',
  summary: 'The months of all sellers since their first document',
  access: [],
  answer: z.array(MonthOfBooks),
})
export const bookMonth = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'book-months/{sellerId}/{month}',
  summary: 'A month of a seller: documents, the book, and what stands in the way of closing it',
  access: [],
  params,
  answer: MonthDetails,
  errors: [9104],
})
/** All checks have to be green; the months before it closed. */
export const closeBookMonth = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'book-months/{sellerId}/{month}/close',
  summary: 'Close a month: nothing in it changes any more',
  access: [],
  notWhileImpersonating: true,
  params,
  answer: MonthDetails,
  errors: [9104, 9133],
})
/** Only the last one that is closed. */
export const reopenBookMonth = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'book-months/{sellerId}/{month}/reopen',
  summary: 'Open the last closed month again',
  access: [],
  notWhileImpersonating: true,
  params,
  answer: MonthDetails,
  errors: [9104, 9133],
})
export const listJournal = endpoint({
  module: 'billing',
  method: 'GET',
  path: 'book-months/{sellerId}/{month}/journal',
  summary: 'The entries of a month, by day and posting',
  access: [],
  params,
  query: z.object({ page: z.optional(wholeText(1, 100_000)) }),
  answer: z.object({
    items: z.array(JournalEntry),
    total: z.int(),
    page: z.int(),
    pageSize: z.int(),
  }),
})
/** The two dates of an issued document that may change: within the year of its number, out of and into open months only. */
export const redateDocument = endpoint({
  module: 'billing',
  method: 'PUT',
  path: 'iqacdocument/{documentId}/stock/{stockId}',
  summary: 'Change the accounting or the document date of an issued document',
  access: ['documents.dates'],
  notWhileImpersonating: true,
  params: z.object({ documentId: pathId(), stockId: pathId() }),
  body: z.object({
    accountingDate: z.optional(z.nullable(day())),
    documentDate: z.optional(z.nullable(day())),
  }),
  answer: noAnswer,
  errors: [9001, 9104, 9133],
})
