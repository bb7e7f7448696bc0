import * as z from 'zod/mini'
import { ImportedCustomer, type previewCustomers } from '@stowage/api/table-imports'
import type { Answer, Body } from '@stowage/api/endpoint'
import { plainEmail, plainText } from '@stowage/api/plain-text'
import { isErrorCode, type ErrorCode } from '@stowage/api/errors'
import { languageOfCountry } from '@stowage/domain/account'
import {
  readCustomerTable,
  type CustomerColumn,
  type CustomerDraft,
  type CustomerTableRow,
} from '@stowage/domain/customer-table'
import type { Clock } from '../../platform/clock.ts'
import { note, type Author } from '../../platform/audit/author.ts'
import { personal } from '../../platform/audit/personal.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { Failure, FieldFailures } from '../../platform/failure.ts'
import { headsOf, refuseTable } from '../../platform/refuse-table.ts'
import type { Language } from '../../platform/http/actor.ts'
import { accountsByEmail, emailKey } from './account-store.ts'
import { createAccount } from './create-account.ts'

type Preview = Answer<typeof previewCustomers>
type TableText = Pick<Body<typeof previewCustomers>, 'csv' | 'columns'>
/** What the sentence of a problem is told beside its code. */
type Told = Readonly<Record<string, string | number>>
type Sentence = (code: ErrorCode, params: Told) => string

interface Problem {
  readonly field: CustomerColumn
  readonly code: ErrorCode
  readonly typed: string
  readonly params: Told
}
interface Checked {
  readonly line: number
  readonly customer: Customer
  readonly problems: readonly Problem[]
}
type Customer = CustomerDraft & {
  readonly accountType: 'individual' | 'legal'
  readonly language: Language
}

/** What a table would make, and what is wrong in each row. Writes nothing. */
export async function previewImport(
  tx: Tx,
  { csv, columns, language }: TableText & { readonly language: Language },
  sentence: Sentence,
): Promise<Preview> {
  const table = readCustomerTable(csv, columns)
  const checked = await check(tx, table.rows, language)
  return {
    problem: table.problem,
    ...headsOf(table),
    rows: checked.map(({ line, customer, problems }) => ({
      line,
      email: customer.email ?? '',
      name: customer.company ?? [customer.firstName, customer.lastName].filter(Boolean).join(' '),
      accountType: customer.accountType,
      city: customer.city,
      language: customer.language,
      problems: problems.map(({ params, ...problem }) => ({
        ...problem,
        message: sentence(problem.code, params),
      })),
    })),
  }
}

/**
 * Makes the customers of a table, all or none: accounts without a password, to whom nothing is written. @returns how many
 * @throws FieldFailures with `rows.<line>.<column>` for everything that is wrong; 1003 for a table without rows
 */
export async function importCustomers(
  { clock }: { clock: Clock },
  tx: Tx,
  author: Author,
  given: TableText & { readonly language: Language; readonly isVouched: boolean },
): Promise<number> {
  const table = readCustomerTable(given.csv, given.columns)
  refuseTable(table)
  const checked = await check(tx, table.rows, given.language)
  const wrong = checked.flatMap(({ line, problems }) =>
    problems.map(({ field, code, params }) => ({ code, field: `rows.${line}.${field}`, params })),
  )
  if (wrong.length > 0) throw new FieldFailures(wrong)
  const at = clock.now()
  for (const { line, customer } of checked) {
    const { email, country, city, ...known } = customer
    const id = await make(tx, line, {
      ...known,
      email: email ?? '',
      country: country ?? '',
      city: city ?? '',
      passwordHash: null,
      platformRole: 'client',
      imported: { isVouched: given.isVouched },
      at,
    })
    note(tx, clock, author, {
      action: 'account-imported',
      subjectType: 'account',
      subjectId: id,
      after: { email: personal(id, email), isVouched: given.isVouched },
    })
  }
  return checked.length
}

/** Who signed up, or came with another upload, since the rows were looked at is told by his row. @throws FieldFailures */
async function make(tx: Tx, line: number, account: Parameters<typeof createAccount>[1]): Promise<string> {
  try {
    return (await createAccount(tx, account)).id
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 9000) throw error
    throw new FieldFailures([{ code: 9000, field: `rows.${line}.email`, params: { subject: 'mailTaken' } }])
  }
}

/** Adds what every form asks, and what only we know: addresses in use, here or in a row above, which is named. */
async function check(tx: Tx, rows: readonly CustomerTableRow[], language: Language): Promise<Checked[]> {
  const keyOf = ({ customer }: CustomerTableRow): string => emailKey(plainEmail(customer.email ?? ''))
  const taken = await accountsByEmail(tx, rows.map(keyOf))
  const lineOf = new Map<string, number>()
  return rows.map((row) => {
    const { line } = row
    const customer = customerOf(row.customer, language)
    const problems: Problem[] = row.problems.map((problem) => ({
      ...problem,
      params: problem.flaw === undefined ? {} : { subject: problem.flaw },
    }))
    const wrong = (field: CustomerColumn, code: ErrorCode, params: Told = {}): void => {
      if (!problems.some((problem) => problem.field === field))
        problems.push({ field, code, typed: row.typed(field), params })
    }
    const read = z.safeParse(ImportedCustomer, { ...customer, email: customer.email ?? undefined })
    for (const issue of read.error?.issues ?? []) {
      const code = Number(issue.message)
      wrong(String(issue.path[0]) as CustomerColumn, isErrorCode(code) ? code : 1005)
    }
    const key = keyOf(row)
    const first = lineOf.get(key)
    if (taken.has(key)) wrong('email', 9000, { subject: 'mailTaken' })
    else if (key !== '' && first !== undefined) wrong('email', 9000, { subject: 'mailTwice', line: first })
    else lineOf.set(key, line)
    return { line, customer, problems }
  })
}

const LANGUAGES = ['ru', 'en', 'de', 'pl'] as const

/** Who has a company is one; a country of two letters is written large; what is written to him follows from it. */
function customerOf(typedDraft: CustomerDraft, fallback: Language): Customer {
  const draft = Object.fromEntries(
    Object.entries(typedDraft).map(([column, value]) => {
      if (value === null) return [column, null]
      return [column, column === 'email' ? plainEmail(value) : plainText(value)]
    }),
  ) as CustomerDraft
  const { country, company, language: typed } = draft
  const known = LANGUAGES.find((one) => one === typed?.toLowerCase())
  return {
    ...draft,
    country: country !== null && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : country,
    accountType: company === null ? 'individual' : 'legal',
    // What is none of ours is refused by the schema.
    language: known ?? (typed === null ? (languageOfCountry(country) ?? fallback) : (typed as Language)),
  }
}
