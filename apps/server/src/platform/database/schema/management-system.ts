// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated } from 'kysely'
import type { Json } from '../json.ts'

export interface ExternalContractTable {
  stock_id: string
  id: string
  number: string
  customer_id: string
  unit_id: string
  start_day: Temporal.PlainDate
  end_day: Temporal.PlainDate | null
  notice_leave_day: Temporal.PlainDate | null
  leave_day: Temporal.PlainDate | null
  paid_until: Temporal.PlainDate | null
  period_months: number
  month_rate: number
  discount_percent: number
  vat_percent: number
  currency: string
  insurance_amount: number | null
  insurance_coverage: number | null
  deposit_amount: number | null
  balance: number
}

export interface ExternalCustomerTable {
  stock_id: string
  id: string
  account_id: string | null
  is_company: boolean
  company: string | null
  registration_number: string | null
  vat_number: string | null
  salutation: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  other_contacts: string | null
  address: string | null
  city: string | null
  zip: string | null
  country: string | null
  created_at: string
  erased_at: Temporal.Instant | null
  followed: Json | null
  told: Json | null
  erase_asked_at: Temporal.Instant | null
}

export interface ExternalDocumentTable {
  stock_id: string
  id: string
  kind: string
  number: string | null
  contract_id: string | null
  customer_id: string
  document_date: Temporal.PlainDate
  accounting_date: Temporal.PlainDate
  due_date: Temporal.PlainDate | null
  period_from: Temporal.PlainDate | null
  period_to: Temporal.PlainDate | null
  net: number
  vat: number
  gross: number
  open_amount: number
  currency: string
  payment_date: Temporal.PlainDate | null
  payment_method: string | null
  description: string | null
  comment: string | null
}

export interface ExternalSiteTable {
  stock_id: string
  due_at: Temporal.Instant
  lease_id: string | null
  lease_until: Temporal.Instant | null
  synced_at: Temporal.Instant | null
  tried_at: Temporal.Instant | null
  trouble: string | null
  problems: Generated<Json>
  source_key: string | null
  mark_customers: string | null
  mark_contracts: string | null
  mark_documents: string | null
}

export interface ExternalTaskTable {
  id: string
  stock_id: string
  kind: string
  contract_id: string | null
  box_id: string | null
  account_id: string | null
  date_value: Temporal.PlainDate | null
  payload: Generated<Json>
  asked_by_id: string
  asked_at: Temporal.Instant
  done_at: Temporal.Instant | null
  done_by_id: string | null
  command_state: string | null
  command_due_at: Temporal.Instant | null
  command_tries: Generated<number>
}

export interface ManagementSystemTables {
  external_contract: ExternalContractTable
  external_customer: ExternalCustomerTable
  external_document: ExternalDocumentTable
  external_site: ExternalSiteTable
  external_task: ExternalTaskTable
}
