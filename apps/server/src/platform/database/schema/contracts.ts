// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated } from 'kysely'
import type { Json } from '../json.ts'

export interface ContractTable {
  id: string
  external_id: string | null
  number: string
  status: string
  box_id: string
  stock_id: string
  account_id: string
  internal_user_id: string | null
  start_day: Temporal.PlainDate
  end_day: Temporal.PlainDate | null
  leave_at: Temporal.Instant | null
  notice_given_at: Temporal.Instant | null
  planned_leave_day: Temporal.PlainDate | null
  duration_months: number | null
  period_months: number
  currency: string
  month_rate: number
  price: Json
  lease: Json
  answers: Json
  hold_until: Temporal.Instant | null
  payment_method: string
  first_document_id: string | null
  first_paid_at: Temporal.Instant | null
  first_payment_reversed: Generated<boolean>
  blocked_by_staff: Generated<boolean>
  extended_at: Temporal.Instant | null
  move_out_window_until: Temporal.Instant | null
  pin_hash: string | null
  booked_at: Temporal.Instant
  booked_by_id: string
  activated_at: Temporal.Instant | null
  ended_at: Temporal.Instant | null
  closed_at: Temporal.Instant | null
  cancelled_at: Temporal.Instant | null
  updated_at: Temporal.Instant | null
  term_start_day: Temporal.PlainDate | null
  planned_leave_time: Temporal.PlainTime | null
  withdrawn_at: Temporal.Instant | null
  cleared_at: Temporal.Instant | null
  erased_at: Temporal.Instant | null
  source_paid_until: Temporal.PlainDate | null
  source_debt: number | null
  source_due_on: Temporal.PlainDate | null
  source_deposit: number | null
  planned_start_day: Temporal.PlainDate | null
  import_id: string | null
  late_fee_agreed: Generated<boolean>
  door_closing_agreed: Generated<boolean>
  late_fee_from: Temporal.PlainDate | null
}

export interface ContractImportTable {
  id: string
  stock_id: string
  made_by_id: string
  made_at: Temporal.Instant
  undone_at: Temporal.Instant | null
}

export interface ContractSignatureTable {
  contract_id: string
  name_typed: string
  documents_agreed: boolean
  is_adult: boolean
  text_version: string
  text_hash: string
  language: string
  signed_at: Temporal.Instant
  address: string | null
}

export interface ContractTransferTable {
  id: string
  contract_id: string
  from_box_id: string
  to_box_id: string
  first_day: Temporal.PlainDate
  currency: string
  month_rate_before: number
  month_rate: number
  moved_at: Temporal.Instant
  moved_by_id: string
}

export interface WithdrawalRequestTable {
  id: string
  contract_id: string
  code_hash: string
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
  used_at: Temporal.Instant | null
}

export interface ContractsTables {
  contract: ContractTable
  contract_import: ContractImportTable
  contract_signature: ContractSignatureTable
  contract_transfer: ContractTransferTable
  withdrawal_request: WithdrawalRequestTable
}
