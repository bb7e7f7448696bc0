import type { Answer } from '@stowage/api/endpoint'
import type { listDeskContracts } from '@stowage/api/reports'
import { statusesOf } from '@stowage/domain/contract-life'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import {
  counted,
  lastDayOnEarth,
  listedOrPaged,
  BY_CLIENT,
  ordered,
  sought,
  STOCK_AND_CLIENT,
  STOCK_NAME,
  type Order,
  todayAt,
  totalOf,
  window,
  type DeskWish,
  type Totals,
} from './desk-filter-view.ts'

type Contracts = Answer<typeof listDeskContracts>
type Row = Extract<Contracts, readonly unknown[]>[number]

/** How far ahead an end is near (decision 5). */
const ENDING_DAYS = 30

export interface ContractsWish extends DeskWish {
  readonly status: 'ending' | 'partPaid' | 'all' | 'opened' | 'closed'
}

/**
 * Contracts for the desk. `ending`: running ones whose end or planned leaving lies within 30 days of their stock's today, or
 * behind it, and those that were withdrawn from and whose box nobody has looked into yet; the first to end first. The others by number, the newest first.
 */
export async function deskContracts(
  db: Database,
  wish: ContractsWish,
  actor: Actor,
  now: Temporal.Instant,
  totals: Totals,
): Promise<Contracts> {
  const total = totalOf(totals, 'contracts', wish, actor)
  const today = todayAt(now)
  const where = sql<SqlBool>`${ofStatus(wish.status, now)} and ${sought(wish, actor)}`
  const order = ordered(ORDERS, wish.sort ?? (wish.status === 'ending' ? 'end' : '-number'), sql`c.id`)
  // Only who asks for the stock's own day pays for looking at it.
  const stock = wish.status === 'ending' ? sql`join stock s on s.id = c.stock_id` : sql``
  const from = sql`from contract c ${stock} where ${where}`
  const { rows } = await sql<Row & { total: number | null }>`
    with page as materialized (
      select c.id, ${counted(wish, from, total)} as total from contract c join stock s on s.id = c.stock_id ${order.joins}
       where ${where} order by ${order.by} ${window(wish)})
    select p.total, c.id, c.number as "contractNumber", c.status, ${STOCK_AND_CLIENT},
           c.box_id as "boxId", b.unit_number as "unitNumber", c.start_day::text as "startDate", c.end_day::text as "endDate", c.planned_leave_day::text as "noticeLeaveDate",
           c.status in ('active', 'ended') and c.planned_leave_day is null and c.end_day <= ${today} + ${ENDING_DAYS}::int as "isNoticeMissing",
           case when c.status in ('active', 'ended') then ${EARLIER} - ${today} end as "daysLeft",
           case when ${IS_PART_PAID} then (select json_build_object('came', d.paid, 'missing', d.gross - d.paid, 'currency', d.currency, 'timeZone', s.time_zone, 'holdUntil', to_char(c.hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
             from document d where d.id = c.first_document_id) end as "partPaid"
      from page p join contract c on c.id = p.id join stock s on s.id = c.stock_id join account a on a.id = c.account_id join box b on b.id = c.box_id
     order by ${order.by}`.execute(db)
  const describe = (row: Row): Row => ({ ...row, isNoticeMissing: row.isNoticeMissing ?? false })
  return await listedOrPaged(db, wish, rows, describe, from, total)
}

// As the index contract_leaving has it; least() passes over what is not known.
const EARLIER = sql`least(c.end_day, c.planned_leave_day)`

/** A booking with money in it that does not suffice: its tenant is to pay the rest, or to have it back. */
const IS_PART_PAID = sql<SqlBool>`(c.status = 'pending' and exists (
  select 1 from document d where d.id = c.first_document_id and d.status = 'open' and d.paid > 0))`

const ORDERS: Readonly<Record<string, Order>> = {
  end: { by: EARLIER, isNullable: true },
  number: { by: sql`c.number` },
  client: BY_CLIENT,
  stock: { by: STOCK_NAME },
}

function ofStatus(status: ContractsWish['status'], now: Temporal.Instant): RawBuilder<SqlBool> {
  if (status === 'all') return sql<SqlBool>`true`
  if (status === 'partPaid') return IS_PART_PAID
  // Said in words, not as a parameter: the indexes contract_open and contract_over have these contracts only.
  if (status !== 'ending')
    return sql<SqlBool>`c.status in (${sql.join(statusesOf(status).map((one) => sql.lit(one)))})`
  return sql<SqlBool>`(c.status in ('active', 'ended') and ${EARLIER} <= ${lastDayOnEarth(now, ENDING_DAYS)}::date and ${EARLIER} <= ${todayAt(now)} + ${ENDING_DAYS}::int or c.withdrawn_at is not null and c.cleared_at is null)`
}
