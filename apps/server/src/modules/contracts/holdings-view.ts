import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** What an account still has with us. */
export interface Holdings {
  /** Pending, active and ended contracts, and those withdrawn from whose box is held or whose settlement is to come. */
  readonly contracts: number
  readonly reservations: number
  /** Sellers and currencies in which we owe him or he us; 0 when everything is even. */
  readonly balances: number
  /** Payments that may still bring money: under way, on a pay page that is open or being opened, or not in the book yet. */
  readonly payments: number
}

/** For so long the processor's page of an attempt may still be on its way; then reconciliation gives the attempt up. */
const BEING_OPENED = { minutes: 10 }

/**
 * What stands in the way of ending an account (decision 22). The account's row is locked by the caller: whoever books for it
 * at the same time has been waited for, and is seen.
 * @param now machine time, by which the pages of processors close
 */
export async function readHoldings(
  db: Database,
  accountId: string,
  now: Temporal.Instant,
): Promise<Holdings> {
  const { rows } = await sql<Holdings>`
    select (select count(*) from contract c where c.account_id = ${accountId} and (c.status in ('pending', 'active', 'ended') or (c.withdrawn_at is not null and (c.cleared_at is null or exists (select 1 from billing_plan p where p.contract_id = c.id and p.closed_at is null)))))::int as contracts,
           (select count(*) from reservation r where r.account_id = ${accountId} and r.status = 'live')::int as reservations,
           (select count(*) from (select 1 from ledger_entry e where e.account_holder_id = ${accountId} and e.account in ('receivable', 'tenantCredit', 'deposit', 'payout')
              group by e.seller_id, e.currency, e.account having sum(e.amount) <> 0) b)::int as balances,
           (select count(*) from payment p where p.account_id = ${accountId} and (
              p.status = 'pending'
              or (p.status in ('created', 'failed') and (p.details->>'invoiceOpen')::boolean and (p.details->>'closesAt')::timestamptz > ${now.toString()}::timestamptz)
              or (p.status = 'created' and p.processor_invoice_id is null and (p.details->>'startedAt')::timestamptz > ${now.subtract(BEING_OPENED).toString()}::timestamptz)
              or (p.status = 'succeeded' and p.reference like 'document:%' and not exists (select 1 from ledger_entry e where e.payment_id = p.id))))::int as payments`.execute(
    db,
  )
  return rows[0] ?? { contracts: 0, reservations: 0, balances: 0, payments: 0 }
}
