import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'

/** What the source says of a unit; `closed`: not let, or not there any more. */
export type SourceState = 'free' | 'occupied' | 'reserved' | 'closed'

/** What the source of an external stock decides of a box. */
export interface SourceBox {
  readonly id: string
  readonly externalId: string | null
  readonly unitNumber: string
  readonly size: number
  readonly height: number | null
  readonly width: number | null
  readonly depth: number | null
  readonly floor: number | null
  readonly categoryId: string | null
  readonly ownRate: number | null
  readonly monthRate: number | null
  readonly state: SourceState
}

export async function readSourceBoxes(tx: Tx, stockId: string): Promise<SourceBox[]> {
  const { rows } = await sql<SourceBox>`
    select id, external_id as "externalId", unit_number as "unitNumber", size, height, width, depth, floor, category_id as "categoryId", own_rate as "ownRate", month_rate as "monthRate", coalesce(source_state, 'closed') as state
      from box where stock_id = ${stockId} and deleted_at is null`.execute(tx)
  return rows
}

/**
 * New boxes, and those that are otherwise now. Numbers that go round among boxes would meet the index on their way: who gets
 * another number lays his down first.
 * @returns whether anything was otherwise
 */
export async function writeSourceBoxes(
  tx: Tx,
  stockId: string,
  boxes: readonly SourceBox[],
  at: Temporal.Instant,
): Promise<boolean> {
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(boxes)}::jsonb) as x(id text, "externalId" text, "unitNumber" text, size numeric(5, 1), height numeric(5, 2), width numeric(5, 2), depth numeric(5, 2),
      floor int, "categoryId" text, "ownRate" bigint, "monthRate" bigint, state text)`
  await sql`
    update box b set unit_number = b.id from ${given} where b.id = x.id and b.unit_number <> x."unitNumber"`.execute(
    tx,
  )
  const updated = await sql`
    update box b
       set external_id = x."externalId", unit_number = x."unitNumber", size = x.size, height = x.height, width = x.width, depth = x.depth, floor = x.floor,
           category_id = x."categoryId", own_rate = x."ownRate", month_rate = x."monthRate", source_state = x.state, updated_at = ${at.toString()}::timestamptz
      from ${given}
     where b.id = x.id and (b.external_id, b.unit_number, b.size, b.height, b.width, b.depth, b.floor, b.category_id, b.own_rate, b.month_rate, b.source_state)
           is distinct from (x."externalId", x."unitNumber", x.size, x.height, x.width, x.depth, x.floor, x."categoryId", x."ownRate", x."monthRate", x.state)`.execute(
    tx,
  )
  const inserted = await sql`
    insert into box (id, stock_id, external_id, unit_number, size, height, width, depth, floor, category_id, own_rate, month_rate, source_state, created_at)
    select x.id, ${stockId}, x."externalId", x."unitNumber", x.size, x.height, x.width, x.depth, x.floor, x."categoryId", x."ownRate", x."monthRate", x.state, ${at.toString()}::timestamptz
      from ${given} where not exists (select 1 from box b where b.id = x.id)`.execute(tx)
  return Number(updated.numAffectedRows ?? 0n) + Number(inserted.numAffectedRows ?? 0n) > 0
}

/** A city by its name, in a country or in that of the city where the stock is; `country` is that one. */
export async function findCity(
  tx: Tx,
  wanted: { readonly name: string; readonly country: string | null; readonly near: string },
): Promise<{ readonly id: string | null; readonly country: string }> {
  const { rows } = await sql<{ id: string | null; country: string }>`
    select (select c.id from city c where c.deleted_at is null and lower(c.city) = lower(${wanted.name}) and c.country = coalesce(${wanted.country}, n.country) order by c.created_at, c.id limit 1) as id, n.country
      from city n where n.id = ${wanted.near}`.execute(tx)
  return rows[0] ?? { id: null, country: wanted.country ?? '' }
}
