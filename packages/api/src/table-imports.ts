import * as z from 'zod/mini'
import { accountTypeIssues, type FieldsByType } from '@stowage/domain/account'
import { customerColumns } from '@stowage/domain/customer-table'
import { runningContractColumns } from '@stowage/domain/running-contract-columns'
import { rowFlaws } from '@stowage/domain/table-cells'
import { endpoint } from './endpoint.ts'
import { maybe, text as said } from './entities/answer.ts'
import { email, flag, id, language, missing, oneOf, optionalText, phone, text } from './fields.ts'

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
    /** Heads whose columns are not read. */
    unread: z.array(said()),
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
  errors: [1000, 1001, 1003, 1004, 1005, 9000],
})

const contracts = { stockId: id(), csv: csv() }
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
    unread: z.array(said()),
    currency: said(),
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
  answer: z.object({ contracts: z.int() }),
  errors: [1003, 1004, 1005, 6001, 6004, 6005, 6006, 6010, 9000],
})
