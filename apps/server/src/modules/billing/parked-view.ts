import { sql } from 'kysely'
import type { listParkedContracts } from '@stowage/api/billing'
import type { Answer } from '@stowage/api/endpoint'
import type { Database } from '../../platform/database/connect.ts'
import { pageWindow } from '../../platform/database/page-window.ts'

const PER_PAGE = 50

/** Contracts whose plans are parked, the longest first. */
export async function parkedContracts(
  db: Database,
  page: number,
): Promise<Answer<typeof listParkedContracts>> {
  const parked = sql`billing_plan p join contract c on c.id = p.contract_id where p.closed_at is null and p.parked_reason is not null`
  const { rows } = await sql<{
    items: Answer<typeof listParkedContracts>['items']
    total: number
  }>`
    select (select count(*)::int from ${parked}) as total, (select coalesce(json_agg(i), '[]') from (
      select c.id as "contractId", c.number as "contractNumber", b.unit_number as "unitNumber", json_build_object('id', s.id, 'name', s.name, 'timeZone', s.time_zone) as stock,
             json_build_object('id', a.id, 'fullName', coalesce(nullif(a.company, ''), nullif(concat_ws(' ', a.first_name, a.last_name), ''), a.email)) as client,
             x.parked_reason as reason, to_char(x.parked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since, x.parked_tries as tries,
             x.retry_on::text as "retryOn", coalesce(x.billed_until, x.anchor_day)::text as "unbilledFrom"
        from (select p.* from ${parked} order by p.parked_at, p.id ${pageWindow({ page, pageSize: PER_PAGE })}) x
             join contract c on c.id = x.contract_id join stock s on s.id = x.stock_id join account a on a.id = x.account_id join box b on b.id = c.box_id
       order by x.parked_at, x.id) i) as items`.execute(db)
  const { items = [], total = 0 } = rows[0] ?? {}
  return { items, total, page, pageSize: PER_PAGE }
}

/** Whether a contract is billed by us, or was. */
export async function hasPlan(db: Database, contractId: string): Promise<boolean> {
  const row = await db
    .selectFrom('billing_plan')
    .select('id')
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
  return row !== undefined
}

/** How many of these plans are parked. */
export async function countParked(db: Database, planIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from billing_plan where id = any(${planIds}) and parked_reason is not null and closed_at is null`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
