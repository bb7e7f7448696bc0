// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../json.ts'

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

export interface MessagingTables {
  mail: MailTable
  notification: NotificationTable
}
