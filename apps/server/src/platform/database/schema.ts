// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A jsonb column: read as whatever it is, written as JSON text or a plain object. */
export type Json = ColumnType<unknown, string | object, string | object>

export interface AccessRecordTable {
  id: string
  stock_id: string
  box_id: string | null
  equipment_id: string | null
  lock_id: string | null
  lock_name: string | null
  contract_id: string | null
  account_id: string | null
  actor_role: string | null
  action: string
  code: number | null
  source: string
  command_id: string | null
  site_event_id: string | null
  at: Temporal.Instant
  recorded_at: Temporal.Instant
}

export interface AccountTable {
  id: string
  email: string
  email_key: string
  password_hash: string | null
  platform_role: string
  role_id: string | null
  stock_id: string | null
  language: string
  account_type: string
  is_individual_entrepreneur: boolean
  salutation: string | null
  first_name: string | null
  last_name: string | null
  company: string | null
  registration_number: string | null
  tax_number: string | null
  vat_id: string | null
  country: string
  city: string
  address: string | null
  house: string | null
  zip: string | null
  phone: string | null
  personal_id: string | null
  pin_hash: string | null
  currency: string | null
  is_adult: boolean
  is_advertising_agree: boolean
  agreed_documents_version: string | null
  agreed_documents_at: Temporal.Instant | null
  is_kyc_verified: boolean
  was_kyc_verified: boolean
  blocked_by_staff: Generated<boolean>
  token_generation: Generated<number>
  created_at: Temporal.Instant
  updated_at: Temporal.Instant | null
  deleted_at: Temporal.Instant | null
  search_text: GeneratedAlways<string>
  search_names: GeneratedAlways<string>
}

export interface AppealTable {
  id: string
  account_id: string | null
  name: string | null
  phone: string | null
  email: string | null
  type: string
  status: string
  message: string
  details: Json
  created_at: Temporal.Instant
  handled_at: Temporal.Instant | null
  handled_by_id: string | null
}

export interface AuditTable {
  id: string
  at: Temporal.Instant
  recorded_at: Temporal.Instant
  actor_id: string | null
  on_behalf_of: string | null
  action: string
  subject_type: string
  subject_id: string | null
  stock_id: string | null
  before: Json | null
  after: Json | null
  address: string | null
  sequence: number | null
  previous_hash: string | null
  hash: string | null
}

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

export interface BoxTable {
  id: string
  stock_id: string
  external_id: string | null
  unit_number: string
  size: number
  height: number | null
  width: number | null
  depth: number | null
  floor: number | null
  description: string | null
  lock_id: string | null
  category_id: string | null
  own_rate: number | null
  month_rate: number | null
  created_at: Temporal.Instant
  updated_at: Temporal.Instant | null
  deleted_at: Temporal.Instant | null
}

export interface BoxCategoryTable {
  id: string
  name: string
  alias: string
  description: string
  min_size: number
  max_size: number
  base_price: number | null
  preview_key: string | null
  created_at: Temporal.Instant
  updated_at: Temporal.Instant | null
}

export interface BoxClaimTable {
  id: string
  box_id: string
  stock_id: string
  kind: string
  holder_id: string
  account_id: string
  taken_at: Temporal.Instant
  lapses_at: Temporal.Instant | null
  released_at: Temporal.Instant | null
}

export interface CategoryPriceTable {
  category_id: string
  currency: string
  price_per_m2: number
  confirmed: boolean
}

export interface CityTable {
  id: string
  city: string
  country: string
  size: number
  latitude: number | null
  longitude: number | null
  created_at: Temporal.Instant
  updated_at: Temporal.Instant | null
  deleted_at: Temporal.Instant | null
}

export interface CompanyTable {
  id: string
  name: string
  address: string
  email: string
  website: string
  support_phone: string
  office_hours: Json
  legal_documents: Json
  reports_enabled: boolean
  sign_up_enabled: boolean
  updated_at: Temporal.Instant | null
}

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

export interface EquipmentTable {
  stock_id: string
  id: string
  name: string
  kind: string
  is_exit: Generated<boolean>
  requires_on_site: Generated<boolean>
  position: number
}

export interface EventTable {
  id: GeneratedAlways<number>
  type: string
  aggregate: string
  stock_id: string | null
  payload: Json
  happened_at: Temporal.Instant
  recorded_at: Temporal.Instant
}

