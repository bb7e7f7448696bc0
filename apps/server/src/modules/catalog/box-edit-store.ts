import type { Currency } from '@stowage/domain/money'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { BOX_TAKEN, type BoxFields, type PricedBox } from './box-store.ts'
import { refusing } from './refusals.ts'
import { whichBox } from './which-box.ts'

export interface EditedBox extends BoxFields {
  readonly id: string
  readonly externalId: string | null
  readonly stockId: string
  readonly currency: Currency
  readonly isExternal: boolean
  /** Its stock's source was read and decides what it is and costs. */
  readonly isOfSource: boolean
  readonly monthRate: number | null
  /** By name. */
  readonly category: string | null
  /** Who holds it, if anybody. */
  readonly claim: 'reservation' | 'contract' | null
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant | null
}

const columns = sql`b.id, b.external_id as "externalId", b.stock_id as "stockId", b.unit_number as "unitNumber", b.size, b.height, b.width, b.depth, b.floor, b.description,
  b.lock_id as "lockId", b.own_rate as "ownRate", b.month_rate as "monthRate", s.currency, s.is_external as "isExternal", s.is_external and b.source_state is not null as "isOfSource", b.created_at as "createdAt", b.updated_at as "updatedAt",
  (select g.name from box_category g where g.id = b.category_id) as category,
  (select c.kind from box_claim c where c.box_id = b.id and c.released_at is null) as claim`

async function read(db: Database | Tx, rest: RawBuilder<unknown>): Promise<EditedBox[]> {
  const { rows } = await sql<EditedBox>`
    select ${columns} from box b join stock s on s.id = b.stock_id and s.deleted_at is null where b.deleted_at is null and ${rest}`.execute(
    db,
  )
  return rows
}

/** By our id or the source's (decisions.md A1): where a box is; it never moves. @throws Failure 6003 as `whichBox` */
export async function findBox(
  tx: Tx,
  id: string,
  stockId: string | undefined,
): Promise<{ id: string; stockId: string } | undefined> {
  const { rows } = await sql<{ id: string; stockId: string }>`
    select id, stock_id as "stockId" from box where (id = ${id} or external_id = ${id}) and deleted_at is null`.execute(
    tx,
  )
  return whichBox(id, rows, { stockId })
}

/**
 * The box, locked until the transaction ends and read when the lock is there: whoever booked it meanwhile is seen.
 */
export async function lockBoxToEdit(tx: Tx, id: string): Promise<EditedBox | undefined> {
  await sql`select 1 from box where id = ${id} for no key update`.execute(tx)
  return (await read(tx, sql`b.id = ${id}`))[0]
}

/** Boxes of one stock by their ids, in no order. */
export async function readBoxesToEdit(
  db: Database | Tx,
  stockId: string,
  ids: readonly string[],
): Promise<EditedBox[]> {
  return await read(db, sql`b.stock_id = ${stockId} and b.id = any(${[...ids]}::text[])`)
}

/** Locks them one after the other in the order of their ids, as everybody does, then reads them. */
export async function lockBoxesToEdit(tx: Tx, stockId: string, ids: readonly string[]): Promise<EditedBox[]> {
  await sql`select 1 from box where stock_id = ${stockId} and id = any(${[...ids]}::text[]) order by id for no key update`.execute(
    tx,
  )
  return await readBoxesToEdit(tx, stockId, ids)
}

/** Writes boxes of one stock as they are to be. @throws Failure 6011, 9000 */
export async function updateBoxes(tx: Tx, boxes: readonly PricedBox[], at: Temporal.Instant): Promise<void> {
  const given = JSON.stringify(boxes)
  // Locks that go from one of these boxes to another are on neither in between: the index looks at every row by itself.
  await sql`
    update box b set lock_id = null from jsonb_to_recordset(${given}::jsonb) as x(id text, "lockId" text)
     where b.id = x.id and b.lock_id is distinct from x."lockId"`.execute(tx)
  await refusing(
    sql`
      update box b
         set unit_number = x."unitNumber", size = x.size, height = x.height, width = x.width, depth = x.depth, floor = x.floor, description = x.description,
             lock_id = x."lockId", own_rate = x."ownRate", category_id = x."categoryId", month_rate = x."monthRate", updated_at = ${at.toString()}::timestamptz
        from jsonb_to_recordset(${given}::jsonb) as x(id text, "unitNumber" text, size numeric, height numeric, width numeric, depth numeric, floor int, description text,
             "lockId" text, "ownRate" bigint, "categoryId" text, "monthRate" bigint)
       where b.id = x.id`.execute(tx),
    BOX_TAKEN,
  )
}

export async function markBoxDeleted(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('box').set({ deleted_at: at, updated_at: at }).where('id', '=', id).execute()
}

/** What boxes of a stock are priced in; undefined for a stock that is not there. */
export async function readStockCurrency(tx: Tx, stockId: string): Promise<Currency | undefined> {
  const { rows } = await sql<{ currency: Currency }>`
    select currency from stock where id = ${stockId} and deleted_at is null`.execute(tx)
  return rows[0]?.currency
}
