// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../json.ts'

export interface BillingPlanTable {
  id: string
  contract_id: string
  account_id: string
  stock_id: string
  seller_id: string
  currency: string
  anchor_day: Temporal.PlainDate
  end_day: Temporal.PlainDate | null
  period_months: number
  terms: Json
  print: Json
  billed_until: Temporal.PlainDate | null
  next_issue_on: Temporal.PlainDate | null
  parked_reason: string | null
  closed_at: Temporal.Instant | null
  created_at: Temporal.Instant
  later_terms: Generated<Json>
  parked_at: Temporal.Instant | null
  parked_tries: Generated<number>
  retry_on: Temporal.PlainDate | null
}

export interface BookMonthTable {
  seller_id: string
  month: Temporal.PlainDate
  released_at: Temporal.Instant | null
  closed_at: Temporal.Instant | null
  closed_by_id: string | null
}

export interface DebitTable {
  id: string
  subscription_id: string
  document_id: string
  try: number
  declines: Generated<number>
  status: string
  amount: number
  currency: string
  first_on: Temporal.PlainDate
  due_on: Temporal.PlainDate
  due_at: Temporal.Instant
  payment_id: string | null
  reason: string | null
  created_at: Temporal.Instant
  decided_at: Temporal.Instant | null
}

export interface DocumentTable {
  id: string
  kind: string
  contract_id: string
  plan_id: string
  account_id: string
  stock_id: string
  seller_id: string
  number: string | null
  status: string
  period_from: Temporal.PlainDate | null
  period_to: Temporal.PlainDate | null
  issued_on: Temporal.PlainDate
  due_on: Temporal.PlainDate
  accounting_date: Temporal.PlainDate
  document_date: Temporal.PlainDate
  currency: string
  net: number
  vat: number
  gross: number
  paid: Generated<number>
  paid_at: Temporal.Instant | null
  corrects_id: string | null
  snapshot: Json
  comment: string | null
  created_at: Temporal.Instant
  voided_at: Temporal.Instant | null
  updated_at: Temporal.Instant | null
  penalises_id: string | null
  penalised_until: Temporal.PlainDate | null
  moved_on: Temporal.PlainDate | null
  written_off: Generated<number>
  write_off_reason: string | null
  erased_at: Temporal.Instant | null
  payment_number: GeneratedAlways<number>
}

export interface DocumentLineTable {
  document_id: string
  position: number
  kind: string
  quantity: number
  unit_net: number
  discount_percent: number
  discount: number
  net: number
  vat_percent: number
  vat: number
  gross: number
  explanation: Json
}

export interface DocumentSeriesTable {
  stock_id: string
  kind: string
  year: number
  last_number: number
}

export interface ExchangeRateTable {
  from_currency: string
  to_currency: string
  day: Temporal.PlainDate
  rate: number
  source: string
}

export interface LedgerEntryTable {
  id: string
  posting_id: string
  position: number
  reason: string
  account: string
  account_holder_id: string | null
  seller_id: string
  stock_id: string
  contract_id: string | null
  document_id: string | null
  payment_id: string | null
  currency: string
  amount: number
  business_day: Temporal.PlainDate
  recorded_at: Temporal.Instant
}

export interface PayoutTable {
  id: string
  account_id: string
  seller_id: string
  stock_id: string
  contract_id: string | null
  currency: string
  amount: number
  method: string
  reference: string | null
  paid_on: Temporal.PlainDate
  recorded_at: Temporal.Instant
  recorded_by_id: string
}

export interface RentRiseTable {
  id: string
  plan_id: string
  contract_id: string
  account_id: string
  stock_id: string
  currency: string
  rate_before: number
  rate: number
  effective_on: Temporal.PlainDate
  period_until: Temporal.PlainDate
  period_months: number
  net_before: number
  gross_before: number
  net_after: number
  gross_after: number
  promised_until: Temporal.PlainDate | null
  announced_at: Temporal.Instant
  served_at: Temporal.Instant | null
  served_on: Temporal.PlainDate | null
  mail_id: string | null
  withdrawn_at: Temporal.Instant | null
  dropped_reason: string | null
}

export interface SettlementTable {
  id: string
  payment_id: string
  document_id: string
  amount: number
  currency: string
  settled_at: Temporal.Instant
}

export interface SubscriptionTable {
  id: string
  contract_id: string
  account_id: string
  stock_id: string
  status: string
  method_id: string | null
  reason: string | null
  created_at: Temporal.Instant
  activated_at: Temporal.Instant | null
  ended_at: Temporal.Instant | null
}

export interface BillingTables {
  billing_plan: BillingPlanTable
  book_month: BookMonthTable
  debit: DebitTable
  document: DocumentTable
  document_line: DocumentLineTable
  document_series: DocumentSeriesTable
  exchange_rate: ExchangeRateTable
  ledger_entry: LedgerEntryTable
  payout: PayoutTable
  rent_rise: RentRiseTable
  settlement: SettlementTable
  subscription: SubscriptionTable
}
