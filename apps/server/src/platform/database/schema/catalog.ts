// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated } from 'kysely'
import type { Json } from '../json.ts'

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
  source_state: string | null
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

export interface EquipmentTable {
  stock_id: string
  id: string
  name: string
  kind: string
  is_exit: Generated<boolean>
  requires_on_site: Generated<boolean>
  position: number
}

export interface PastPenaltyRateTable {
  stock_id: string
  until: Temporal.PlainDate
  percent_per_day: number
  percent_after_end: number
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
  creditor_id: string | null
  payment_tolerance: Generated<number>
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
  kyc_days_verified: Generated<number | null>
  kyc_days_rejected: Generated<number>
  kyc_days_left: Generated<number>
  db_kind: string | null
  db_takes_commands: Generated<boolean>
}

export interface StockVatTable {
  stock_id: string
  valid_from: Temporal.PlainDate
  legal_percent: number
  individual_percent: number
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

export interface CatalogTables {
  box: BoxTable
  box_category: BoxCategoryTable
  box_claim: BoxClaimTable
  category_price: CategoryPriceTable
  city: CityTable
  company: CompanyTable
  equipment: EquipmentTable
  past_penalty_rate: PastPenaltyRateTable
  seller: SellerTable
  stock: StockTable
  stock_vat: StockVatTable
  tariff: TariffTable
}
