import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** Which box a contract has, before anything of it is locked; undefined where there is no such contract in the stock. */
export async function boxOfContract(
  tx: Tx,
  of: { readonly stockId: string; readonly id: string },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('contract')
    .select('box_id as boxId')
    .where('id', '=', of.id)
    .where('stock_id', '=', of.stockId)
    .executeTakeFirst()
  return row?.boxId
}

export interface NewTransfer {
  readonly id: string
  readonly contractId: string
  readonly fromBoxId: string
  readonly toBoxId: string
  readonly firstDay: Temporal.PlainDate
  readonly currency: string
  readonly monthRateBefore: number
  readonly monthRate: number
  readonly at: Temporal.Instant
  readonly byId: string
}

/** The contract has another box and its rate from now on; the move stands beside it. */
export async function insertTransfer(tx: Tx, transfer: NewTransfer): Promise<void> {
  await sql`
    with moved as (
      update contract set box_id = ${transfer.toBoxId}, month_rate = ${transfer.monthRate}, updated_at = ${transfer.at.toString()}::timestamptz where id = ${transfer.contractId})
    insert into contract_transfer (id, contract_id, from_box_id, to_box_id, first_day, currency, month_rate_before, month_rate, moved_at, moved_by_id)
    values (${transfer.id}, ${transfer.contractId}, ${transfer.fromBoxId}, ${transfer.toBoxId}, ${transfer.firstDay.toString()}::date, ${transfer.currency}, ${transfer.monthRateBefore}, ${transfer.monthRate},
      ${transfer.at.toString()}::timestamptz, ${transfer.byId})`.execute(tx)
}

export interface TransferFacts {
  readonly contractId: string
  readonly unitNumberBefore: string
  readonly firstDay: string
  /** The new box, whatever the contract has moved to since. */
  readonly box: { readonly unitNumber: string; readonly size: number; readonly floor: number | null }
  readonly at: Temporal.Instant
}

/** A move as its mail tells of it. */
export async function transferFacts(db: Database, id: string): Promise<TransferFacts | undefined> {
  const { rows } = await sql<TransferFacts>`
    select t.contract_id as "contractId", b.unit_number as "unitNumberBefore", t.first_day::text as "firstDay", json_build_object('unitNumber', n.unit_number, 'size', n.size, 'floor', n.floor) as box, t.moved_at as at
      from contract_transfer t join box b on b.id = t.from_box_id join box n on n.id = t.to_box_id where t.id = ${id}`.execute(
    db,
  )
  return rows[0]
}
