import { fromDecimalString } from '@stowage/domain/money'
import type { SourceRow } from './source.ts'

/**
 * The views of the read contract SSR 1 (docs/operations/management-system.md), each with its columns under the names that it gives
 * them. A `?` may be empty; the column itself must be there.
 */
export const views = {
  ssr_sites: {
    SiteID: 'id',
    SiteName: 'text',
    Address: 'text?',
    City: 'text?',
    Zip: 'text?',
    Country: 'text?',
    Phone: 'text?',
    CurrencyCode: 'text',
    UpdatedAt: 'time',
  },
  ssr_units: {
    UnitID: 'id',
    SiteID: 'id',
    UnitNumber: 'text',
    SizeCode: 'text?',
    PhysicalSize: 'decimal?',
    Height: 'decimal?',
    Width: 'decimal?',
    Depth: 'decimal?',
    MonthRate: 'money',
    VATRate: 'percent?',
    IsOccupied: 'flag',
    IsReserved: 'flag',
    IsRentable: 'flag',
    ContractID: 'id?',
    UpdatedAt: 'time',
  },
  ssr_customers: {
    CustomerID: 'id',
    SiteID: 'id?',
    IsCompany: 'flag',
    CompanyName: 'text?',
    RegistrationNumber: 'text?',
    VATNumber: 'text?',
    Salutation: 'text?',
    FirstName: 'text?',
    LastName: 'text?',
    Email: 'text?',
    Phone: 'text?',
    OtherContacts: 'text?',
    Address: 'text?',
    City: 'text?',
    Zip: 'text?',
    Country: 'text?',
    CreatedAt: 'time',
    UpdatedAt: 'time',
  },
  ssr_contracts: {
    ContractID: 'id',
    ContractNumber: 'text',
    SiteID: 'id',
    CustomerID: 'id',
    UnitID: 'id',
    StartDate: 'date',
    EndDate: 'date?',
    NoticeLeaveDate: 'date?',
    LeaveDate: 'date?',
    PaidUntil: 'date?',
    InvoiceFrequency: 'months',
    MonthRate: 'money',
    DiscountPercent: 'percent?',
    VATRate: 'percent',
    CurrencyCode: 'text',
    InsuranceAmount: 'money?',
    InsuranceCoverage: 'money?',
    DepositAmount: 'money?',
    Balance: 'money',
    UpdatedAt: 'time',
  },
  ssr_documents: {
    DocumentID: 'id',
    DocumentType: 'text',
    InvoiceNumber: 'text?',
    SiteID: 'id',
    ContractID: 'id?',
    CustomerID: 'id',
    DocumentDate: 'date',
    AccountingDate: 'date',
    DueDate: 'date?',
    PeriodFrom: 'date?',
    PeriodTo: 'date?',
    AmountNet: 'money',
    VATAmount: 'money',
    AmountGross: 'money',
    OpenAmount: 'money',
    CurrencyCode: 'text',
    PaymentDate: 'date?',
    PaymentMethod: 'text?',
    DocumentDescription: 'text?',
    InvoiceComment: 'text?',
    UpdatedAt: 'time',
  },
} as const satisfies Record<string, Record<string, ColumnType>>

/** What a column holds, for whoever makes the view. */
export function typeOf(view: string, column: string): string {
  const type = (views as Record<string, Record<string, ColumnType>>)[view]?.[column]
  if (type === undefined) return column === 'MapName' || column === 'UnitNumber' ? WORDS.text : WORDS.decimal
  return `${WORDS[type.replace('?', '') as BaseType]}${type.endsWith('?') ? ', may be empty' : ''}`
}

const WORDS: Readonly<Record<BaseType, string>> = {
  id: 'a text of up to 36 characters',
  text: 'a text',
  money: 'decimal(12,2) in major units',
  decimal: 'a number',
  percent: 'percent, 0 to 100',
  months: 'a whole number of months',
  flag: '0 or 1',
  date: 'a date',
  time: 'a time, in UTC or in the zone that ssr_meta names',
}

type BaseType = 'id' | 'text' | 'money' | 'decimal' | 'percent' | 'months' | 'flag' | 'date' | 'time'
type ColumnType = BaseType | `${BaseType}?`
export type ViewName = keyof typeof views

type ValueOf<Type> = Type extends `${infer Base}?`
  ? ValueOf<Base> | null
  : Type extends 'money' | 'decimal' | 'percent' | 'months'
    ? number
    : Type extends 'flag'
      ? boolean
      : string
