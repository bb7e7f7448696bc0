// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Json } from '../json.ts'

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

export interface PaymentsTables {
  payment: PaymentTable
  payment_message: PaymentMessageTable
  saved_method: SavedMethodTable
}
