// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json } from '../json.ts'

export interface BouncingAddressTable {
  address: string
  since: Temporal.Instant
  last_error: string
}

export interface InboxReadTable {
  account_id: string
  read_until: Temporal.Instant
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
  failure: string | null
  is_bulk: Generated<boolean>
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

export interface PushKeyTable {
  id: number
  public_key: string
  private_sealed: string
  created_at: Temporal.Instant
}

export interface PushSubscriptionTable {
  id: string
  account_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Temporal.Instant
  timeouts: Generated<number>
  family_id: string
}

export interface PushTaskTable {
  mail_id: string
  subscription_id: string
  attempts: Generated<number>
  next_attempt_at: Temporal.Instant
}

export interface SmsTable {
  id: string
  natural_key: string
  kind: string
  recipient: string
  account_id: string | null
  stock_id: string | null
  language: string
  data: Json
  body: string | null
  segments: number | null
  status: string
  failure: string | null
  attempts: Generated<number>
  next_attempt_at: Temporal.Instant
  expires_at: Temporal.Instant
  attempted_at: Temporal.Instant | null
  not_before: Temporal.Instant | null
  created_at: Temporal.Instant
  sent_at: Temporal.Instant | null
  gateway_id: string | null
  error_code: number | null
  last_error: string | null
}

export interface SmsNumberTable {
  account_id: string
  number: string
  confirmed_at: Temporal.Instant | null
  kinds: Generated<string[]>
  code_id: string | null
  code_expires_at: Temporal.Instant | null
  code_tries: Generated<number>
  updated_at: Temporal.Instant
}

export interface UnreachableNumberTable {
  number: string
  since: Temporal.Instant
  error_code: number | null
}

export interface WebhookTable {
  id: string
  name: string
  url: string
  events: string[]
  secret: string
  former_secret: string | null
  former_until: Temporal.Instant | null
  is_on: boolean
  off_reason: string | null
  off_since: Temporal.Instant | null
  failing_since: Temporal.Instant | null
  made_by: string
  created_at: Temporal.Instant
  last_delivered_at: Temporal.Instant | null
}

export interface WebhookAttemptTable {
  delivery_id: string
  number: number
  at: Temporal.Instant
  milliseconds: number
  status: number | null
  fault: string | null
  answer: string | null
}

export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  event_id: number | null
  event: string
  body: string
  state: string
  attempts: Generated<number>
  attempts_before: Generated<number>
  created_at: Temporal.Instant
  next_attempt_at: Temporal.Instant
  ended_at: Temporal.Instant | null
  last_status: number | null
  last_fault: string | null
}

export interface MessagingTables {
  bouncing_address: BouncingAddressTable
  inbox_read: InboxReadTable
  mail: MailTable
  notification: NotificationTable
  push_key: PushKeyTable
  push_subscription: PushSubscriptionTable
  push_task: PushTaskTable
  sms: SmsTable
  sms_number: SmsNumberTable
  unreachable_number: UnreachableNumberTable
  webhook: WebhookTable
  webhook_attempt: WebhookAttemptTable
  webhook_delivery: WebhookDeliveryTable
}
