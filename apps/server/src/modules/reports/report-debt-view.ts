import { sql } from 'kysely'
import type { reportAgedDebt } from '@stowage/api/report-figures'
import type { Database } from '../../platform/database/connect.ts'
import { among, BY_NAME, inCurrency, NAMED_STOCK, stocksOf } from './report-parts-view.ts'
import type { Figures, ReportScope } from './report-scope.ts'

type AgedDebt = Figures<typeof reportAgedDebt>

/**
 * What is unpaid of issued documents, by how many days of the stock it is past due. All of it together is what the book has as
 * receivable; what has no number yet is no debt.
 * @param past the end of a day that is over at every stock; null: now
 */
export async function agedDebt(
  db: Database,
  scope: ReportScope,
  past: Temporal.PlainDate | null,
): Promise<AgedDebt> {
  const late = past === null ? sql`st.today - o.due_on` : sql`${past.toString()}::date - o.due_on`
  const { rows } = await sql<AgedDebt['rows'][number]>`
    with ${stocksOf(scope)},
    ${past === null ? owedNow(scope) : owedThen(scope, past)},
    aged as (
      select o.stock_id, o.currency, count(*)::int as documents, count(distinct o.contract_id)::int as contracts,
             coalesce(sum(o.owed) filter (where ${late} <= 0), 0)::bigint as "notDue",
             coalesce(sum(o.owed) filter (where ${late} between 1 and 30), 0)::bigint as "upTo30",
             coalesce(sum(o.owed) filter (where ${late} between 31 and 60), 0)::bigint as "upTo60",
             coalesce(sum(o.owed) filter (where ${late} between 61 and 90), 0)::bigint as "upTo90",
             coalesce(sum(o.owed) filter (where ${late} > 90), 0)::bigint as older,
             sum(o.owed)::bigint as total
        from owed o join st on st.id = o.stock_id
       group by 1, 2)
    select ${NAMED_STOCK}, a.currency, a.documents, a.contracts, a."notDue", a."upTo30", a."upTo60", a."upTo90", a.older, a.total
      from aged a join st on st.id = a.stock_id order by ${BY_NAME}, a.currency`.execute(db)
  return { at: scope.now.toString(), on: past?.toString() ?? null, rows }
}

const owedNow = (scope: ReportScope) => sql`
  owed as (
    select d.stock_id, d.currency, d.contract_id, d.due_on, d.gross - d.paid as owed from document d
     where d.status = 'open' and d.kind <> 'credit_note' and d.number is not null and d.gross > d.paid and ${inCurrency(sql`d.currency`, scope)})`

/**
 * The book has the last word: of each document what its receivable came to by the end of the day. It is asked only about those that can have
 * owed something: unpaid today, paid after that day, given up, or paid for a month that was closed already, whose entries stand
 * on the first open day (decision record 170). All of it stands in three indexes: document_unpaid, document_paid and ledger_owed.
 */
function owedThen(scope: ReportScope, past: Temporal.PlainDate) {
  const day = sql`${past.toString()}::date`
  // Whatever the zone of its stock: who paid later than that day paid after its beginning in UTC.
  const since = sql`${day}::timestamp at time zone 'UTC'`
  const said = sql`d.id, d.stock_id, d.currency, d.contract_id, d.due_on`
  return sql`
    asked as (
      select ${said} from document d where d.status = 'open'
      union select ${said} from document d where d.status = 'paid' and d.accounting_date <= ${day} and d.paid_at >= ${since}
      union select ${said} from document d where d.status = 'paid' and d.accounting_date <= ${day} and d.paid_at is null
      union select ${said} from book_month m
              join ledger_entry e on e.seller_id = m.seller_id and e.business_day = (m.month + interval '1 month')::date
              join document d on d.id = e.document_id
             where m.closed_at is not null and (m.month + interval '1 month')::date > ${day} and e.account = 'receivable'),
    owed as materialized (
      select a.stock_id, a.currency, a.contract_id, a.due_on, x.owed
        -- In the order of the index that is asked next: from a cold disk it is read once from front to back.
        from (select * from asked order by id) a
        cross join lateral (select sum(e.amount) as owed from ledger_entry e where e.document_id = a.id and e.account = 'receivable' and e.business_day <= ${day} offset 0) x
       where x.owed > 0 and ${among(sql`a.stock_id`, scope.stockIds)} and ${inCurrency(sql`a.currency`, scope)})`
}
