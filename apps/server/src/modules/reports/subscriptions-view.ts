import type { Answer } from '@stowage/api/endpoint'
import type { listSubscriptions } from '@stowage/api/reports'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { nextBilledDay } from '../billing/index.ts'
import {
  CLIENT,
  counted,
  listedOrPaged,
  ordered,
  sought,
  STOCK_AND_CLIENT,
  STOCK_NAME,
  totalOf,
  window,
  type DeskWish,
  type Order,
  type Totals,
} from './desk-filter-view.ts'

type Subscriptions = Answer<typeof listSubscriptions>
type Row = Extract<Subscriptions, readonly unknown[]>[number]

export interface SubscriptionsWish extends DeskWish {
  readonly status?: string | undefined
}

/** Automatic payments of all contracts, cancelled ones too, the latest first; each with its last try and its next debit. */
export async function subscriptions(
  db: Database,
  wish: SubscriptionsWish,
  actor: Actor,
  totals: Totals,
): Promise<Subscriptions> {
  const total = totalOf(totals, 'subscriptions', wish, actor)
  const order = ordered(ORDERS, wish.sort ?? '-since', sql`x.id`)
  const joined = sql`from subscription x join contract c on c.id = x.contract_id`
  const where = sql`where ${wish.status === undefined ? sql`true` : sql`x.status = ${wish.status}`} and ${sought(wish, actor)}`
  const from = sql`${joined} ${where}`
  const { rows } = await sql<Row & { total: number | null }>`
    with page as materialized (
      select x.*, ${counted(wish, from, total)} as total, row_number() over (order by ${order.by}) as place
        ${joined} ${order.joins} ${where}
       order by ${order.by} ${window(wish)})
    select x.id, x.contract_id as "contractId", c.number as "contractNumber", b.unit_number as "unitNumber", ${STOCK_AND_CLIENT}, x.status, x.reason, m.card, m.expires,
           ${dayOf(sql`coalesce(x.activated_at, x.created_at)`)} as since, ${dayOf(sql`x.ended_at`)} as until, coalesce(p.currency, s.currency) as currency,
           (select json_build_object('day', t.due_on, 'amount', t.amount, 'status', t.status, 'reason', t.reason)
              from debit t where t.subscription_id = x.id and t.status in ('charging', 'paid', 'declined') order by t.due_at desc, t.try desc limit 1) as last,
           case when x.status = 'active' then coalesce(
             (select json_build_object('day', t.due_on, 'amount', t.amount) from debit t where t.subscription_id = x.id and t.status = 'planned' order by t.due_at limit 1),
             case when ${nextBilledDay} is not null then json_build_object('day', ${nextBilledDay}, 'amount', null) end) end as next, x.total
      from page x join contract c on c.id = x.contract_id join stock s on s.id = c.stock_id join account a on a.id = c.account_id join box b on b.id = c.box_id
      left join billing_plan p on p.contract_id = c.id left join saved_method m on m.id = x.method_id order by x.place`.execute(
    db,
  )
  return await listedOrPaged(db, wish, rows, (row) => row, from, total)
}

const dayOf = (instant: ReturnType<typeof sql>) =>
  sql`to_char(${instant} at time zone s.time_zone, 'YYYY-MM-DD')`

const ORDERS: Readonly<Record<string, Order>> = {
  since: { by: sql`coalesce(x.activated_at, x.created_at)` },
  number: { by: sql`c.number` },
  client: { by: CLIENT, joins: sql`join account a on a.id = c.account_id` },
  stock: { by: STOCK_NAME, joins: sql`join stock s on s.id = c.stock_id` },
}