export interface EventDeliveryTable {
  event_id: number
  handler: string
  aggregate: string
  attempts: Generated<number>
  next_attempt_at: Temporal.Instant
  parked_reason: string | null
  done_at: Temporal.Instant | null
}

export interface ExchangeRateTable {
  from_currency: string
  to_currency: string
  day: Temporal.PlainDate
  rate: number
  source: string
}

export interface FloorMapTable {
  stock_id: string
  name: string
  position: number
  objects: Json
  updated_at: Temporal.Instant
}

export interface IdempotencyTable {
  actor: string
  key: string
  endpoint: string
  body_hash: string
  answer: Json | null
  created_at: Temporal.Instant
}

export interface KycDocumentTable {
  id: string
  account_id: string
  kind: string
  content_type: string
  file_key: string
  byte_size: number
  sha256: string
  uploaded_at: Temporal.Instant
  rejected_at: Temporal.Instant | null
  rejection_reason: string | null
  replaced_at: Temporal.Instant | null
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

export interface LockStateTable {
  stock_id: string
  lock_id: string
  state: string
  since: Temporal.Instant
  open_since: Temporal.Instant | null
  left_open_notified_at: Temporal.Instant | null
}

export interface MailTable {
  id: string
  natural_key: string
  kind: string
  recipient: string
  account_id: string | null
  stock_id: string | null
  document_id: string | null
  language: string
  data: Json
  subject: string | null
  status: string
  attempts: Generated<number>
  next_attempt_at: Temporal.Instant
  last_error: string | null
  created_at: Temporal.Instant
  sent_at: Temporal.Instant | null
  asked_at: Temporal.Instant | null
  recipient_search: GeneratedAlways<string>
}

export interface MigrationTable {
  name: string
  hash: string
  applied_at: Temporal.Instant
}

export interface NotificationTable {
  id: string
  type: string
  title_en: string
  title_de: string
  description_en: string
  description_de: string
  is_active: boolean
  is_global: boolean
  editor_id: string | null
  created_at: Temporal.Instant
  updated_at: Temporal.Instant
}

export interface PasswordResetTable {
  id: string
  account_id: string
  code_hash: string
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
  used_at: Temporal.Instant | null
}

export interface PastPenaltyRateTable {
  stock_id: string
  until: Temporal.PlainDate
  percent_per_day: number
  percent_after_end: number
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

export interface PaymentMessageTable {
  id: string
  cabinet: string
  outside_id: string | null
  body: Json
  verdict: string
  received_at: Temporal.Instant
  payment_id: string | null
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

export interface RefreshSessionTable {
  id: string
  family_id: string
  account_id: string
  token_hash: string
  acting_for_id: string | null
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
  rotated_at: Temporal.Instant | null
  ended_at: Temporal.Instant | null
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

export interface ReservationTable {
  id: string
  box_id: string
  stock_id: string
  account_id: string
  status: string
  arrival_day: Temporal.PlainDate
  duration_months: number | null
  period_months: number
  with_insurance: boolean
  price: Json
  answers: Json
  reserved_at: Temporal.Instant
  expires_at: Temporal.Instant
  ended_at: Temporal.Instant | null
  contract_id: string | null
  booked_by_id: string
}

export interface RoleTable {
  id: string
  alias: string
  name: string
  description: string
  platform_role: string
  permissions: string[]
  built_in: boolean
  created_at: Temporal.Instant
  updated_at: Temporal.Instant | null
}

export interface SavedMethodTable {
  id: string
  account_id: string
  cabinet: string
  outside_id: string | null
  card: string | null
  expires: string | null
  payment_id: string
  saved_at: Temporal.Instant
  forgotten_at: Temporal.Instant | null
}

export interface SellerTable {
  id: string
  name: string
  address: string
  country: string
  tax_number: string | null
  vat_id: string | null
  registration_number: string | null
  bank_name: string | null
  iban: string | null
  bic: string | null
  email: string
  phone: string
  exemption_text: Json | null
  created_at: Temporal.Instant
  updated_at: Temporal.Instant | null
  deleted_at: Temporal.Instant | null
}

export interface SettingTable {
  name: string
  value: Json
}

export interface SettlementTable {
  id: string
  payment_id: string
  document_id: string
  amount: number
  currency: string
  settled_at: Temporal.Instant
}

export interface SignInTryTable {
  key: string
  tries: Json
  refused: boolean
  forget_at: Temporal.Instant
}

export interface SiteTable {
  stock_id: string
  key_id: string
  secret_sealed: string
  previous_key_id: string | null
  previous_secret_sealed: string | null
  last_sequence: Generated<number>
  updated_at: Temporal.Instant
}

export interface StockTable {
  id: string
  external_id: string | null
  code: string
  name: string
  city_id: string
  seller_id: string
  address: string
  zip: string
  phone: string
  time_zone: string
  opening_time: Temporal.PlainTime
  closing_time: Temporal.PlainTime
  latitude: number | null
  longitude: number | null
  car_height_limit_cm: number | null
  has_boxes: boolean
  is_external: boolean
  currency: string
  max_contract_duration: number
  deposit_months: Generated<number>
  discount: Generated<number>
  invoice_not_paid_fee_percent: Generated<number>
  days_without_fee: Generated<number>
  contract_ended_fee: Generated<number>
  penalty_cap_percent: Generated<number>
  insurance_coverage_amount: Generated<number>
  insurance_monthly_amount: Generated<number>
  insurance_tax_percent: Generated<number>
  refund_unused_time: Generated<boolean>
  wifi_network_name: string | null
  wifi_password: string | null
  offline_app_url: string | null
  router_ip: string | null
  service_port: number | null
  db_server: string | null
  db_port: number | null
  db_name: string | null
  db_username: string | null
  db_password_sealed: string | null
  created_at: Temporal.Instant
  updated_at: Temporal.Instant | null
  deleted_at: Temporal.Instant | null
  remind_days_before: Generated<number[]>
  remind_days_after: Generated<number[]>
  legal_exemption_reason: string | null
  individual_exemption_reason: string | null
  rise_notice_days: Generated<number>
  rise_cap_percent: Generated<number>
}

export interface StockVatTable {
  stock_id: string
  valid_from: Temporal.PlainDate
  legal_percent: number
  individual_percent: number
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

export interface TariffTable {
  id: string
  stock_id: string
  alias: string
  name: Json
  min_months: number | null
  max_months: number | null
  min_stay_months: number
  notice_days: number
  steps: Json
  first_month_min_months: number | null
  first_month_prices: Json
  early_leave: string
  is_on: boolean
  position: number
  created_at: Temporal.Instant
  updated_at: Temporal.Instant | null
}

export interface WithdrawalRequestTable {
  id: string
  contract_id: string
  code_hash: string
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
  used_at: Temporal.Instant | null
}

export interface Schema {
  access_record: AccessRecordTable
  account: AccountTable
  appeal: AppealTable
  audit: AuditTable
  billing_plan: BillingPlanTable
  book_month: BookMonthTable
  box: BoxTable
  box_category: BoxCategoryTable
  box_claim: BoxClaimTable
  category_price: CategoryPriceTable
  city: CityTable
  company: CompanyTable
  contract: ContractTable
  contract_signature: ContractSignatureTable
  contract_transfer: ContractTransferTable
  debit: DebitTable
  document: DocumentTable
  document_line: DocumentLineTable
  document_series: DocumentSeriesTable
  equipment: EquipmentTable
  event: EventTable
  event_delivery: EventDeliveryTable
  exchange_rate: ExchangeRateTable
  floor_map: FloorMapTable
  idempotency: IdempotencyTable
  kyc_document: KycDocumentTable
  ledger_entry: LedgerEntryTable
  lock_state: LockStateTable
  mail: MailTable
  migration: MigrationTable
  notification: NotificationTable
  password_reset: PasswordResetTable
  past_penalty_rate: PastPenaltyRateTable
  payment: PaymentTable
  payment_message: PaymentMessageTable
  payout: PayoutTable
  refresh_session: RefreshSessionTable
  rent_rise: RentRiseTable
  reservation: ReservationTable
  role: RoleTable
  saved_method: SavedMethodTable
  seller: SellerTable
  setting: SettingTable
  settlement: SettlementTable
  sign_in_try: SignInTryTable
  site: SiteTable
  stock: StockTable
  stock_vat: StockVatTable
  subscription: SubscriptionTable
  tariff: TariffTable
  withdrawal_request: WithdrawalRequestTable
}