/** A row as it was understood: money in minor units, days and times as `YYYY-MM-DD` and `YYYY-MM-DD HH:mm:ss.ffffff`. */
export type Understood<View extends ViewName> = {
  readonly [Column in keyof (typeof views)[View]]: ValueOf<(typeof views)[View][Column]>
}

/** The newest change that was read of each view that keeps one. */
export interface Watermarks {
  readonly customers: string | null
  readonly contracts: string | null
  readonly documents: string | null
}

/** What one reading of a site brought. */
export interface SiteReading {
  readonly site: Understood<'ssr_sites'>
  readonly units: readonly Understood<'ssr_units'>[]
  readonly customers: readonly Understood<'ssr_customers'>[]
  readonly contracts: readonly Understood<'ssr_contracts'>[]
  readonly documents: readonly Understood<'ssr_documents'>[]
  readonly watermarks: Watermarks
  /** Rows that could not be understood and were left out, in sentences with their view and id. */
  readonly problems: readonly string[]
}

/** One row, or what is wrong with it. A row of which one value is no such value is no row: half of it would be a lie. */
export function understand<View extends ViewName>(
  view: View,
  row: SourceRow,
): { readonly row: Understood<View> } | { readonly problem: string } {
  const understood: Record<string, unknown> = {}
  for (const [column, type] of Object.entries<ColumnType>(views[view])) {
    const text = row[column]?.trim() ?? ''
    const base = type.replace('?', '') as BaseType
    if (text === '') {
      if (!type.endsWith('?')) return { problem: sentence(view, row, column, 'is empty') }
      understood[column] = null
      continue
    }
    const value = readers[base](text)
    if (value === undefined) return { problem: sentence(view, row, column, `is no ${base}: ${quoted(text)}`) }
    understood[column] = value
  }
  return { row: understood as Understood<View> }
}

/** When a row changed last, as `moment` has it, also of one that is not understood otherwise. */
export const changedAt = (row: SourceRow): string | undefined => moment(row['UpdatedAt']?.trim() ?? '')

const sentence = (view: ViewName, row: SourceRow, column: string, what: string): string =>
  `${view} ${quoted(Object.values(row)[0] ?? '')}: ${column} ${what}`

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40))

/** undefined: not understood. */
const readers: Readonly<Record<BaseType, (text: string) => string | number | boolean | undefined>> = {
  // Nothing that a database of ours would not take, a null character before all.
  id: (text) => (text.length <= 64 && !/\p{C}/u.test(text) ? text : undefined),
  text: (text) => text.replaceAll(/\p{Cc}/gu, ' '),
  money: minorUnits,
  decimal: (text) => (/^-?\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : undefined),
  percent: (text) =>
    /^(100|\d{1,2})(\.\d{1,2}0*)?$/.test(text) && Number(text) <= 100 ? Number(text) : undefined,
  months: (text) => (/^\d{1,3}$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
  flag: (text) =>
    ({ '0': false, '1': true, false: false, true: true, f: false, t: true })[text.toLowerCase()],
  date: (text) => {
    // A day kept as a time is one at midnight.
    const [, day] = /^(\d{4}-\d\d-\d\d)(?:[ T]00:00(?::00(?:\.0+)?)?(?:Z|\+00(?::?00)?)?)?$/.exec(text) ?? []
    return day !== undefined && isDay(day) ? day : undefined
  },
  time: moment,
}

/** `119.00` → 11900: decimals are read as a text, whatever zeros stand behind; a fraction of a cent is none. */
export function minorUnits(text: string): number | undefined {
  const [, sign, whole, decimals = ''] = /^(-?)0*(\d{1,13})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || /[1-9]/.test(decimals.slice(2))) return undefined
  // Any currency: they all have hundredths here.
  return fromDecimalString(`${sign}${whole}${decimals === '' ? '' : `.${decimals.slice(0, 2)}`}`, 'EUR')
    .amount
}

function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

/** `2026-11-01 10:00:00` with any fraction; an offset of nought is what we asked the session for. */
function moment(text: string): string | undefined {
  const [, day, time, fraction = ''] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|\+00(?::?00)?)?$/.exec(text) ?? []
  if (day === undefined || time === undefined || !isDay(day) || time > '23:59:59') return undefined
  return `${day} ${time}.${fraction.slice(0, 6).padEnd(6, '0')}`
}
