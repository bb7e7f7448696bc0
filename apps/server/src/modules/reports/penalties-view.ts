import type { Answer } from '@stowage/api/endpoint'
import type { listPenalties } from '@stowage/api/reports'
import { sum, type Money } from '@stowage/domain/money'
import { freeDaysLeft } from '@stowage/domain/penalty'
import { firstOfNextMonth } from '@stowage/domain/period'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { lateFacts, readLate, unchargedMonths, type LateFacts } from '../billing/index.ts'
import {
  BY_CLIENT,
  counted,
  documentsAt,
  lastDayOnEarth,
  listedOrPaged,
  ordered,
  sought,
  STOCK_AND_CLIENT,
  todayAt,
  totalOf,
  window,
  type DeskWish,
  type Order,
  type Totals,
} from './desk-filter-view.ts'

type Penalties = Answer<typeof listPenalties>
type LateContract = Extract<Penalties, readonly unknown[]>[number]
type Computed = 'freeDaysLeft' | 'nextPenalty' | 'firstPenalty'
type Row = Omit<LateContract, Computed> & { readonly total: number | null; readonly today: string }

export interface PenaltiesWish extends DeskWish {
  readonly status?: string | undefined
}

/**
 * Running contracts with overdue debt at the stocks that we bill, the longest overdue first: what being late has cost, and what
 * it is about to cost by the same rule that charges it (decision 19).
 */
export async function latePenalties(
  db: Database,
  wish: PenaltiesWish,
  actor: Actor,
  now: Temporal.Instant,
  totals: Totals,
): Promise<Penalties> {
  const total = totalOf(totals, 'penalties', wish, actor)
  const owing = sql`
    select d.contract_id, d.currency, sum(d.gross - d.paid)::bigint as overdue, min(d.due_on) as since, min(d.due_on) filter (where d.kind = 'invoice') as "rentSince"
      from document d join contract c on c.id = d.contract_id join stock s on s.id = c.stock_id
     where d.status = 'open' and d.kind in ('invoice', 'penalty') and d.gross > d.paid and d.due_on < ${lastDayOnEarth(now)}::date and d.due_on < ${todayAt(now)}
       and c.status in ('active', 'ended') and not s.is_external and ${documentsAt(wish, actor)} and ${sought(wish, actor)}
     group by d.contract_id, d.currency, s.id having ${inState(wish.status, now)}`
  const from = sql`from (${owing}) o`
  const order = ordered(ORDERS, wish.sort ?? 'since', sql`o.contract_id`)
  const { rows } = await sql<Row>`
    with page as materialized (
      select o.*, ${counted(wish, from, total)} as total, row_number() over (order by ${order.by}) as place
        ${from} join contract c on c.id = o.contract_id ${order.joins} order by ${order.by} ${window(wish)})
    select o.total, c.id, c.number as "contractNumber", ${STOCK_AND_CLIENT}, c.box_id as "boxId", b.unit_number as "unitNumber", o.currency, o.overdue,
           o.since::text as "dueDate", ${todayAt(now)} - o.since as "daysOverdue", ${todayAt(now)}::text as today,
           n.notices, n."lastNotice", f.penalties, f."penaltiesAmount"
      from page o join contract c on c.id = o.contract_id join stock s on s.id = c.stock_id join account a on a.id = c.account_id join box b on b.id = c.box_id
      cross join lateral (select count(*)::int as notices, (max(m.sent_at) at time zone s.time_zone)::date::text as "lastNotice"
             from document d join mail m on m.document_id = d.id and m.kind = 'invoiceReminder' and m.status = 'sent'
            where d.contract_id = c.id and d.status = 'open') n
      cross join lateral (select count(*)::int as penalties, coalesce(sum(p.gross), 0)::bigint as "penaltiesAmount"
             from (select d.gross + coalesce((select sum(n.gross) from document n where n.corrects_id = d.id and n.status <> 'void'), 0) as gross
                     from document d where d.contract_id = c.id and d.kind = 'penalty' and d.status <> 'void') p where p.gross > 0) f
     order by o.place`.execute(db)
  const late = await lateInvoices(db, rows)
  return await listedOrPaged(
    db,
    wish,
    rows,
    ({ today, ...row }: Omit<Row, 'total'>): LateContract => ({
      ...row,
      ...foreseen(late.get(row.id) ?? [], Temporal.PlainDate.from(today)),
    }),
    from,
    total,
  )
}

