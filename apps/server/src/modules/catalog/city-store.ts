import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export interface CityFacts {
  readonly city: string
  /** ISO 3166 code of two letters. */
  readonly country: string
  /** Lists of cities are sorted by it. */
  readonly size: number
  /** Of the centre, in degrees; both or none. */
  readonly latitude: number | null
  readonly longitude: number | null
}

export interface CityRow extends CityFacts {
  readonly id: string
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant | null
}

const columns = sql`id, city, country, size, latitude, longitude, created_at as "createdAt", updated_at as "updatedAt"`

/** Cities by size, the smallest first (specification 4). */
export async function readCities(db: Database): Promise<CityRow[]> {
  const { rows } = await sql<CityRow>`
    select ${columns} from city where deleted_at is null order by size, city, id`.execute(db)
  return rows
}

/** The city's row, locked until the transaction ends. */
export async function lockCity(tx: Tx, id: string): Promise<CityRow | undefined> {
  const { rows } = await sql<CityRow>`
    select ${columns} from city where id = ${id} and deleted_at is null for update`.execute(tx)
  return rows[0]
}

export async function insertCity(
  tx: Tx,
  city: CityFacts & { readonly id: string; readonly createdAt: Temporal.Instant },
): Promise<void> {
  const { createdAt, ...facts } = city
  await tx
    .insertInto('city')
    .values({ ...facts, created_at: createdAt })
    .execute()
}

export async function updateCity(tx: Tx, id: string, city: CityFacts, at: Temporal.Instant): Promise<void> {
  const { city: name, country, size, latitude, longitude } = city
  await tx
    .updateTable('city')
    .set({ city: name, country, size, latitude, longitude, updated_at: at })
    .where('id', '=', id)
    .execute()
}

export async function markCityDeleted(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('city').set({ deleted_at: at }).where('id', '=', id).execute()
}

/** How many stocks are in a city. */
export async function countStocksOf(tx: Tx, cityId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('stock')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('city_id', '=', cityId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
