import { sql } from 'kysely'
import type { listJournal } from '@stowage/api/months'
import type { Answer } from '@stowage/api/endpoint'
import type { Database } from '../../platform/database/connect.ts'
import { pageWindow } from '../../platform/database/page-window.ts'
import { lastDayOf, type BookMonth } from './book-store.ts'

type Journal = Answer<typeof listJournal>

const PAGE_SIZE = 500

/** The entries of a month of a seller, by day and posting. */
export async function journalOf(
  db: Database,
  { sellerId, month }: BookMonth,
  page: number,
): Promise<Journal> {
  const days = sql`e.seller_id = ${sellerId} and e.business_day between ${month.toString()}::date and ${lastDayOf(month).toString()}::date`
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ledger_entry e where ${days}`.execute(db)
  const { rows: items } = await sql<Journal['items'][number]>`
    select e.id, e.posting_id as "postingId", e.business_day::text as day, e.account, e.reason, e.amount, e.currency, st.name as "stockName", d.number as "documentNumber", c.number as "contractNumber",
           coalesce(nullif(a.company, ''), nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), a.email) as "accountName", e.payment_id as "paymentId"
      from ledger_entry e join stock st on st.id = e.stock_id left join document d on d.id = e.document_id left join contract c on c.id = e.contract_id left join account a on a.id = e.account_holder_id
     where ${days} order by e.business_day, e.posting_id, e.position ${pageWindow({ page, pageSize: PAGE_SIZE })}`.execute(
    db,
  )
  return { items, total: counted[0]?.total ?? 0, page, pageSize: PAGE_SIZE }
}
