import { sql, type SqlBool, type RawBuilder } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** A stock's documents of a calendar month. */
export interface StockMonth {
  readonly stockId: string
  /** YYYY-MM */
  readonly month: string
}

export interface MonthDocument {
  readonly id: string
  readonly kind: 'invoice' | 'penalty' | 'credit_note' | 'statement'
  readonly number: string
  readonly status: 'open' | 'paid'
  readonly contractId: string
  readonly contractNumber: string
  readonly accountId: string
  readonly buyer: string
  readonly unitNumber: string
  readonly documentDate: string
  readonly accountingDate: string
  readonly currency: string
  readonly net: number
  readonly vat: number
  readonly gross: number
  readonly paid: number
}

/**
 * The month into which a document is booked decides, not the day printed on it. What has no number yet is a request for
 * payment of a booking that may still be given up, and no document of any month.
 */
function inMonth({ stockId, month }: StockMonth): RawBuilder<SqlBool> {
  const from = `${month}-01`
  return sql<SqlBool>`d.stock_id = ${stockId} and d.accounting_date >= ${from}::date and d.accounting_date < ${from}::date + interval '1 month' and d.number is not null and d.status <> 'void'`
}

const IN_ORDER = sql`d.document_date, d.number, d.id`

export async function documentsOfMonth(db: Database, of: StockMonth): Promise<MonthDocument[]> {
  const { rows } = await sql<MonthDocument>`
    select d.id, d.kind, d.number, d.status, d.contract_id as "contractId", d.snapshot->>'contractNumber' as "contractNumber", d.account_id as "accountId",
           d.snapshot->'buyer'->>'name' as buyer, d.snapshot->>'unitNumber' as "unitNumber", d.document_date::text as "documentDate", d.accounting_date::text as "accountingDate",
           d.currency, d.net, d.vat, d.gross, d.paid
      from document d where ${inMonth(of)} order by ${IN_ORDER}`.execute(db)
  return rows
}

export async function countOfMonth(db: Database | Tx, of: StockMonth): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from document d where ${inMonth(of)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A line of the register: a document's sums at one rate of one tax. */
export interface RegisterRow {
  readonly id: string
  readonly kind: MonthDocument['kind']
  readonly number: string
  readonly corrects: string | null
  readonly status: 'open' | 'paid'
  readonly documentDate: string
  readonly accountingDate: string
  readonly dueOn: string
  readonly periodFrom: string | null
  /** The first day that is no longer in it. */
  readonly periodTo: string | null
  readonly contractNumber: string
  readonly unitNumber: string
  readonly buyer: string
  readonly buyerTaxNumber: string | null
  readonly buyerVatId: string | null
  readonly seller: string
  readonly currency: string
  readonly tax: 'vat' | 'insuranceTax'
  readonly percent: number
  readonly net: number
  readonly vat: number
  readonly gross: number
}

/** What a spreadsheet of the month holds: the lines of each document added up by tax and rate; they sum to the documents. */
export async function registerOfMonth(db: Database, of: StockMonth): Promise<RegisterRow[]> {
  const { rows } = await sql<RegisterRow>`
    select d.id, d.kind, d.number, o.number as corrects, d.status, d.document_date::text as "documentDate", d.accounting_date::text as "accountingDate", d.due_on::text as "dueOn",
           d.period_from::text as "periodFrom", d.period_to::text as "periodTo", d.snapshot->>'contractNumber' as "contractNumber", d.snapshot->>'unitNumber' as "unitNumber",
           d.snapshot->'buyer'->>'name' as buyer, d.snapshot->'buyer'->>'taxNumber' as "buyerTaxNumber", d.snapshot->'buyer'->>'vatId' as "buyerVatId", d.snapshot->'seller'->>'name' as seller,
           d.currency, l.tax, l.percent, l.net, l.vat, l.gross
      from document d left join document o on o.id = d.corrects_id
      cross join lateral (select case when kind = 'insurance' then 'insuranceTax' else 'vat' end as tax, vat_percent as percent, sum(net)::bigint as net, sum(vat)::bigint as vat, sum(gross)::bigint as gross
                            from document_line where document_id = d.id group by 1, 2) l
     where ${inMonth(of)} order by ${IN_ORDER}, l.tax desc, l.percent desc`.execute(db)
  return rows
}
