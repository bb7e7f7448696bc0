import { sql } from 'kysely'
import type { reportAgedDebt } from '@stowage/api/report-figures'
import type { Database } from '../../platform/database/connect.ts'
import { BY_NAME, inCurrency, NAMED_STOCK, stocksOf } from './report-parts-view.ts'
import type { Figures, ReportScope } from './report-scope.ts'

type AgedDebt = Figures<typeof reportAgedDebt>

/**
 * What is unpaid of issued documents, by how many days of the stock it is past due. All of it together is what the book has as
 * receivable; what has no number yet is no debt.
 */
export async function agedDebt(db: Database, scope: ReportScope): Promise<AgedDebt> {
  const late = sql`st.today - d.due_on`
  const { rows } = await sql<AgedDebt['rows'][number]>`
    with ${stocksOf(scope)},
    owed as (
      select d.stock_id, d.currency, count(*)::int as documents, count(distinct d.contract_id)::int as contracts,
             coalesce(sum(d.gross - d.paid) filter (where ${late} <= 0), 0)::bigint as "notDue",
             coalesce(sum(d.gross - d.paid) filter (where ${late} between 1 and 30), 0)::bigint as "upTo30",
             coalesce(sum(d.gross - d.paid) filter (where ${late} between 31 and 60), 0)::bigint as "upTo60",
             coalesce(sum(d.gross - d.paid) filter (where ${late} between 61 and 90), 0)::bigint as "upTo90",
             coalesce(sum(d.gross - d.paid) filter (where ${late} > 90), 0)::bigint as older,
             sum(d.gross - d.paid)::bigint as total
        from document d join st on st.id = d.stock_id
       where d.status = 'open' and d.kind <> 'credit_note' and d.number is not null and d.gross > d.paid and ${inCurrency(sql`d.currency`, scope)}
       group by 1, 2)
    select ${NAMED_STOCK}, o.currency, o.documents, o.contracts, o."notDue", o."upTo30", o."upTo60", o."upTo90", o.older, o.total
      from owed o join st on st.id = o.stock_id order by ${BY_NAME}, o.currency`.execute(db)
  return { at: scope.now.toString(), rows }
}
