import * as z from 'zod/mini'
import { maybe, text } from './answer.ts'

const amounts = { net: z.int(), vat: z.int(), gross: z.int() }

/** What a credit note on a document would be, and where its money would go. Amounts above 0, in minor units. */
export const CreditNotePreview = z.object({
  documentId: text(),
  documentNumber: maybe(text()),
  currency: text(),
  /** Every line of the document, with what is left of it and what of that would go back. */
  lines: z.array(
    z.object({
      position: z.int(),
      kind: z.enum(['rent', 'insurance', 'deposit', 'penalty', 'adjustment']),
      vatPercent: z.number(),
      left: z.object(amounts),
      back: z.object(amounts),
    }),
  ),
  ...amounts,
  /** Gross that is left of the document before the note. */
  left: z.int(),
  pays: z.int(),
  toOthers: z.int(),
  balance: z.int(),
})
