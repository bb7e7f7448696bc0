// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated } from 'kysely'

export interface CompanyExportTable {
  id: string
  asked_by_id: string
  asked_at: Temporal.Instant
  with_identity: boolean
  state: string
  tries: Generated<number>
  lease_until: Temporal.Instant | null
  pieces: Generated<number>
  things: Generated<number>
  about: number | null
  bytes: Generated<number>
  missing: number | null
  sealed_key: string | null
  ready_at: Temporal.Instant | null
  deletes_at: Temporal.Instant | null
  ended_at: Temporal.Instant | null
  failure: string | null
}

export interface LedgerSumTable {
  month: Temporal.PlainDate
  stock_id: string
  seller_id: string
  currency: string
  account: string
  reason: string
  entries: number
  debit: number
  credit: number
}

export interface LedgerSumAddedTable {
  month: Temporal.PlainDate
  stock_id: string
  seller_id: string
  currency: string
  account: string
  reason: string
  entries: number
  debit: number
  credit: number
}

export interface TaxSumTable {
  month: Temporal.PlainDate
  stock_id: string
  seller_id: string
  currency: string
  line: string
  is_credit: boolean
  vat_percent: number
  net: number
  vat: number
}

export interface TaxSumAddedTable {
  document_id: string
  month: Temporal.PlainDate
  sign: number
}

export interface ReportsTables {
  company_export: CompanyExportTable
  ledger_sum: LedgerSumTable
  ledger_sum_added: LedgerSumAddedTable
  tax_sum: TaxSumTable
  tax_sum_added: TaxSumAddedTable
}
