import { sql } from 'kysely'
import type { MapObject } from '@stowage/domain/map-object'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** The folder of the scans. */
export const SCANS = 'plan'

/** Where a scan lies under the drawing, in plan units; `file` is its key. */
export interface Background {
  readonly file: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** 0–1. */
  readonly opacity: number
}

export interface MapRow {
  readonly id: string
  readonly stockId: string
  readonly name: string
  readonly position: number
  readonly version: number
  readonly updatedAt: Temporal.Instant
  readonly deletedAt: Temporal.Instant | null
  readonly background: Background | null
}

export const origins = ['drawn', 'imported', 'restored'] as const
export type Origin = (typeof origins)[number]

const columns = sql`m.id, m.stock_id as "stockId", m.name, m.position, m.version, m.updated_at as "updatedAt", m.deleted_at as "deletedAt", m.background`

/** Locks the stock's row, so that two new maps get two places and nobody renames while another saves; false for a stock that is not there. */
export async function lockPlan(tx: Tx, stockId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from stock where id = ${stockId} and deleted_at is null for no key update`.execute(tx)
  return rows.length > 0
}

export async function readMap(db: Database | Tx, stockId: string, name: string): Promise<MapRow | undefined> {
  const { rows } = await sql<MapRow>`
    select ${columns} from floor_map m where m.stock_id = ${stockId} and m.name = ${name} and m.deleted_at is null`.execute(
    db,
  )
  return rows[0]
}

/** A map of the stock by its id, whatever it is called, and deleted or not. */
export async function readMapById(tx: Tx, stockId: string, id: string): Promise<MapRow | undefined> {
  const { rows } = await sql<MapRow>`
    select ${columns} from floor_map m where m.stock_id = ${stockId} and m.id = ${id}`.execute(tx)
  return rows[0]
}

export async function readObjects(db: Database | Tx, mapId: string): Promise<MapObject[]> {
  const { objects } = await db
    .selectFrom('floor_map')
    .select('objects')
    .where('id', '=', mapId)
    .executeTakeFirstOrThrow()
  return objects as MapObject[]
}

export async function countMaps(tx: Tx, stockId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('floor_map')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('stock_id', '=', stockId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Bytes of the stock's drawings as they are stored: packed, and read from their headers alone. */
export async function weighPlans(tx: Tx, stockId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_column_size(objects)), 0)::int as bytes from floor_map where stock_id = ${stockId} and deleted_at is null`.execute(
    tx,
  )
  return rows[0]?.bytes ?? 0
}

/** The place behind the last map. */
export async function lastPosition(tx: Tx, stockId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('floor_map')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('stock_id', '=', stockId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return (last ?? -1) + 1
}

/** A new map comes last. */
export async function insertMap(
  tx: Tx,
  map: {
    readonly id: string
    readonly stockId: string
    readonly name: string
    readonly at: Temporal.Instant
  },
): Promise<void> {
  const { id, stockId, name, at } = map
  const position = await lastPosition(tx, stockId)
  await tx
    .insertInto('floor_map')
    .values({ id, stock_id: stockId, name, position, objects: '[]', version: 1, updated_at: at })
    .execute()
}

export interface Drawing {
  readonly mapId: string
  readonly version: number
  readonly objects: readonly MapObject[]
  readonly at: Temporal.Instant
  readonly savedById: string | null
  readonly origin: Origin
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** Puts a drawing in place of the one before and among the versions; of these only the last ones stay. */
export async function storeDrawing(tx: Tx, drawing: Drawing, keep: number): Promise<void> {
  const objects = sql`${JSON.stringify(drawing.objects)}::jsonb`
  await tx
    .updateTable('floor_map')
    .set({ objects, version: drawing.version, updated_at: drawing.at })
    .where('id', '=', drawing.mapId)
    .execute()
  await tx
    .insertInto('floor_map_version')
    .values({
      map_id: drawing.mapId,
      version: drawing.version,
      objects,
      saved_at: drawing.at,
      saved_by_id: drawing.savedById,
      origin: drawing.origin,
      added: drawing.added,
      changed: drawing.changed,
      removed: drawing.removed,
    })
    .execute()
  await tx
    .deleteFrom('floor_map_version')
    .where('map_id', '=', drawing.mapId)
    .where('version', '<=', drawing.version - keep)
    .execute()
}

/** What is not the drawing: its version and the time of its last change stay. */
export async function updateMapFacts(
  tx: Tx,
  id: string,
  facts: {
    readonly name?: string
    readonly background?: Background | null
    readonly deletedAt?: Temporal.Instant | null
    readonly position?: number
  },
): Promise<void> {
  const { background } = facts
  await tx
    .updateTable('floor_map')
    .set({
      ...(facts.name === undefined ? {} : { name: facts.name }),
      ...(facts.position === undefined ? {} : { position: facts.position }),
      ...(facts.deletedAt === undefined ? {} : { deleted_at: facts.deletedAt }),
      ...(background === undefined
        ? {}
        : { background: background && sql`${JSON.stringify(background)}::jsonb` }),
    })
    .where('id', '=', id)
    .execute()
}

/** Numbers the maps of a stock in this order; it leaves their time of change alone, for a draft of a drawing stays good. */
export async function orderMaps(tx: Tx, stockId: string, names: readonly string[]): Promise<void> {
  await sql`
    update floor_map m set position = o.position - 1
      from unnest(${names}::text[]) with ordinality as o (name, position)
     where m.stock_id = ${stockId} and m.name = o.name and m.deleted_at is null`.execute(tx)
}

/** Which of these files a map still has, deleted maps included. */
export async function keptScans(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file: string }>`
    select distinct background ->> 'file' as file from floor_map where background ->> 'file' = any(${keys}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ file }) => file))
}
