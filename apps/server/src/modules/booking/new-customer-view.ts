import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** Whether an account has no contract with a seller, now or before; one that was cancelled is none (decisions.md C16). */
export async function isNewCustomer(
  db: Database | Tx,
  of: { readonly accountId: string; readonly sellerId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from contract c join stock s on s.id = c.stock_id left join billing_plan p on p.contract_id = c.id
     where c.account_id = ${of.accountId} and c.status <> 'cancelled' and coalesce(p.seller_id, s.seller_id) = ${of.sellerId} limit 1`.execute(
    db,
  )
  return rows.length === 0
}

/**
 * The same for a booking: bookings of one account that are at stake of a new customer's price wait for one another from here on, so that
 * of two at once only one is the first.
 */
export async function isFirstContract(
  tx: Tx,
  of: { readonly accountId: string; readonly sellerId: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`first contract ${of.accountId}`}, 0))`.execute(
    tx,
  )
  return await isNewCustomer(tx, of)
}
