import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import { refusing } from './refusals.ts'

/** What is edited of a box. */
export interface BoxFields {
  readonly unitNumber: string
  readonly size: number
  readonly height: number | null
  readonly width: number | null
  readonly depth: number | null
  readonly floor: number | null
  readonly description: string | null
  readonly lockId: string | null
  /** Minor units of the stock's currency. */
  readonly ownRate: number | null
}

/** A box with what it is priced by. */
export interface PricedBox extends BoxFields {
  readonly id: string
  readonly categoryId: string | null
  readonly monthRate: number | null
}

export interface BoxRow extends PricedBox {
  readonly stockId: string
  readonly externalId: string | null
  readonly at: Temporal.Instant
}

/** A number or a lock that another box of the stock has. */
export const BOX_TAKEN = {
  box_unit_number: [9000, { field: 'UnitNumber', params: { subject: 'box' } }],
  box_lock: [6011, { field: 'lockId' }],
} as const

/** Numbers and lock ids (of boxes and equipment) that are in use in a stock. */
export async function readTaken(
  tx: Tx,
  stockId: string,
): Promise<{ lockIds: Set<string>; unitNumbers: Set<string> }> {
  const { rows } = await sql<{ unitNumber: string | null; lockId: string | null }>`
    select unit_number as "unitNumber", lock_id as "lockId" from box where stock_id = ${stockId} and deleted_at is null
    union all select null, id from equipment where stock_id = ${stockId}`.execute(tx)
  const given = (values: readonly (string | null)[]): Set<string> =>
    new Set(values.filter((value) => value !== null))
  return {
    lockIds: given(rows.map((row) => row.lockId)),
    unitNumbers: given(rows.map((row) => row.unitNumber)),
  }
}

/** PostgreSQL takes 65,535 parameters in a statement. */
const AT_ONCE = 1000

/** @throws Failure 6011 for a lock in use, 9000 for a number in use */
export async function insertBoxes(tx: Tx, boxes: readonly BoxRow[]): Promise<void> {
  for (let start = 0; start < boxes.length; start += AT_ONCE) {
    await refusing(
      tx
        .insertInto('box')
        .values(
          boxes.slice(start, start + AT_ONCE).map((box) => ({
            id: box.id,
            stock_id: box.stockId,
            external_id: box.externalId,
            unit_number: box.unitNumber,
            size: box.size,
            height: box.height,
            width: box.width,
            depth: box.depth,
            floor: box.floor,
            description: box.description,
            lock_id: box.lockId,
            category_id: box.categoryId,
            own_rate: box.ownRate,
            month_rate: box.monthRate,
            created_at: box.at,
          })),
        )
        .execute(),
      BOX_TAKEN,
    )
  }
}
