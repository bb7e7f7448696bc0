import * as z from 'zod/mini'
import { accountTypeIssues, type FieldsByType } from '@stowage/domain/account'
import { customerColumns } from '@stowage/domain/customer-table'
import { runningContractColumns } from '@stowage/domain/running-contract-columns'
import { rowFlaws } from '@stowage/domain/table-cells'
import { endpoint } from './endpoint.ts'
import { maybe, text as said } from './entities/answer.ts'
import { email, flag, id, language, missing, oneOf, optionalText, pathId, phone, text } from './fields.ts'

/** No permission opens these calls: only who passes every check (decisions.md B8) may make them. */
const superUserOnly: readonly string[] = []

/** A thousand rows of every column at its longest. */
const TABLE_BYTES = 2 * 1024 * 1024

/** The file's text: a row of heads, then a thing a row. */
const csv = () => z.string(missing('1005')).check(z.refine((value) => value.trim() !== '', '1003'))

/** What is asked of a customer that a company brings: who he is and where to write to; the rest where it is known. */
export const ImportedCustomer = z
  .object({
    accountType: oneOf(['individual', 'legal']),
    email: email(),
    country: text(1, 60),
    city: text(1, 30),
    phone: z.optional(z.nullable(phone())),
    address: optionalText(1, 128),
    house: optionalText(1, 30),
    zip: optionalText(4, 16),
    language: z.optional(z.nullable(language())),
    firstName: optionalText(1, 30),
    lastName: optionalText(1, 30),
    company: optionalText(1, 128),
    registrationNumber: optionalText(1, 30),
    taxNumber: optionalText(1, 30),
    vatId: optionalText(1, 30),
  })
  .check(
    z.superRefine<FieldsByType>(
      (value, context) => {
        for (const { field, code } of accountTypeIssues(value))
          context.addIssue({ code: 'custom', message: String(code), path: [field], input: value })
      },
      { when: () => true },
    ),
  )

/** What is said of heads that are not known, or known otherwise; `as` null: the column is left out. */
export const columnChoices = () =>
  z.optional(
    z.nullable(
      z
        .array(z.object({ head: text(1, 80), as: z.nullable(z.string().check(z.maxLength(40, '1004'))) }))
        .check(z.maxLength(200, '1004')),
    ),
  )
/** The heads of a file, what is read under each, and which of them wait for a decision. */
export const tableHeads = <const C extends readonly [string, ...string[]]>(columns: C) => ({
  heads: z.array(
    z.object({
      head: said(),
      as: maybe(z.enum(columns)),
      state: z.enum(['known', 'chosen', 'ignored', 'undecided']),
      couldBe: z.array(z.enum(columns)),
    }),
  ),
  /** Heads that are not decided: the import is refused with 9215 until each is mapped or left out. */
  unread: z.array(said()),
  /** Heads that mean the same column: the import is refused with 9216. */
  twice: z.array(said()),
})

const tableProblem = z.nullable(z.enum(['empty', 'noColumn', 'twice', 'tooMany']))
/** `typed`: what stands in the cell, where it could not be read; `flaw`: it is the row that is wrong, from this cell on. */
const problemsIn = <const C extends readonly [string, ...string[]]>(columns: C) =>
  z.array(
    z.object({
      field: z.enum(columns),
      code: z.int(),
      flaw: z.optional(z.enum(rowFlaws)),
      message: said(),
      typed: said(),
    }),
  )

const customers = {
  csv: csv(),
  columns: columnChoices(),
  /** Their identity was checked where they come from: they need not hand in documents before a door opens. */
  isVouched: z.optional(flag()),
}
export const previewCustomers = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'users/import/preview',
  summary: 'What a table of customers would make, with the errors of each row; nothing is written',
  access: superUserOnly,
  bodyLimit: TABLE_BYTES,
  body: z.object(customers),
  answer: z.object({
    problem: tableProblem,
    ...tableHeads(customerColumns),
    rows: z.array(
      z.object({
        line: z.int(),
        email: said(),
        name: said(),
        accountType: z.enum(['individual', 'legal']),
        city: maybe(said()),
        language: said(),
        problems: problemsIn(customerColumns),
      }),
    ),
  }),
})
export const importCustomers = endpoint({
  module: 'accounts',
  method: 'POST',
  path: 'users/import',
  summary: 'The customers of a table, all or none; no mail goes out',
  access: superUserOnly,
  notWhileImpersonating: true,
  bodyLimit: TABLE_BYTES,
  body: z.object(customers),
  answer: z.object({ customers: z.int() }),
  errors: [1000, 1001, 1003, 1004, 1005, 9000, 9215, 9216],
})

