// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated } from 'kysely'
import type { Json } from '../json.ts'

export interface BankAllocationTable {
  id: string
  entry_id: string
  payment_id: string
  account_id: string
  document_id: string
  amount: number
  is_automatic: boolean
  made_at: Temporal.Instant
  made_by_id: string
  undone_at: Temporal.Instant | null
  undone_by_id: string | null
}

export interface BankCsvFormTable {
  seller_id: string
  form: Json
  updated_at: Temporal.Instant
  updated_by_id: string
}

export interface BankDebitTable {
  payment_id: string
  mandate_id: string
  seller_id: string
  announced_on: Temporal.PlainDate
  remittance: string
  batch_id: string | null
  part_id: string | null
  sequence: string | null
  collect_on: Temporal.PlainDate | null
  settled_entry_id: string | null
  settled_on: Temporal.PlainDate | null
  returned_entry_id: string | null
  returned_on: Temporal.PlainDate | null
  return_code: string | null
}

export interface BankEntryTable {
  id: string
  import_id: string
  seller_id: string
  account: string
  natural_key: string
  booked_on: Temporal.PlainDate
  value_on: Temporal.PlainDate | null
  direction: string
  amount: number
  currency: string
  bank_reference: string | null
  end_to_end_id: string | null
  payer_name: string | null
  payer_account: string | null
  purpose: string
  reference: string | null
  return_reason: string | null
  is_reversal: boolean
  is_batch: boolean
  state: string
  asked_why: string | null
  ignore_reason: string | null
  payout_id: string | null
  decided_at: Temporal.Instant | null
  decided_by_id: string | null
  updated_at: Temporal.Instant | null
  batch_reference: string | null
}

export interface BankImportTable {
  id: string
  format: string
  file_name: string
  file_hash: string
  statements: Json
  fresh: number
  known: number
  skipped: number
  imported_at: Temporal.Instant
  imported_by_id: string
}

export interface DebitBatchTable {
  id: string
  seller_id: string
  creditor: Json
  state: string
  count: number
  total: number
  made_at: Temporal.Instant
  made_by_id: string
  sent_at: Temporal.Instant | null
  sent_by_id: string | null
  ended_at: Temporal.Instant | null
  ended_by_id: string | null
}

export interface MandateTable {
  id: string
  account_id: string
  subject: string
  seller_id: string
  stock_id: string
  reference: string
  creditor_id: string
  creditor_name: string
  creditor_address: string
  holder: string | null
  iban_sealed: string | null
  account_label: string | null
  language: string
  wording: string
  text_hash: string
  signed_at: Temporal.Instant
  signed_on: Temporal.PlainDate
  address: string | null
  user_agent: string | null
  method_id: string | null
  used_on: Temporal.PlainDate | null
  ended_at: Temporal.Instant | null
  ended_by: string | null
  end_code: string | null
}

export interface PaymentTable {
  id: string
  processor: string
  cabinet: string
  reference: string
  account_id: string
  stock_id: string
  amount: number
  currency: string
  status: string
  outside_status: string | null
  processor_invoice_id: string | null
  processor_payment_id: string | null
  redirection_url: string | null
  failure_reason: string | null
  card: string | null
  card_holder: string | null
  details: Json
  created_at: Temporal.Instant
  expires_at: Temporal.Instant | null
  pending_at: Temporal.Instant | null
  succeeded_at: Temporal.Instant | null
  decided_at: Temporal.Instant | null
  created_by_id: string
  method_id: string | null
  charge_key: string | null
}

export interface PaymentDisputeTable {
  id: string
  payment_id: string
  cabinet: string
  outside_id: string
  state: string
  said: string
  amount: number
  currency: string
  is_withdrawn: boolean
  reason: string | null
  due_by: Temporal.Instant | null
  opened_at: Temporal.Instant
  decided_at: Temporal.Instant | null
  blocks: boolean
  handled_at: Temporal.Instant | null
  handled_by_id: string | null
}

export interface PaymentMessageTable {
  id: string
  cabinet: string
  outside_id: string | null
  body: Json
  verdict: string
  received_at: Temporal.Instant
  payment_id: string | null
  type: Generated<string>
  message_key: string | null
  times_told: Generated<number>
  news: Json | null
  tries: Generated<number>
  next_try_at: Temporal.Instant | null
  problem: string | null
  processed_at: Temporal.Instant | null
}

export interface PaymentProcessorTable {
  id: string
  kind: string
  label: string
  settings: Json
  secrets: Json
  version: Generated<number>
  is_live: Generated<boolean>
  tested_version: number | null
  tested_at: Temporal.Instant | null
  test_result: Json | null
  passed_version: number | null
  first_live_at: Temporal.Instant | null
  created_at: Temporal.Instant
  updated_at: Temporal.Instant | null
  retired_at: Temporal.Instant | null
  outside_account: string | null
}

export interface PaymentRefundTable {
  id: string
  payment_id: string
  amount: number
  currency: string
  status: string
  reason: string
  problem: string | null
  refunded_before: number | null
  asked_by_id: string
  asked_at: Temporal.Instant
  sent_at: Temporal.Instant | null
  decided_at: Temporal.Instant | null
}

export interface SavedMethodTable {
  id: string
  account_id: string
  cabinet: string
  outside_id: string | null
  card: string | null
  expires: string | null
  payment_id: string | null
  saved_at: Temporal.Instant
  forgotten_at: Temporal.Instant | null
  kind: Generated<string>
  mandate: string | null
  to_forget: string | null
}

export interface StockProcessorTable {
  stock_id: string
  method: string
  processor_id: string
  position: number
  changed_at: Temporal.Instant
}

export interface PaymentsTables {
  bank_allocation: BankAllocationTable
  bank_csv_form: BankCsvFormTable
  bank_debit: BankDebitTable
  bank_entry: BankEntryTable
  bank_import: BankImportTable
  debit_batch: DebitBatchTable
  mandate: MandateTable
  payment: PaymentTable
  payment_dispute: PaymentDisputeTable
  payment_message: PaymentMessageTable
  payment_processor: PaymentProcessorTable
  payment_refund: PaymentRefundTable
  saved_method: SavedMethodTable
  stock_processor: StockProcessorTable
}
