import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { maybe, Page, text } from './entities/answer.ts'
import * as field from './fields.ts'

/** Direct debits that are handed to a seller's own bank as a file. */
const access = [] as const
const written = { module: 'payments', access, notWhileImpersonating: true } as const
const params = z.object({ id: field.pathId() })

const states = ['made', 'sent', 'settled', 'withdrawn', 'refused'] as const
const sequences = ['FRST', 'RCUR'] as const

const part = z.object({
  id: text(),
  sequence: z.enum(sequences),
  collectOn: text(),
  count: z.int(),
  total: z.int(),
  pending: z.int(),
  returned: z.int(),
})

const batch = z.object({
  id: text(),
  sellerId: text(),
  sellerName: text(),
  state: z.enum(states),
  count: z.int(),
  /** Euro cents, as all of them. */
  total: z.int(),
  madeAt: text(),
  madeBy: maybe(text()),
  sentAt: maybe(text()),
  sentBy: maybe(text()),
  endedAt: maybe(text()),
  parts: z.array(part),
})
export type DebitBatch = z.output<typeof batch>

const debit = z.object({
  paymentId: text(),
  accountId: text(),
  accountName: text(),
  contractId: maybe(text()),
  contractNumber: maybe(text()),
  unitNumber: maybe(text()),
  documentId: maybe(text()),
  documentNumber: maybe(text()),
  mandate: text(),
  amount: z.int(),
  sequence: z.enum(sequences),
  /** The day that its payer was told, and the day on which the bank collects it; later than told where the file was late. */
  announcedOn: text(),
  collectOn: text(),
  /** `gone`: paid otherwise before the file was handed out; it leaves it then. */
  state: z.enum(['pending', 'paid', 'returned', 'gone']),
  decidedOn: maybe(text()),
  /** The bank's code. */
  returnCode: maybe(text()),
})
export type BatchDebit = z.output<typeof debit>

const whole = z.extend(batch, { debits: z.array(debit) })

export const listDebitBatches = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'debit-batches',
  summary: 'Files of direct debits for our banks, the last first, and what waits for the next one',
  access,
  query: z.object({ page: z.optional(field.wholeText(1, 100_000)) }),
  answer: z.extend(Page(batch), {
    waiting: z.array(
      z.object({
        sellerId: text(),
        sellerName: text(),
        /** Its account or its identifier is missing now. */
        isReady: z.boolean(),
        count: z.int(),
        total: z.int(),
        /** The first day that a payer was told. */
        firstOn: text(),
        /** The first day on which a file of now is collected. */
        earliestOn: text(),
      }),
    ),
  }),
})
export const readDebitBatch = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'debit-batches/{id}',
  summary: 'One file with every debit in it',
  access,
  params,
  answer: whole,
  errors: [9104],
})
export const makeDebitBatch = endpoint({
  ...written,
  method: 'POST',
  path: 'debit-batches',
  summary: 'Put all debits of a seller that wait into one file',
  body: z.object({ sellerId: field.id() }),
  answer: whole,
  errors: [1003, 1005, 9153],
})
export const fetchDebitFile = endpoint({
  ...written,
  method: 'POST',
  path: 'debit-batches/{id}/file',
  summary:
    'The file (pain.008); the first time it counts as handed to the bank, later it is the same file again',
  params,
  answer: z.object({ fileName: text(), xml: text() }),
  errors: [9104, 9153],
})
export const withdrawDebitBatch = endpoint({
  ...written,
  method: 'POST',
  path: 'debit-batches/{id}/withdraw',
  summary: 'Take back a file that nobody has fetched: its debits wait for another',
  params,
  answer: whole,
  errors: [9104, 9153],
})
export const refuseDebitBatch = endpoint({
  ...written,
  method: 'POST',
  path: 'debit-batches/{id}/refuse',
  summary: 'The bank took nothing of a file that was fetched: its debits wait for another',
  params,
  answer: whole,
  errors: [9104, 9153],
})
export const settleDebitBatch = endpoint({
  ...written,
  method: 'POST',
  path: 'debit-batches/{id}/settle',
  summary: 'The bank has paid what is undecided of a file, where no statement says so by itself',
  params,
  body: z.object({ day: field.day() }),
  answer: whole,
  errors: [1003, 1005, 9104, 9153],
})
export const returnBankDebit = endpoint({
  ...written,
  method: 'POST',
  path: 'debit-batches/{id}/returns',
  summary: 'The bank has sent one debit of a file back, where no statement says so by itself',
  params,
  body: z.object({
    paymentId: field.id(),
    day: field.day(),
    /** ISO 20022, four letters: `AM04`. */
    code: z
      .string('1003')
      .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}\d{2}$|^CNOR$|^DNOR$|^FOCR$/, '1005')),
  }),
  answer: whole,
  errors: [1003, 1005, 9104, 9153],
})
