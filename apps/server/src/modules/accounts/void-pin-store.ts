import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** A PIN by its salt, which each setting of a PIN draws. */
export interface SaltedPin {
  readonly accountId: string
  readonly salt: string
}

/** Void PINs of one account that are remembered: trying one costs a tenth of a second. */
const REMEMBERED = 5

/** Takes these PINs from their accounts, as far as they are still in force. @returns whose PIN was taken */
export async function takePins(tx: Tx, pins: readonly SaltedPin[], at: Temporal.Instant): Promise<string[]> {
  // In the order of their ids, as all who lock several accounts.
  const { rows } = await sql<{ id: string }>`
    with due as (
      select a.id from account a
       where a.deleted_at is null and (a.id, split_part(a.pin_hash, '$', 2)) in
             (select * from unnest(${pins.map(({ accountId }) => accountId)}::text[], ${pins.map(({ salt }) => salt)}::text[]))
       order by a.id for update of a
    )
    update account a
       set pin_hash = null, voided_pins = (array_prepend(a.pin_hash, a.voided_pins))[1:${sql.lit(REMEMBERED)}],
           updated_at = greatest(${at.toString()}::timestamptz, a.updated_at + interval '1 millisecond')
      from due where a.id = due.id returning a.id`.execute(tx)
  return rows.map(({ id }) => id).sort()
}

/** As they were kept, newest first. */
export async function voidedPinsOf(db: Database, accountId: string): Promise<readonly string[]> {
  const row = await db
    .selectFrom('account')
    .select('voided_pins')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.voided_pins ?? []
}
