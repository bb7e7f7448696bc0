// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.
import type { Json } from '../json.ts'

export interface ReservationTable {
  id: string
  box_id: string
  stock_id: string
  account_id: string
  status: string
  arrival_day: Temporal.PlainDate
  duration_months: number | null
  period_months: number
  with_insurance: boolean
  price: Json
  answers: Json
  reserved_at: Temporal.Instant
  expires_at: Temporal.Instant
  ended_at: Temporal.Instant | null
  contract_id: string | null
  booked_by_id: string
}

export interface BookingTables {
  reservation: ReservationTable
}
