// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated } from 'kysely'
import type { Json } from '../json.ts'

export interface AccessListTable {
  stock_id: string
  version: Generated<number>
  wanted_at: Temporal.Instant | null
  claimed_until: Temporal.Instant | null
  issued_at: Temporal.Instant | null
  applied_version: number | null
  applied_at: Temporal.Instant | null
  fault: string | null
}

export interface AccessListPinTable {
  stock_id: string
  account_id: string
  pin_salt: string
  listed_at: Temporal.Instant
  cut_off_at: Temporal.Instant | null
}

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
  reason: string | null
  entry_id: string | null
  list_version: number | null
  is_offline: Generated<boolean>
  differs_code: number | null
  judged_at: Temporal.Instant | null
  repeats: Generated<number>
  is_clock_uncertain: Generated<boolean>
}

export interface LockStateTable {
  stock_id: string
  lock_id: string
  state: string
  since: Temporal.Instant
  open_since: Temporal.Instant | null
  left_open_notified_at: Temporal.Instant | null
  is_forced: Generated<boolean>
  forced_told_at: Temporal.Instant | null
}

export interface SiteTable {
  stock_id: string
  key_id: string
  secret_sealed: string
  previous_key_id: string | null
  previous_secret_sealed: string | null
  last_sequence: Generated<number>
  updated_at: Temporal.Instant
  paired_at: Temporal.Instant | null
  key_used_at: Temporal.Instant | null
  certificate: string | null
  previous_certificate: string | null
  certificate_told_at: Temporal.Instant | null
  certificate_changed_at: Temporal.Instant | null
  certificate_said_at: Generated<number>
  last_chain: string | null
  chain_broken_at: Temporal.Instant | null
  chain_broken_sequence: number | null
  holder: string | null
  holder_refused: Json | null
  holders_barred: Generated<string[]>
}

export interface SiteHealthTable {
  stock_id: string
  is_ok: boolean | null
  misses: Generated<number>
  asked_at: Temporal.Instant | null
  contact_at: Temporal.Instant | null
  locks_read_at: Temporal.Instant | null
  carrier: string | null
  address: string | null
  version: string | null
  started_at: Temporal.Instant | null
  skew_ms: number | null
  is_clock_uncertain: Generated<boolean>
  is_maintenance: Generated<boolean>
  buses: Generated<Json>
  unsent_events: Generated<number>
  last_sequence: number | null
  list_version: Generated<number>
  list_valid_until: Temporal.Instant | null
  list_rejected: Json | null
  offline_since: Temporal.Instant | null
  trouble: string | null
  exits: Generated<Json>
}

export interface SiteOrderTable {
  command_id: string
  stock_id: string
  account_id: string
  actor_role: string
  contract_id: string | null
  source: string
  sent_at: Temporal.Instant
}

export interface SitePairingTable {
  stock_id: string
  code_hash: string
  created_by: string | null
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
}

export interface SiteRelayTable {
  id: string
  process_id: string
  stock_id: string
  request: string
  expires_at: Temporal.Instant
  taken_at: Temporal.Instant | null
  answer: string | null
}

export interface SiteSettingsTable {
  stock_id: string
  wanted: Json
  version: number
  updated_at: Temporal.Instant
  told_version: number | null
  told_at: Temporal.Instant | null
  fault: Json | null
}

export interface SiteSigningKeyTable {
  id: number
  public_pem: string
  private_sealed: string
  created_at: Temporal.Instant
}

export interface SiteTunnelTable {
  stock_id: string
  process_id: string
  connection_id: string
  hello_at: number
  connected_at: Temporal.Instant
  seen_at: Temporal.Instant
}

export interface AccessTables {
  access_list: AccessListTable
  access_list_pin: AccessListPinTable
  access_record: AccessRecordTable
  lock_state: LockStateTable
  site: SiteTable
  site_health: SiteHealthTable
  site_order: SiteOrderTable
  site_pairing: SitePairingTable
  site_relay: SiteRelayTable
  site_settings: SiteSettingsTable
  site_signing_key: SiteSigningKeyTable
  site_tunnel: SiteTunnelTable
}
