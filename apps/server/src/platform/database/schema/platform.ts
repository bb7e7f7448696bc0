// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../json.ts'

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
  key_id: string | null
}

export interface AuditPersonalTable {
  audit_id: string
  place: string
  holder_id: string
  salt: string
  value: Json
}

export interface EventTable {
  id: GeneratedAlways<number>
  type: string
  aggregate: string
  stock_id: string | null
  payload: Json
  happened_at: Temporal.Instant
  recorded_at: Temporal.Instant
  tx: Generated<string>
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

export interface EventHandlerTable {
  name: string
  type: string
}

export interface IdempotencyTable {
  actor: string
  key: string
  endpoint: string
  body_hash: string
  answer: Json | null
  created_at: Temporal.Instant
}

export interface JobFailureTable {
  job: string
  row_key: string
  reason: string
  attempts: number
  next_attempt_at: Temporal.Instant
  last_at: Temporal.Instant
}

export interface MigrationTable {
  name: string
  hash: string
  applied_at: Temporal.Instant
}

export interface RateCountTable {
  minute: number
  name: string
  caller: string
  calls: number
}

export interface ServerProcessTable {
  id: string
  host: string
  pid: number
  port: number
  version: string
  started_at: Temporal.Instant
  seen_at: Temporal.Instant
  facts: Json
}

export interface SettingTable {
  name: string
  value: Json
}

export interface PlatformTables {
  audit: AuditTable
  audit_personal: AuditPersonalTable
  event: EventTable
  event_delivery: EventDeliveryTable
  event_handler: EventHandlerTable
  idempotency: IdempotencyTable
  job_failure: JobFailureTable
  migration: MigrationTable
  rate_count: RateCountTable
  server_process: ServerProcessTable
  setting: SettingTable
}
