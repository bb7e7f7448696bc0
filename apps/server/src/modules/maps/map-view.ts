import { sql } from 'kysely'
import type { MapObject } from '@stowage/domain/map-object'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Background, Origin } from './map-store.ts'

export interface MapFacts {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly objects: number
  readonly updatedAt: Temporal.Instant
  readonly deletedAt: Temporal.Instant | null
  readonly savedBy: string | null
  readonly background: Background | null
}

const person = sql`nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '')`

/** The maps of a stock in their order, the deleted ones behind them, the last deleted first. */
export async function listMaps(db: Database | Tx, stockId: string): Promise<MapFacts[]> {
  const { rows } = await sql<MapFacts>`
    select m.id, m.name, m.version, jsonb_array_length(m.objects) as objects, m.updated_at as "updatedAt", m.deleted_at as "deletedAt",
           m.background, ${person} as "savedBy"
      from floor_map m
      left join floor_map_version v on v.map_id = m.id and v.version = m.version
      left join account a on a.id = v.saved_by_id
     where m.stock_id = ${stockId}
     order by m.deleted_at desc nulls first, m.position, m.name`.execute(db)
  return rows
}

export async function isStock(db: Database, stockId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from stock where id = ${stockId} and deleted_at is null`.execute(db)
  return rows.length > 0
}

export interface VersionFacts {
  readonly version: number
  readonly savedAt: Temporal.Instant
  readonly savedBy: string | null
  readonly origin: Origin
  readonly objects: number
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** What was saved of a map, the last first. */
export async function listVersions(db: Database, mapId: string): Promise<VersionFacts[]> {
  const { rows } = await sql<VersionFacts>`
    select v.version, v.saved_at as "savedAt", ${person} as "savedBy", v.origin, jsonb_array_length(v.objects) as objects, v.added, v.changed, v.removed
      from floor_map_version v left join account a on a.id = v.saved_by_id
     where v.map_id = ${mapId} order by v.version desc`.execute(db)
  return rows
}

export async function readVersion(
  db: Database,
  mapId: string,
  version: number,
): Promise<readonly MapObject[] | undefined> {
  const { rows } = await sql<{ objects: MapObject[] }>`
    select objects from floor_map_version where map_id = ${mapId} and version = ${version}`.execute(db)
  return rows[0]?.objects
}
