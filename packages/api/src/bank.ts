import * as z from 'zod/mini'
import { askReasons, matchSigns } from '@stowage/domain/bank-match'
import { endpoint } from './endpoint.ts'
import { maybe, Page, text } from './entities/answer.ts'
import * as field from './fields.ts'

/** Staff who may put bank money to documents; a superUser may. */
const access = ['bank.match'] as const

/** Bytes of a file as they come in base64, and the rest of the body. */
const FILE_BODY = 14 * 1024 * 1024
export const MOST_FILE_BYTES = 10 * 1024 * 1024

const column = () => z.nullable(field.whole(0, 199))
/** How a bank's CSV is read. Columns count from 0. Either `amount` with its sign or `credit` and `debit`. */
const csvFormFields = {
  encoding: field.oneOf([
    'utf-8',
    'utf-16le',
    'utf-16be',
    'windows-1250',
    'windows-1251',
    'windows-1252',
    'cp852',
    'cp866',
  ]),
  separator: field.oneOf([';', ',', '\t', '|']),
  /** Rows above the first movement. */
  skip: field.whole(0, 100),
  dateForm: field.oneOf(['DMY', 'MDY', 'YMD']),
  decimal: field.oneOf([',', '.']),
  /** Of all rows, where no column says it. */
  currency: z.nullable(field.currency()),
  columns: z.object({
    date: field.whole(0, 199),
    amount: column(),
    credit: column(),
    debit: column(),
    currency: column(),
    payer: column(),
    account: column(),
    purpose: z.array(field.whole(0, 199)).check(z.maxLength(6, '1004')),
    id: column(),
  }),
}
/** As somebody is still choosing it. */
const csvFormDraft = z.object(csvFormFields)
export const csvFormSchema = z.object(csvFormFields).check(
  z.refine(({ columns }) => columns.amount !== null || columns.credit !== null, {
    error: '1003',
    path: ['columns', 'amount'],
  }),
  z.refine(({ columns, currency }) => columns.currency !== null || currency !== null, {
    error: '1003',
    path: ['currency'],
  }),
)
export type CsvForm = z.output<typeof csvFormSchema>

const file = {
  fileName: field.text(1, 200),
  file: field.base64File(),
  /** Whose account a CSV file is of; a CAMT file says it itself. */
  sellerId: z.optional(z.nullable(field.id())),
}

const problem = z.object({ fault: text(), place: text() })

const statement = z.object({
  sellerId: maybe(text()),
  sellerName: maybe(text()),
  account: text(),
  statementId: maybe(text()),
  currency: maybe(text()),
  opening: maybe(z.int()),
  closing: maybe(z.int()),
  from: maybe(text()),
  to: maybe(text()),
  incoming: z.object({ count: z.int(), sum: z.int() }),
  outgoing: z.object({ count: z.int(), sum: z.int() }),
  skipped: z.int(),
  fresh: z.int(),
  known: z.int(),
})

export const listBankAccounts = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'bank-accounts',
  summary: 'Accounts of our sellers, how their CSV files were read last and what waits on them',
  access,
  answer: z.array(
    z.object({
      sellerId: text(),
      sellerName: text(),
      account: maybe(text()),
      currencies: z.array(text()),
      csvForm: maybe(csvFormSchema),
      waiting: z.int(),
      lastDay: maybe(text()),
    }),
  ),
})

/** A form that does not fit yet is no bad input: `problem` says what does not. */
export const previewBankStatement = endpoint({
  module: 'payments',
  method: 'POST',
  path: 'bank-statements/preview',
  summary: 'What an import of this file would bring; writes nothing',
  access,
  bodyLimit: FILE_BODY,
  body: z.object({ ...file, form: z.optional(z.nullable(csvFormDraft)) }),
  answer: z.object({
    format: z.enum(['camt', 'csv']),
    /** The very same file has been imported: when. */
    importedAt: maybe(text()),
    statements: z.array(statement),
    problem: maybe(problem),
    /** Of a CSV file: how it is read, and its first rows as they are. */
    form: maybe(z.unknown()),
    rows: z.array(z.array(text())),
    sample: z.array(
      z.object({
        bookedOn: text(),
        direction: z.enum(['in', 'out']),
        amount: z.int(),
        currency: text(),
        payerName: maybe(text()),
        purpose: text(),
      }),
    ),
  }),
  errors: [1003, 1004, 1005, 9113, 9151],
})

export const importBankStatement = endpoint({
  module: 'payments',
  method: 'POST',
  path: 'bank-statements',
  summary: 'Take a statement in: each movement once, what names its document is settled at once',
  access,
  notWhileImpersonating: true,
  bodyLimit: FILE_BODY,
  body: z.object({ ...file, form: z.optional(z.nullable(csvFormSchema)) }),
  answer: z.object({
    id: text(),
    fresh: z.int(),
    known: z.int(),
    skipped: z.int(),
    settled: z.int(),
    waiting: z.int(),
  }),
  errors: [1003, 1004, 1005, 9113, 9151],
})

export const listBankStatements = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'bank-statements',
  summary: 'Imported statements, the last first',
  access,
  query: z.object({ page: z.optional(field.wholeText(1, 100_000)) }),
  answer: Page(
    z.object({
      id: text(),
      format: z.enum(['camt', 'csv']),
      fileName: text(),
      importedAt: text(),
      importedBy: maybe(text()),
      statements: z.array(statement),
      fresh: z.int(),
      known: z.int(),
      skipped: z.int(),
      settled: z.int(),
      waiting: z.int(),
    }),
  ),
})