const contracts = {
  stockId: id(),
  csv: csv(),
  columns: columnChoices(),
  /** Rows without a rent are taken at the price of their box; without this they are refused with 9217. */
  atListPrice: z.optional(flag()),
  /** Agreed with the tenants of rows that do not say so themselves: a late fee, and a door that closes over debts. */
  lateFeeAgreed: z.optional(flag()),
  doorClosingAgreed: z.optional(flag()),
}
export const previewRunningContracts = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'contracts/import/preview',
  summary: 'What a table of running contracts would make, with the errors of each row; nothing is written',
  access: superUserOnly,
  bodyLimit: TABLE_BYTES,
  body: z.object(contracts),
  answer: z.object({
    problem: tableProblem,
    ...tableHeads(runningContractColumns),
    currency: said(),
    /** Net of a month, in minor units: what the rows come to, and the same boxes at their list prices. */
    monthSum: z.int(),
    listSum: z.int(),
    /** Rows without a rent, which would be taken at the price of their box, and what those come to. */
    listPriced: z.object({ count: z.int(), monthSum: z.int() }),
    rows: z.array(
      z.object({
        line: z.int(),
        unitNumber: said(),
        email: said(),
        name: maybe(said()),
        startDay: maybe(said()),
        /** The first day that is billed here. */
        billedFrom: maybe(said()),
        periodMonths: z.int(),
        /** Net, in minor units. */
        monthRate: maybe(z.int()),
        /** With VAT. */
        monthGross: maybe(z.int()),
        /** The price of the box, net; and whether it is taken for want of a rent. */
        listRate: maybe(z.int()),
        isListPriced: z.boolean(),
        lateFeeAgreed: z.boolean(),
        doorClosingAgreed: z.boolean(),
        deposit: z.int(),
        /** The last day of a fixed term; null: it runs until notice. */
        endDay: maybe(said()),
        /** Months of a term, by which it is extended; null: by what is left of it. */
        termMonths: maybe(z.int()),
        /** Net of a month, in minor units, and what it covers. */
        insurance: maybe(z.int()),
        coverage: maybe(z.int()),
        problems: problemsIn(runningContractColumns),
      }),
    ),
  }),
  errors: [6006],
})
export const importRunningContracts = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'contracts/import',
  summary: 'The running contracts of a table, all or none; no mail goes out',
  access: superUserOnly,
  notWhileImpersonating: true,
  bodyLimit: TABLE_BYTES,
  body: z.object(contracts),
  answer: z.object({ contracts: z.int(), importId: said() }),
  errors: [1003, 1004, 1005, 6001, 6004, 6005, 6006, 6010, 9000, 9215, 9216, 9217],
})

const TableImport = z.object({
  id: said(),
  contracts: z.int(),
  at: said(),
  byName: maybe(said()),
  undoneAt: maybe(said()),
  /** Contracts of it on which something has happened since: it cannot be undone. */
  changed: z.array(z.object({ number: said(), unitNumber: said() })),
})
export const listContractImports = endpoint({
  module: 'contracts',
  method: 'GET',
  path: 'stocks/{stockId}/contracts/imports',
  summary: 'Imports of running contracts of a stock, the latest first, and what keeps each from being undone',
  access: superUserOnly,
  params: z.object({ stockId: pathId() }),
  answer: z.object({ imports: z.array(TableImport) }),
  errors: [6006],
})
export const undoContractImport = endpoint({
  module: 'contracts',
  method: 'POST',
  path: 'contracts/imports/{importId}/undo',
  summary:
    'Cancels all contracts of an import and frees their boxes, while nothing has happened on any of them',
  access: superUserOnly,
  notWhileImpersonating: true,
  params: z.object({ importId: pathId() }),
  answer: z.object({ contracts: z.int() }),
  errors: [9104, 9109, 9218],
})
