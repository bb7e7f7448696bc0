/** The table of customers that a company brings: one row a person or company (`table-cells.ts`). Safe for the browser. */
import { limits } from './limits.ts'
import { tidyPhone } from './tidy-phone.ts'
import {
  columnName,
  readTable,
  type CellProblem,
  type Cells,
  type ColumnChoice,
  type ColumnNames,
  type ReadTable,
  type TableProblem,
} from './table-cells.ts'

export const customerColumns = [
  'email',
  'firstName',
  'lastName',
  'company',
  'phone',
  'country',
  'city',
  'zip',
  'address',
  'house',
  'language',
  'taxNumber',
  'vatId',
  'registrationNumber',
] as const
export type CustomerColumn = (typeof customerColumns)[number]

const names: ColumnNames<CustomerColumn> = {
  email: ['E-mail', 'E-mail', 'E-Mail', 'E-mail', 'email', 'mail', 'почта', 'эл. почта', 'adres e-mail'],
  firstName: ['имя', 'first name', 'vorname', 'imię', 'firstname', 'given name'],
  lastName: ['фамилия', 'last name', 'nachname', 'nazwisko', 'lastname', 'surname', 'name'],
  company: ['компания', 'company', 'firma', 'firma', 'организация', 'unternehmen', 'przedsiębiorstwo'],
  phone: ['телефон', 'phone', 'telefon', 'telefon', 'telephone', 'mobile', 'handy'],
  country: ['страна', 'country', 'land', 'kraj'],
  city: ['город', 'city', 'ort', 'miasto', 'stadt', 'town'],
  zip: ['индекс', 'postcode', 'PLZ', 'kod pocztowy', 'zip', 'zip code', 'postal code', 'postleitzahl'],
  address: ['улица', 'street', 'straße', 'ulica', 'адрес', 'address', 'adresse', 'adres', 'strasse'],
  house: ['дом', 'house', 'hausnummer', 'numer domu', 'house number', 'nr.', 'nr'],
  language: ['язык', 'language', 'sprache', 'język'],
  taxNumber: ['ИНН', 'tax number', 'steuernummer', 'NIP', 'taxnumber'],
  vatId: ['НДС ID', 'VAT ID', 'USt-IdNr.', 'VAT UE', 'vat', 'vatid', 'ust-id', 'ustid'],
  registrationNumber: ['ОГРН', 'registration number', 'handelsregister', 'KRS', 'registrationnumber', 'hrb'],
}

export const customerColumnName = (
  column: CustomerColumn,
  language: Parameters<typeof columnName>[2],
): string => columnName(names, column, language)

/** What a row says; what is needed of whom is asked as on every form, by the call's own rules. */
export type CustomerDraft = Readonly<Record<CustomerColumn, string | null>>

export interface CustomerTableRow {
  readonly line: number
  readonly customer: CustomerDraft
  readonly problems: readonly CellProblem<CustomerColumn>[]
  typed(column: CustomerColumn): string
}

export interface CustomerTable extends Pick<ReadTable<CustomerColumn>, 'heads' | 'unread' | 'twice'> {
  readonly rows: readonly CustomerTableRow[]
  readonly problem: TableProblem | null
}

export function readCustomerTable(text: string, choices?: readonly ColumnChoice[] | null): CustomerTable {
  const { rows, ...table } = readTable(text, names, { needed: ['email'], choices })
  return { ...table, rows: rows.map(readRow) }
}

/** No field of a person is longer. */
const LONGEST = limits.text.email[1]

function readRow(cells: Cells<CustomerColumn>): CustomerTableRow {
  const customer = Object.fromEntries(
    customerColumns.map((column) => [column, cells.text(column, LONGEST)]),
  ) as Record<CustomerColumn, string | null>
  return {
    line: cells.line,
    // As every form does: a table has numbers with their brackets and spaces.
    customer: { ...customer, phone: customer.phone === null ? null : tidyPhone(customer.phone) },
    problems: cells.problems,
    typed: (column) => cells.typed(column).slice(0, 80),
  }
}
