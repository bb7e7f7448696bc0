// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
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
}

export interface SupportTables {
  appeal: AppealTable
}