/** Whether free days are left of the oldest overdue invoice; only penalties are overdue: none are. */
function inState(status: string | undefined, now: Temporal.Instant) {
  const isFree = sql<SqlBool>`coalesce(min(d.due_on) filter (where d.kind = 'invoice') + s.days_without_fee >= ${todayAt(now)}, false)`
  if (status === 'free') return isFree
  return status === 'charged' ? sql<SqlBool>`not ${isFree}` : sql<SqlBool>`true`
}

/** The overdue invoices of the contracts that are shown, the oldest first. */
async function lateInvoices(
  db: Database,
  shown: readonly { readonly id: string; readonly today: string }[],
): Promise<ReadonlyMap<string, readonly LateFacts[]>> {
  if (shown.length === 0) return new Map()
  const { rows } = await sql<LateFacts>`
    select ${lateFacts()}
      from jsonb_to_recordset(${JSON.stringify(shown.map(({ id, today }) => ({ id, today })))}::jsonb) as w(id text, today date)
      join document d on d.contract_id = w.id and d.status = 'open' and d.kind = 'invoice' and d.number is not null and d.due_on < w.today
      join contract c on c.id = d.contract_id and c.late_fee_agreed join stock s on s.id = d.stock_id order by d.due_on, d.id`.execute(
    db,
  )
  return Map.groupBy(rows, ({ contractId }) => contractId)
}

/** What is left of the free days, what the next document will ask for where nothing is paid, and what the button would. */
function foreseen(invoices: readonly LateFacts[], today: Temporal.PlainDate): Pick<LateContract, Computed> {
  const [oldest] = invoices
  if (!oldest) return { freeDaysLeft: null, nextPenalty: null, firstPenalty: null }
  const next = invoices.flatMap((facts) => nextDocument(facts, today))
  const day = next.map((one) => one.day.toString()).sort()[0]
  const { currency } = oldest
  const first = sum(
    invoices.filter(({ charged }) => charged === 0).map((facts) => costUntil(facts, today)),
    currency,
  )
  return {
    freeDaysLeft: freeDaysLeft(Temporal.PlainDate.from(oldest.dueOn), oldest.freeDays, today),
    nextPenalty:
      day === undefined
        ? null
        : {
            day,
            amount: sum(
              next.filter((one) => one.day.toString() === day).map(({ amount }) => amount),
              currency,
            ).amount,
          },
    firstPenalty: first.amount > 0 ? first.amount : null,
  }
}

/** Issued when the month of the first day that is not charged yet is over, or this month where that lies behind. */
function nextDocument(
  facts: LateFacts,
  today: Temporal.PlainDate,
): { readonly day: Temporal.PlainDate; readonly amount: Money }[] {
  const { from } = readLate(facts)
  const day = firstOfNextMonth(Temporal.PlainDate.compare(from, today) < 0 ? today : from)
  const amount = costUntil(facts, day)
  return amount.amount > 0 ? [{ day, amount }] : []
}

const costUntil = (facts: LateFacts, until: Temporal.PlainDate): Money =>
  sum(
    unchargedMonths(facts, until)
      .flat()
      .map(({ amount }) => amount),
    facts.currency,
  )

const ORDERS: Readonly<Record<string, Order>> = {
  since: { by: sql`o.since` },
  number: { by: sql`c.number` },
  client: BY_CLIENT,
}
