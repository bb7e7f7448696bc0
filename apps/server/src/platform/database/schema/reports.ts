// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.

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
  ledger_sum: LedgerSumTable
  ledger_sum_added: LedgerSumAddedTable
  tax_sum: TaxSumTable
  tax_sum_added: TaxSumAddedTable
}
