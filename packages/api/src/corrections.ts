import * as z from 'zod/mini'
import { CreditNotePreview } from './entities/corrections.ts'
import { endpoint } from './endpoint.ts'
import { minor, pathId, text, whole } from './fields.ts'

/** Lines by their position on the document, net; absent: everything that is left of it, but for a deposit while the contract is not closed. */
const lines = z.optional(
  z.nullable(
    z.array(z.object({ position: whole(1, 1000), net: minor() }), '1005').check(z.maxLength(100, '1005')),
  ),
)

/** Writes nothing. Where nothing is named that goes back, the whole rest is shown. */
export const previewCreditNote = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'documents/{id}/credit-notes/preview',
  summary: 'What a credit note on an issued document would come to',
  access: [],
  params: z.object({ id: pathId() }),
  body: z.object({ lines }),
  answer: CreditNotePreview,
  errors: [9104, 9128],
})

/**
 * The only way to correct an issued document, and to waive a penalty. Takes the total that was shown and what was left of the
 * document then: others are 9109, and nothing is done; so that a second press does nothing either.
 */
export const issueCreditNote = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'documents/{id}/credit-notes',
  summary: 'Correct an issued document, or waive a penalty, by a credit note',
  access: [],
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  body: z.object({
    lines,
    /** Printed on the credit note. */
    reason: text(3, 300),
    shown: z.object({ gross: minor(), left: minor() }),
  }),
  answer: z.object({ documentId: z.string() }),
  errors: [9104, 9109, 9128],
})

/** What is unpaid of a document whose contract is over is given up. Another sum than the person had seen is 9109. */
export const writeOffDocument = endpoint({
  module: 'billing',
  method: 'POST',
  path: 'documents/{id}/write-off',
  summary: 'Give up the unpaid rest of a document',
  access: [],
  notWhileImpersonating: true,
  params: z.object({ id: pathId() }),
  body: z.object({ debt: minor(), reason: text(3, 300) }),
  answer: z.object({ writtenOff: z.int(), currency: z.string() }),
  errors: [9104, 9109, 9134],
})
