import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Answer } from '@stowage/api/endpoint'
import type { listDemand } from '@stowage/api/support'
import { sizeGroup, sizeGroups, type SizeGroup } from '@stowage/domain/box'
import { limits } from '@stowage/domain/limits'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { isFree } from '../catalog/index.ts'

type Demand = Answer<typeof listDemand>[number]

const { s, m, l } = limits.sizeGroupUpTo
const groupOf = sql<string>`case when b.size <= ${sql.lit(s)} then 's' when b.size <= ${sql.lit(m)} then 'm' when b.size <= ${sql.lit(l)} then 'l' else 'xl' end`

/** Boxes that can be booked now, by stock and size; what the wizard offers is no other (catalog, stock-view.ts). */
const freeBoxes = (ofStock: string | null): RawBuilder<unknown> => sql`
  select b.stock_id, t.city_id, ${groupOf} as size_group, count(*)::int as free
    from box b join stock t on t.id = b.stock_id and t.deleted_at is null
    left join box_claim c on c.box_id = b.id and c.released_at is null
   where b.deleted_at is null and b.month_rate is not null and ${isFree} and ${ofStock === null ? sql<SqlBool>`true` : sql<SqlBool>`b.stock_id = ${ofStock}`}
   group by 1, 2, 3`

/** Whether a free box `f` is what `a` waits for: who named no stock takes one of the city, who named no city any. */
const suits = sql<SqlBool>`(a.stock_id is null or a.stock_id = f.stock_id) and (a.stock_id is not null or a.city_id is null or a.city_id = f.city_id) and (a.size_group is null or a.size_group = f.size_group)`

/** Who waits for what, first what can be answered, then by how many wait. */
export async function readDemand(db: Database, ofStock: string | null): Promise<Demand[]> {
  const { rows } = await sql<Omit<Demand, 'since'> & { since: Temporal.Instant }>`
    with free as materialized (${freeBoxes(ofStock)}),
    a as (
      select stock_id, city_id, size_group, count(*)::int as waiting, min(created_at) as since,
             (array_agg(id order by created_at, id))[1] as first_id, (array_agg(name order by created_at, id))[1] as first_name
        from appeal where type = 'availability' and status = 'pending' and (${ofStock}::text is null or stock_id is null or stock_id = ${ofStock})
       group by 1, 2, 3)
    select case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as stock, c.city, a.size_group as size, a.waiting, a.since,
           a.first_id as "firstId", a.first_name as "firstName", coalesce((select sum(f.free) from free f where ${suits}), 0)::int as free
      from a left join stock t on t.id = a.stock_id left join city c on c.id = coalesce(t.city_id, a.city_id)
     order by coalesce((select sum(f.free) from free f where ${suits}), 0) > 0 desc, a.waiting desc, a.since
     limit 200`.execute(db)
  return rows.map(({ since, ...demand }) => ({ ...demand, since: since.toString() }))
}

/** The stock with the most free boxes of those that a waiting request means; undefined where there is none. */
export async function stockToOffer(tx: Tx, id: string, ofStock: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ stockId: string }>`
    select f.stock_id as "stockId" from appeal a, (${freeBoxes(ofStock)}) f
     where a.id = ${id} and ${suits} group by 1 order by sum(f.free) desc, 1 limit 1`.execute(tx)
  return rows[0]?.stockId
}

export interface FreeForWaiting {
  readonly stockName: string
  readonly size: SizeGroup
  readonly waiting: number
}

/** A box that has changed: how many wait for such a one, if it is free now. */
export async function waitingFor(db: Database, boxId: string): Promise<FreeForWaiting | undefined> {
  const { rows } = await sql<FreeForWaiting>`
    select f.name as "stockName", f.size_group as size, count(*)::int as waiting
      from (select b.stock_id, t.city_id, t.name, ${groupOf} as size_group
              from box b join stock t on t.id = b.stock_id and t.deleted_at is null
             where b.id = ${boxId} and b.deleted_at is null and b.month_rate is not null
               and not exists (select 1 from box_claim c where c.box_id = b.id and c.released_at is null)) f
      join appeal a on a.type = 'availability' and a.status = 'pending' and ${suits}
     group by 1, 2`.execute(db)
  return rows[0]
}

export interface Wanted {
  readonly stockId: string | null
  readonly cityId: string | null
  readonly sizeGroup: SizeGroup | null
}

/** What was typed or chosen, found among what there is: by id or by name, and nothing where it is no name of ours. */
export async function findWanted(
  tx: Tx,
  wish: {
    readonly city?: string | null | undefined
    readonly stock?: string | null | undefined
    readonly size?: string | null | undefined
  },
): Promise<Wanted> {
  const [stock, city] = [wish.stock ?? '', wish.city ?? '']
  const { rows } = await sql<{ stockId: string | null; cityId: string | null }>`
    with found as (select id, city_id from stock where deleted_at is null and ${stock} <> '' and (id = ${stock} or lower(name) = lower(${stock})) order by id = ${stock} desc limit 1)
    select (select id from found) as "stockId",
           coalesce((select city_id from found), (select id from city where deleted_at is null and ${city} <> '' and (id = ${city} or lower(city) = lower(${city})) limit 1)) as "cityId"`.execute(
    tx,
  )
  return {
    stockId: rows[0]?.stockId ?? null,
    cityId: rows[0]?.cityId ?? null,
    sizeGroup: groupNamed(wish.size ?? ''),
  }
}

/** `M`, or the group of a size in m²: `6.5`. */
function groupNamed(size: string): SizeGroup | null {
  const named = sizeGroups.find((group) => group === size.trim().toLowerCase())
  if (named !== undefined) return named
  const squareMetres = Number(size.replace(',', '.'))
  return size.trim() !== '' && squareMetres > 0 ? sizeGroup(squareMetres) : null
}
