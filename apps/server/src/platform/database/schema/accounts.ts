// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../json.ts'

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
  block_reason: string | null
  blocked_at: Temporal.Instant | null
  email_confirmed_at: Temporal.Instant | null
  erasure_asked_at: Temporal.Instant | null
  erased_at: Temporal.Instant | null
  voided_pins: Generated<string[]>
}

export interface ApiKeyTable {
  id: string
  name: string
  prefix: string
  hash: string
  scopes: string[]
  stock_id: string | null
  made_by: string
  created_at: Temporal.Instant
  expires_at: Temporal.Instant | null
  revoked_at: Temporal.Instant | null
  last_used_at: Temporal.Instant | null
  last_used_from: string | null
}

export interface ConsentTable {
  id: string
  account_id: string
  kind: string
  version: string
  is_given: boolean
  language: string | null
  address: string | null
  user_agent: string | null
  by_id: string | null
  at: Temporal.Instant
}

export interface DataExportTable {
  id: string
  account_id: string
  asked_by_id: string
  asked_at: Temporal.Instant
  opened_at: Temporal.Instant | null
  ends_by: Temporal.Instant
  ended_at: Temporal.Instant | null
  is_whole: Generated<boolean>
}

export interface EmailConfirmationTable {
  id: string
  account_id: string
  email_key: string
  code_hash: string
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
  used_at: Temporal.Instant | null
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
  sealed_key: string | null
  accepted_at: Temporal.Instant | null
  shredded_at: Temporal.Instant | null
}

export interface PasswordResetTable {
  id: string
  account_id: string
  code_hash: string
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
  used_at: Temporal.Instant | null
}

export interface RecoveryCodeTable {
  account_id: string
  code_hash: string
  used_at: Temporal.Instant | null
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
  requires_second_factor: Generated<boolean>
}

export interface SecondFactorTable {
  account_id: string
  secret: string
  created_at: Temporal.Instant
  confirmed_at: Temporal.Instant | null
  last_step: Generated<number>
}

export interface SignInTable {
  family_id: string
  account_id: string
  user_agent: string | null
  address: string | null
  first_seen_at: Temporal.Instant
  last_seen_at: Temporal.Instant
}

export interface SignInProofTable {
  family_id: string
  account_id: string
  entered_at: Temporal.Instant | null
  proved_at: Temporal.Instant | null
  is_unspent: Generated<boolean>
}

export interface SignInTryTable {
  key: string
  tries: Json
  refused: boolean
  forget_at: Temporal.Instant
}

export interface AccountsTables {
  account: AccountTable
  api_key: ApiKeyTable
  consent: ConsentTable
  data_export: DataExportTable
  email_confirmation: EmailConfirmationTable
  kyc_document: KycDocumentTable
  password_reset: PasswordResetTable
  recovery_code: RecoveryCodeTable
  refresh_session: RefreshSessionTable
  role: RoleTable
  second_factor: SecondFactorTable
  sign_in: SignInTable
  sign_in_proof: SignInProofTable
  sign_in_try: SignInTryTable
}
