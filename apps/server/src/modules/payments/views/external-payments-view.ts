import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Answer, Query } from '@stowage/api/endpoint'
import type { listExternalPayments } from '@stowage/api/payments'
import { externalStatus, externalWords } from '@stowage/domain/external-status'
import { limits } from '@stowage/domain/limits'
import type { PaymentStatus } from '@stowage/domain/payment-life'
import type { Database } from '../../../platform/database/connect.ts'
import { pageWindow } from '../../../platform/database/page-window.ts'

type Listed = Answer<typeof listExternalPayments>
type Item = Extract<Listed, readonly unknown[]>[number]
type Wish = Query<typeof listExternalPayments>

interface Row extends Omit<Item, 'status' | 'pendingAt' | 'successAt'> {
  readonly status: PaymentStatus
  readonly pendingAt: Temporal.Instant
  readonly successAt: Temporal.Instant | null
  readonly total: number | null
}

/** Without a page: as many as a screen may want at load. */
const PLAIN = 1000

const NAME = sql`coalesce(case when a.account_type = 'legal' then nullif(a.company, '') end, nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), nullif(a.company, ''), a.email)`

/** What the index payment_external has: a page is chosen and counted by these alone. */
const BY: Readonly<Record<string, RawBuilder<unknown>>> = {
  created: sql`p.created_at`,
  confirmed: sql`p.succeeded_at`,
  amount: sql`p.amount`,
}

/** Payments that go through a processor, with all that the list names of each; what is marked as paid by hand is none of them. */
export async function externalPayments(db: Database, wish: Wish): Promise<Listed> {
  const page = wish.page === undefined ? undefined : Number(wish.page)
  const pageSize = page === undefined ? PLAIN : Number(wish.pageSize ?? limits.pageSize.externalPayments)
  const order = orderOf(wish.sort ?? '-created')
  const from = sql`from payment p ${stocksOf(wish)} where p.processor <> 'manual' and ${sought(wish, await found(db, wish))}`
  const total = page === undefined ? sql`null::int` : sql`(select count(*)::int ${from})`
  const { rows } = await sql<Row>`
    with page as materialized (
      select p.id, ${total} as total ${from} order by ${order} ${pageWindow({ page: page ?? 1, pageSize })})
    select coalesce(p.processor_payment_id, p.id) as id, p.id as "paymentId", p.processor, p.amount, p.currency, coalesce((p.details->>'refunded')::bigint, 0) as refunded, coalesce((p.details->>'withdrawn')::bigint, 0) as withdrawn,
           p.account_id as "clientId", p.account_id as "userId", ${NAME} as "clientName", c.box_id as "boxId", d.snapshot->>'unitNumber' as "unitNumber", s.name as "stockName", s.time_zone as "timeZone",
           d.id as "documentId", d.number as "documentNumber", d.contract_id as "contractId", p.status, p.outside_status as said, p.failure_reason as reason,
           coalesce(p.pending_at, p.created_at) as "pendingAt", p.succeeded_at as "successAt", g.total
      from page g join payment p on p.id = g.id join account a on a.id = p.account_id join stock s on s.id = p.stock_id
      left join document d on d.id = substring(p.reference from '^document:(.*)$') left join contract c on c.id = d.contract_id
     order by ${order}`.execute(db)
  const items = rows.map(describe)
  if (page === undefined) return items
  if (rows[0]) return { items, total: rows[0].total ?? 0, page, pageSize }
  // Behind the last page no row tells.
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db)
  return { items, total: counted[0]?.total ?? 0, page, pageSize }
}

function describe({ status, pendingAt, successAt, total: _total, ...row }: Row): Item {
  return {
    ...row,
    status: externalStatus(row.said ?? null, status),
    pendingAt: pendingAt.toString(),
    successAt: successAt?.toString() ?? null,
  }
}

function orderOf(sort: string): RawBuilder<unknown> {
  const by = BY[sort.replace(/^-/, '')] ?? sql`p.created_at`
  // As the index has it: the newest first, those of one moment by their ids.
  if (sort === '-created') return sql`p.created_at desc, p.id`
  return sort.startsWith('-') ? sql`${by} desc nulls last, p.id desc` : sql`${by} nulls last, p.id`
}

/** Days are the stock's own, so they need it. */
const stocksOf = ({ from, to }: Wish): RawBuilder<unknown> =>
  from === undefined && to === undefined ? sql`` : sql`join stock z on z.id = p.stock_id`

function sought(wish: Wish, found: RawBuilder<unknown> | null): RawBuilder<SqlBool> {
  const { processor, status, stockId, from, to } = wish
  const rules: RawBuilder<unknown>[] = [sql`true`]
  if (processor) rules.push(sql`p.processor = ${processor}`)
  if (stockId) rules.push(sql`p.stock_id = ${stockId}`)
  if (status !== undefined) rules.push(ofStatus(status))
  // The instants around the days are for the index; the stock's own clock decides.
  if (from !== undefined)
    rules.push(
      sql`p.created_at >= ${from}::date::timestamp at time zone 'UTC' - interval '1 day' and (p.created_at at time zone z.time_zone)::date >= ${from}::date`,
    )
  if (to !== undefined)
    rules.push(
      sql`p.created_at < ${to}::date::timestamp at time zone 'UTC' + interval '2 days' and (p.created_at at time zone z.time_zone)::date <= ${to}::date`,
    )
  if (found !== null) rules.push(found)
  return sql<SqlBool>`${sql.join(rules, sql` and `)}`
}

/** As domain/external-status calls it; whatever is none of the three words of the specification is another. */
function ofStatus(status: string): RawBuilder<unknown> {
  const { success, pending } = externalWords
  const word = sql`case when p.outside_status is null or (p.outside_status = any(${[...pending]}::text[]) and p.status not in ('created', 'pending')) then p.status
    when p.outside_status = any(${[...success]}::text[]) and p.status = 'refunded' then 'refunded' else p.outside_status end`
  const words = Object.entries(externalWords).find(([name]) => name === status)?.[1]
  if (words !== undefined) return sql`${word} = any(${[...words]}::text[])`
  return sql`${word} <> all(${Object.values(externalWords).flat()}::text[])`
}

/**
 * By a number, exactly; where nothing has that number, by a part of the client's name or e-mail. Both at once would be an "or" that no
 * index answers.
 */
async function found(db: Database, { search }: Wish): Promise<RawBuilder<unknown> | null> {
  const text = search?.trim() ?? ''
  if (text === '') return null
  const number = text.toUpperCase()
  const { rows } = await sql<{ id: string }>`
    select f.id from payment f where f.id = ${number}
    union select f.id from payment f where f.cabinet = any(${CABINETS}) and f.processor_payment_id = ${text}
    union select f.id from seller l join document d on d.seller_id = l.id and d.number = ${number} join payment f on f.reference = 'document:' || d.id`.execute(
    db,
  )
  if (rows.length > 0) return sql`p.id = any(${rows.map(({ id }) => id)}::text[])`
  const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  // Parts of one or two letters are in half of all names.
  return text.length < 3
    ? sql`false`
    : sql`p.account_id in (select a.id from account a where a.search_text like folded(${like}))`
}

/** The accounts at processors that payments have, each found by one step through the index that begins with them. */
const CABINETS = sql`array(
  with recursive k as (
    (select cabinet from payment where processor_payment_id is not null order by cabinet limit 1)
    union all
    select (select n.cabinet from payment n where n.cabinet > k.cabinet and n.processor_payment_id is not null order by n.cabinet limit 1) from k where k.cabinet is not null)
  select cabinet from k where cabinet is not null)`
