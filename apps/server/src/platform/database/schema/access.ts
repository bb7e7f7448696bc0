// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated } from 'kysely'

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
}

export interface LockStateTable {
  stock_id: string
  lock_id: string
  state: string
  since: Temporal.Instant
  open_since: Temporal.Instant | null
  left_open_notified_at: Temporal.Instant | null
  is_forced: Generated<boolean>
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

export interface AccessTables {
  access_list: AccessListTable
  access_record: AccessRecordTable
  lock_state: LockStateTable
  site: SiteTable
}
