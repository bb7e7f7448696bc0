import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import type { SaltedPin } from '../accounts/index.ts'

/** How long after its last listing a PIN may still be on the disk of a site. */
const KEPT = { hours: 30 * 24 }
/** A row that says so already is written once a day. */
const WRITTEN = { hours: 24 }

/** These PINs go to a site. Noted before they do: a list whose receipt is lost may have arrived. */
export async function noteListedPins(
  db: Database,
  stockId: string,
  pins: readonly SaltedPin[],
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into access_list_pin as p (stock_id, account_id, pin_salt, listed_at)
    select ${stockId}, l.account_id, l.salt, ${at.toString()}::timestamptz
      from (select distinct * from unnest(${pins.map(({ accountId }) => accountId)}::text[], ${pins.map(({ salt }) => salt)}::text[])
              as u (account_id, salt) order by 1, 2) l
    on conflict (stock_id, account_id, pin_salt) do update set listed_at = excluded.listed_at
     where p.listed_at < ${at.subtract(WRITTEN).toString()}::timestamptz`.execute(db)
  await db
    .deleteFrom('access_list_pin')
    .where('stock_id', '=', stockId)
    .where('cut_off_at', 'is', null)
    .where('listed_at', '<', at.subtract(KEPT))
    .execute()
}

/** The computer of a site is cut off, perhaps stolen: what it was handed is known to who has it. */
export async function exposePins(tx: Tx, stockId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('access_list_pin')
    .set({ cut_off_at: at })
    .where('stock_id', '=', stockId)
    .where('cut_off_at', 'is', null)
    .execute()
}

/** Takes what was exposed at a stock: it is dealt with once. */
export async function takeExposedPins(tx: Tx, stockId: string): Promise<SaltedPin[]> {
  return await tx
    .deleteFrom('access_list_pin')
    .where('stock_id', '=', stockId)
    .where('cut_off_at', 'is not', null)
    .returning(['account_id as accountId', 'pin_salt as salt'])
    .execute()
}

export async function forgetListedPins(tx: Tx, accountId: string): Promise<void> {
  await later(tx, tx.deleteFrom('access_list_pin').where('account_id', '=', accountId))
}
