import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** What an account still has with us. */
export interface Holdings {
  /** Pending, active and ended contracts. */
  readonly contracts: number
  readonly reservations: number
  /** Sellers and currencies in which we owe him or he us; 0 when everything is even. */
  readonly balances: number
  /** Payments that may still bring money. */
  readonly payments: number
}

/**
 * What stands in the way of ending an account (decision 22). The account's row is locked by the caller: whoever books for it
 * at the same time has been waited for, and is seen.
 */
export async function readHoldings(db: Database, accountId: string): Promise<Holdings> {
  const { rows } = await sql<Holdings>`
    select (select count(*) from contract c where c.account_id = ${accountId} and c.status in ('pending', 'active', 'ended'))::int as contracts,
           (select count(*) from reservation r where r.account_id = ${accountId} and r.status = 'live')::int as reservations,
           (select count(*) from (select 1 from ledger_entry e where e.account_holder_id = ${accountId} and e.account in ('receivable', 'tenantCredit', 'deposit', 'payout')
              group by e.seller_id, e.currency, e.account having sum(e.amount) <> 0) b)::int as balances,
           (select count(*) from payment p where p.account_id = ${accountId} and p.status = 'pending')::int as payments`.execute(
    db,
  )
  return rows[0] ?? { contracts: 0, reservations: 0, balances: 0, payments: 0 }
}