const documentFacts = {
  documentId: text(),
  number: maybe(text()),
  contractId: text(),
  contractNumber: text(),
  unitNumber: text(),
  accountId: text(),
  accountName: text(),
  dueOn: text(),
  debt: z.int(),
}
const suggestion = z.object({ ...documentFacts, signs: z.array(z.enum(matchSigns)), isLikely: z.boolean() })
const payoutFacts = z.object({
  payoutId: text(),
  accountId: text(),
  accountName: text(),
  paidOn: text(),
  reference: maybe(text()),
})

export const entryAskReasons = [
  ...askReasons,
  'returned',
  'undone',
  'severalPayouts',
  'directDebit',
  'failed',
] as const

const entry = z.object({
  id: text(),
  importId: text(),
  sellerName: text(),
  account: text(),
  bookedOn: text(),
  valueOn: maybe(text()),
  direction: z.enum(['in', 'out']),
  amount: z.int(),
  currency: text(),
  payerName: maybe(text()),
  payerAccount: maybe(text()),
  purpose: text(),
  reference: maybe(text()),
  bankReference: maybe(text()),
  endToEndId: maybe(text()),
  returnReason: maybe(text()),
  isReversal: z.boolean(),
  isBatch: z.boolean(),
  state: z.enum(['open', 'settled', 'ignored', 'noted']),
  askedWhy: maybe(z.enum(entryAskReasons)),
  ignoreReason: maybe(text()),
  decidedAt: maybe(text()),
  decidedBy: maybe(text()),
  updated: maybe(text()),
  shares: z.array(
    z.object({ ...documentFacts, amount: z.int(), isAutomatic: z.boolean(), undoneAt: maybe(text()) }),
  ),
  payout: maybe(payoutFacts),
  suggestions: z.array(suggestion),
})
export type BankEntry = z.output<typeof entry>

export const listBankEntries = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'bank-entries',
  summary: 'Movements of our accounts with what they were put to, open ones with what they may be for',
  access,
  query: z.object({
    state: z.optional(field.oneOf(['open', 'settled', 'ignored', 'noted'])),
    sellerId: z.optional(field.pathId()),
    importId: z.optional(field.pathId()),
    search: z.optional(z.string().check(z.maxLength(100, '1004'))),
    page: z.optional(field.wholeText(1, 100_000)),
  }),
  answer: Page(entry),
})

export const readBankEntry = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'bank-entries/{id}',
  summary: 'One movement',
  access,
  params: z.object({ id: field.pathId() }),
  answer: entry,
  errors: [9104],
})

export const searchBankTargets = endpoint({
  module: 'payments',
  method: 'GET',
  path: 'bank-entries/{id}/targets',
  summary:
    'Open documents and tenants of the seller that a search finds: by name, e-mail, number, contract, box',
  access,
  params: z.object({ id: field.pathId() }),
  query: z.object({ search: field.text(2, 100) }),
  answer: z.object({
    documents: z.array(z.object(documentFacts)),
    tenants: z.array(z.object({ accountId: text(), accountName: text(), email: text() })),
    payouts: z.array(payoutFacts),
  }),
  errors: [1003, 1004, 9104],
})

/** What the caller has read, so that two staff users do not put one movement to two documents (9109). */
const seen = { updated: z.optional(z.nullable(field.instant())) }

export const settleBankEntry = endpoint({
  module: 'payments',
  method: 'POST',
  path: 'bank-entries/{id}/settle',
  summary:
    'Put an incoming movement to documents and, what is left, to the balance of a tenant; all of it, to the cent',
  access,
  notWhileImpersonating: true,
  params: z.object({ id: field.pathId() }),
  body: z.object({
    ...seen,
    shares: z
      .array(z.object({ documentId: field.id(), amount: field.minor() }))
      .check(z.maxLength(50, '1004')),
    balance: z.optional(z.nullable(z.object({ accountId: field.id(), amount: field.minor() }))),
  }),
  answer: entry,
  errors: [1003, 1004, 1005, 9104, 9109, 9152],
})

export const ignoreBankEntry = endpoint({
  module: 'payments',
  method: 'POST',
  path: 'bank-entries/{id}/ignore',
  summary: 'This movement is none of ours, with the reason',
  access,
  notWhileImpersonating: true,
  params: z.object({ id: field.pathId() }),
  body: z.object({ ...seen, reason: field.text(3, 200) }),
  answer: entry,
  errors: [1003, 1004, 1005, 9104, 9109, 9152],
})

export const noteBankPayout = endpoint({
  module: 'payments',
  method: 'POST',
  path: 'bank-entries/{id}/payout',
  summary: 'An outgoing movement is this payout',
  access,
  notWhileImpersonating: true,
  params: z.object({ id: field.pathId() }),
  body: z.object({ ...seen, payoutId: field.id() }),
  answer: entry,
  errors: [1003, 1005, 9104, 9109, 9152],
})

export const undoBankEntry = endpoint({
  module: 'payments',
  method: 'POST',
  path: 'bank-entries/{id}/undo',
  summary: 'Take a decision back: what was paid with it is open again, the movement waits again',
  access,
  notWhileImpersonating: true,
  params: z.object({ id: field.pathId() }),
  body: z.object(seen),
  answer: entry,
  errors: [1005, 9104, 9109, 9152],
})
