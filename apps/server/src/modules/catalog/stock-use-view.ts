import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** What stands on a stock. */
export interface StockUse {
  /** Boxes held by contracts that are not closed, and by reservations. */
  readonly contracts: number
  readonly reservations: number
  readonly documents: number
  readonly unpaidDocuments: number
  /** Staff accounts that see this stock only. */
  readonly staff: number
  /** Boxes with a rate of their own, in the stock's currency. */
  readonly ownRates: number
}

export async function readUse(db: Database, stockId: string): Promise<StockUse> {
  const { rows } = await sql<StockUse>`
    select (select count(*)::int from box_claim where stock_id = ${stockId} and released_at is null and kind = 'contract') as contracts,
           (select count(*)::int from box_claim where stock_id = ${stockId} and released_at is null and kind = 'reservation') as reservations,
           (select count(*)::int from document where stock_id = ${stockId}) as documents,
           (select count(*)::int from document where stock_id = ${stockId} and status = 'open') as "unpaidDocuments",
           (select count(*)::int from account where stock_id = ${stockId} and deleted_at is null) as staff,
           (select count(*)::int from box where stock_id = ${stockId} and deleted_at is null and own_rate is not null) as "ownRates"`.execute(
    db,
  )
  return rows[0] ?? { contracts: 0, reservations: 0, documents: 0, unpaidDocuments: 0, staff: 0, ownRates: 0 }
}

/** Lock ids of the boxes of a stock. */
export async function readBoxLocks(db: Database, stockId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ lockId: string }>`
    select lock_id as "lockId" from box where stock_id = ${stockId} and lock_id is not null and deleted_at is null`.execute(
    db,
  )
  return new Set(rows.map(({ lockId }) => lockId))
}
