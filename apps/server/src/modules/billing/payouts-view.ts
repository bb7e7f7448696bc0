import { sql } from 'kysely'
import type { listPayouts, listWaitingPayouts } from '@stowage/api/payouts'
import type { Answer } from '@stowage/api/endpoint'
import type { Database } from '../../platform/database/connect.ts'
import { pageWindow } from '../../platform/database/page-window.ts'

type Waiting = Answer<typeof listWaitingPayouts>
type Payouts = Answer<typeof listPayouts>

const PAGE_SIZE = 50
const nameOf = sql`coalesce(nullif(a.company, ''), nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), a.email)`

/** Balances of tenants who rent nothing from the seller any more: nothing will use them up, they wait to be paid out. */
export async function waitingPayouts(db: Database): Promise<Waiting> {
  const { rows } = await sql<Waiting[number]>`
    with balance as (
      select account_holder_id, seller_id, currency, -sum(amount)::bigint as amount from ledger_entry
       where account = 'tenantCredit' and account_holder_id is not null group by 1, 2, 3 having sum(amount) < 0)
    select b.account_holder_id as "accountId", ${nameOf} as "accountName", b.seller_id as "sellerId", l.name as "sellerName", b.currency, b.amount as balance, x.stock_id as "stockId", x.contract_id as "contractId", c.number as "contractNumber", to_char(x.closed_at at time zone st.time_zone, 'YYYY-MM-DD') as "closedAt"
      from balance b join account a on a.id = b.account_holder_id join seller l on l.id = b.seller_id
      join lateral (select p.stock_id, p.contract_id, p.closed_at from billing_plan p where p.account_id = b.account_holder_id and p.seller_id = b.seller_id and p.currency = b.currency order by p.closed_at desc nulls first limit 1) x on true
      join stock st on st.id = x.stock_id left join contract c on c.id = x.contract_id
     where x.closed_at is not null order by x.closed_at, b.account_holder_id limit 1000`.execute(db)
  return rows
}

/** Payouts of all accounts, the last first. */
export async function recordedPayouts(db: Database, page: number): Promise<Payouts> {
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from payout`.execute(
    db,
  )
  const { rows: items } = await sql<Payouts['items'][number]>`
    select p.id, p.account_id as "accountId", ${nameOf} as "accountName", l.name as "sellerName", p.currency, p.amount, p.method, p.reference, p.paid_on::text as "paidOn", c.number as "contractNumber"
      from payout p join account a on a.id = p.account_id join seller l on l.id = p.seller_id left join contract c on c.id = p.contract_id
     order by p.recorded_at desc, p.id desc ${pageWindow({ page, pageSize: PAGE_SIZE })}`.execute(db)
  return { items, total: counted[0]?.total ?? 0, page, pageSize: PAGE_SIZE }
}
