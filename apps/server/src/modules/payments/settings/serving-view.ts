import { sql } from 'kysely'
import type { Currency } from '@stowage/domain/money'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'

export interface ServedStock {
  readonly id: string
  readonly name: string
  readonly currency: Currency
  readonly isExternal: boolean
  /** When what is set for it was changed last; null: nothing is. */
  readonly changedAt: Temporal.Instant | null
}

/** What only a processor's own account knows: a payment made there, the newest; a page that may still be paid on. */
export async function witnessOf(
  db: Database,
  processorId: string,
): Promise<{ readonly outsideId: string | null; readonly hasOpenPage: boolean }> {
  const { rows } = await sql<{ outsideId: string | null; hasOpenPage: boolean }>`
    select (select p.processor_payment_id from payment p where p.cabinet = ${processorId} and p.processor_payment_id is not null and not p.details ? 'reinstates' order by p.id desc limit 1) as "outsideId",
           exists (select from payment p where p.cabinet = ${processorId} and p.status in ('created', 'pending') and (p.details->>'invoiceOpen')::boolean) as "hasOpenPage"`.execute(
    db,
  )
  return rows[0] ?? { outsideId: null, hasOpenPage: false }
}

/** Every stock that is there, by name; with an id only that one. */
export async function readServedStocks(db: Database | Tx, stockId?: string): Promise<ServedStock[]> {
  const { rows } = await sql<ServedStock>`
    select s.id, s.name, s.currency, s.is_external as "isExternal",
           (select max(p.changed_at) from stock_processor p where p.stock_id = s.id) as "changedAt"
      from stock s where s.deleted_at is null ${stockId === undefined ? sql`` : sql`and s.id = ${stockId}`} order by s.name, s.id`.execute(
    db,
  )
  return rows
}
