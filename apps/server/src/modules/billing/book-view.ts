import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'
import { lastDayOf, type BookMonth } from './book-store.ts'
import { localRate, needsRate } from './exchange-rate-store.ts'

/** A seller's own day: the earliest at any of his stocks, so that a month is over only when it is over everywhere. */
const sellerToday = (now: Temporal.Instant) => sql`
  select st.seller_id, min((${now.toString()}::timestamptz at time zone st.time_zone)::date) as today from stock st group by st.seller_id`

/** Sellers with a month that is over and not released. */
export async function sellersToRelease(
  db: Database,
  now: Temporal.Instant,
  turn: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with seller_day as (${sellerToday(now)})
    select t.seller_id as id from seller_day t
     where (exists (select 1 from book_month m where m.seller_id = t.seller_id and m.released_at is null)
            or not exists (select 1 from book_month m where m.seller_id = t.seller_id and m.month = (date_trunc('month', t.today) - interval '1 month')::date))
       and exists (select 1 from document d where d.seller_id = t.seller_id and d.number is not null)
       and ${isNotPutOff('release-rent', sql`t.seller_id`, turn)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The months of a seller that are over and neither released nor closed, the first one first. */
export async function releasableMonths(
  db: Database | Tx,
  sellerId: string,
  now: Temporal.Instant,
): Promise<Temporal.PlainDate[]> {
  const { rows } = await sql<{ month: Temporal.PlainDate }>`
    with seller_day as (${sellerToday(now)}),
    first as (select date_trunc('month', min(d.accounting_date))::date as month from document d where d.seller_id = ${sellerId} and d.number is not null)
    select g.month::date as month from first, seller_day t, generate_series(first.month, date_trunc('month', t.today) - interval '1 month', interval '1 month') as g(month)
     where t.seller_id = ${sellerId} and not exists (select 1 from book_month m where m.seller_id = ${sellerId} and m.month = g.month::date and (m.released_at is not null or m.closed_at is not null))
     order by 1`.execute(db)
  return rows.map(({ month }) => month)
}

export interface MonthRow {
  readonly sellerId: string
  readonly sellerName: string
  readonly month: string
  readonly isOver: boolean
  readonly documents: number
  readonly closedAt: string | null
  readonly closedBy: string | null
}

/** One month of a seller; undefined before his first document and behind the month that he is in. */
export async function monthNamed(
  db: Database | Tx,
  { sellerId, month }: { readonly sellerId: string; readonly month: string },
  now: Temporal.Instant,
): Promise<MonthRow | undefined> {
  return (await listMonths(db, now, sellerId)).find((one) => one.month === month)
}

/** All months of sellers, or of one, since their first document, the last one first. */
export async function listMonths(
  db: Database | Tx,
  now: Temporal.Instant,
  sellerId?: string,
): Promise<MonthRow[]> {
  const whose = sellerId === undefined ? sql`` : sql`and d.seller_id = ${sellerId}`
  const { rows } = await sql<Omit<MonthRow, 'closedAt'> & { closedAt: Temporal.Instant | null }>`
    with seller_day as (${sellerToday(now)}),
    counted as (select d.seller_id, date_trunc('month', d.accounting_date)::date as month, count(*)::int as documents from document d where d.number is not null and d.status <> 'void' ${whose} group by 1, 2),
    first as (select seller_id, min(month) as month from counted group by 1)
    select f.seller_id as "sellerId", l.name as "sellerName", to_char(g.month, 'YYYY-MM') as month, g.month + interval '1 month' <= t.today as "isOver", coalesce(c.documents, 0) as documents,
           b.closed_at as "closedAt", nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '') as "closedBy"
      from first f join seller_day t on t.seller_id = f.seller_id join seller l on l.id = f.seller_id
      cross join lateral generate_series(f.month, date_trunc('month', t.today), interval '1 month') as g(month)
      left join counted c on c.seller_id = f.seller_id and c.month = g.month::date
      left join book_month b on b.seller_id = f.seller_id and b.month = g.month::date
      left join account a on a.id = b.closed_by_id
     order by l.name, f.seller_id, g.month desc`.execute(db)
  return rows.map((row) => ({ ...row, closedAt: row.closedAt?.toString() ?? null }))
}

/** Whether a day lies in a month of a seller that is closed. */
export async function isMonthClosed(
  db: Database | Tx,
  sellerId: string,
  day: Temporal.PlainDate,
): Promise<boolean> {
  const row = await db
    .selectFrom('book_month')
    .select('month')
    .where('seller_id', '=', sellerId)
    .where('month', '=', day.with({ day: 1 }))
    .where('closed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

export interface DocumentSum {
  readonly currency: string
  readonly type: 'invoice' | 'penalty' | 'credit_note'
  readonly line: 'rent' | 'insurance' | 'deposit' | 'penalty' | 'adjustment'
  readonly vatPercent: number
  readonly count: number
  readonly net: number
  readonly vat: number
  readonly gross: number
}

const ofMonth = ({ sellerId, month }: BookMonth) => sql`
  d.seller_id = ${sellerId} and d.number is not null and d.status <> 'void' and d.accounting_date between ${month.toString()}::date and ${lastDayOf(month).toString()}::date`

/** What was issued in a month, by its accounting date: per kind of document and line, by rate. */
export async function documentSums(db: Database | Tx, month: BookMonth): Promise<DocumentSum[]> {
  const { rows } = await sql<DocumentSum>`
    select d.currency, d.kind as type, l.kind as line, l.vat_percent as "vatPercent", count(distinct d.id)::int as count, sum(l.net)::bigint as net, sum(l.vat)::bigint as vat, sum(l.gross)::bigint as gross
      from document d join document_line l on l.document_id = d.id where ${ofMonth(month)}
     group by 1, 2, 3, 4 order by d.currency, array_position(array['invoice', 'penalty', 'credit_note'], d.kind), array_position(array['rent', 'insurance', 'deposit', 'penalty', 'adjustment'], l.kind), l.vat_percent`.execute(
    db,
  )
  return rows
}

export interface Movement {
  readonly currency: string
  readonly account: string
  readonly reason: string
  readonly count: number
  readonly debit: number
  readonly credit: number
}

/** What moved in the book in a month, per account and reason. */
export async function movementsOf(db: Database | Tx, { sellerId, month }: BookMonth): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select currency, account, reason, count(*)::int as count, coalesce(sum(amount) filter (where amount > 0), 0)::bigint as debit, coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as credit
      from ledger_entry where seller_id = ${sellerId} and business_day between ${month.toString()}::date and ${lastDayOf(month).toString()}::date
     group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}

/** How many accounts of the book differ from what the documents of the month say. */
export async function untiedAccounts(
  db: Database | Tx,
  month: BookMonth,
): Promise<{ account: string; currency: string; said: number; stands: number }[]> {
  const { rows } = await sql<{ account: string; currency: string; said: number; stands: number }>`
    with said as (
      select d.currency, x.account, sum(x.amount) as amount from document d join document_line l on l.document_id = d.id
        cross join lateral (values
          (case l.kind when 'adjustment' then 'rent' else l.kind end, -l.net),
          (case l.kind when 'insurance' then 'insuranceTax' else 'vat' end, -l.vat),
          (case d.kind when 'credit_note' then 'tenantCredit' else 'receivable' end, l.gross)) as x(account, amount)
       where ${ofMonth(month)} group by 1, 2),
    book as (
      select currency, case account when 'deferredRent' then 'rent' when 'depositAsked' then 'deposit' else account end as account, sum(amount) as amount
        from ledger_entry where seller_id = ${month.sellerId} and business_day between ${month.month.toString()}::date and ${lastDayOf(month.month).toString()}::date
         and reason in ('issued', 'credited', 'redated') group by 1, 2)
    select coalesce(s.account, b.account) as account, coalesce(s.currency, b.currency) as currency, coalesce(s.amount, 0)::bigint as said, coalesce(b.amount, 0)::bigint as stands
      from said s full join book b on b.currency = s.currency and b.account = s.account where coalesce(s.amount, 0) <> coalesce(b.amount, 0)`.execute(
    db,
  )
  return rows
}

export interface MonthCounts {
  readonly isOver: boolean
  readonly earlierOpen: number
  readonly laterClosed: number
  readonly parked: number
  readonly unissued: number
  readonly unnumbered: number
  readonly unbooked: number
  /** Documents with VAT in another currency than that of the seller's country, without a rate for their day. */
  readonly withoutRate: number
  readonly closedAt: Temporal.Instant | null
}

/** What stands in the way of closing a month. */
export async function countsOf(
  db: Database | Tx,
  { sellerId, month }: BookMonth,
  now: Temporal.Instant,
): Promise<MonthCounts> {
  const last = lastDayOf(month).toString()
  const end = sql`${last}::date`
  const { rows } = await sql<MonthCounts>`
    with seller_day as (${sellerToday(now)})
    select coalesce((select t.today > ${end} from seller_day t where t.seller_id = ${sellerId}), false) as "isOver",
      (select count(*)::int from (select date_trunc('month', min(d.accounting_date))::date as first from document d where d.seller_id = ${sellerId} and d.number is not null) f,
         generate_series(f.first, ${month.toString()}::date - interval '1 month', interval '1 month') as g(month)
        where not exists (select 1 from book_month b where b.seller_id = ${sellerId} and b.month = g.month::date and b.closed_at is not null)) as "earlierOpen",
      (select count(*)::int from book_month b where b.seller_id = ${sellerId} and b.month > ${month.toString()}::date and b.closed_at is not null) as "laterClosed",
      (select count(*)::int from billing_plan p where p.seller_id = ${sellerId} and p.closed_at is null and p.parked_reason is not null) as parked,
      (select count(*)::int from billing_plan p where p.seller_id = ${sellerId} and p.closed_at is null and p.parked_reason is null and p.next_issue_on <= ${end}
          and (exists (select 1 from document d where d.contract_id = p.contract_id and d.number is not null) or not exists (select 1 from document d where d.contract_id = p.contract_id))) as unissued,
      (select count(*)::int from document d where d.seller_id = ${sellerId} and d.number is null and d.status <> 'void' and (d.paid > 0 or exists (select 1 from ledger_entry e where e.document_id = d.id))) as unnumbered,
      (select count(*)::int from payment y join document d on y.reference = 'document:' || d.id where d.seller_id = ${sellerId} and y.status = 'succeeded' and not exists (select 1 from ledger_entry e where e.payment_id = y.id)) as unbooked,
      (select count(*)::int from document d where ${ofMonth({ sellerId, month })} and ${needsRate} and ${localRate()} is null) as "withoutRate",
      (select b.closed_at from book_month b where b.seller_id = ${sellerId} and b.month = ${month.toString()}::date) as "closedAt"`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a count without a row')
  return row
}
