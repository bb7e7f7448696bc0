// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../json.ts'

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
  stock_id: string | null
  city_id: string | null
  size_group: string | null
  language: Generated<string>
  same_as: string | null
  note: string | null
  offered_at: Temporal.Instant | null
  offered_stock_id: string | null
  offer_ends_at: Temporal.Instant | null
  search_text: GeneratedAlways<string>
  booked_at: Temporal.Instant | null
}

export interface SupportTables {
  appeal: AppealTable
}
