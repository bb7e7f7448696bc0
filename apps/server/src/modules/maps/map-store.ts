import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import type { MapObject } from './clean-map-objects.ts'

/** Locks the stock's row, so that two new maps get two places; false for a stock that is not there. */
export async function lockPlan(tx: Tx, stockId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from stock where id = ${stockId} and deleted_at is null for no key update`.execute(tx)
  return rows.length > 0
}

export async function countMaps(tx: Tx, stockId: string): Promise<number> {
  const row = await tx
    .selectFrom('floor_map')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('stock_id', '=', stockId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** A map keeps its place, a new one comes last. */
export async function upsertMap(
  tx: Tx,
  map: { stockId: string; name: string; objects: readonly MapObject[]; at: Temporal.Instant },
): Promise<void> {
  const objects = JSON.stringify(map.objects)
  await sql`
    insert into floor_map (stock_id, name, position, objects, updated_at)
    select ${map.stockId}, ${map.name}, coalesce(max(position) + 1, 0), ${objects}::jsonb, ${map.at.toString()}::timestamptz from floor_map where stock_id = ${map.stockId}
        on conflict (stock_id, name) do update set objects = excluded.objects, updated_at = excluded.updated_at`.execute(
    tx,
  )
}
