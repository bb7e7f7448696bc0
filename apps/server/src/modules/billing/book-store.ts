import { sql } from 'kysely'
import type { Currency } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** A month of a seller's books: its first day. */
export interface BookMonth {
  readonly sellerId: string
  readonly month: Temporal.PlainDate
}

export const lastDayOf = (month: Temporal.PlainDate): Temporal.PlainDate =>
  month.add({ months: 1 }).subtract({ days: 1 })

/** Whoever releases the rent of a seller, or dates a document of his anew, does so alone. */
export async function takeBooksTurn(tx: Tx, sellerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`release ${sellerId}`}, 0))`.execute(tx)
}

/** Nobody enters anything for a seller meanwhile (the trigger `ledger_month_open` takes the same lock, shared). */
export async function stopBooks(tx: Tx, sellerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`books ${sellerId}`}, 0))`.execute(tx)
}

export async function setReleased(
  tx: Tx,
  { sellerId, month }: BookMonth,
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('book_month')
    .values({ seller_id: sellerId, month, released_at: at })
    .onConflict((conflict) => conflict.columns(['seller_id', 'month']).doUpdateSet({ released_at: at }))
    .execute()
}

/** Rent of the seller was dated anew: what was released from that month on is computed again. */
export async function forgetReleases(tx: Tx, { sellerId, month }: BookMonth): Promise<void> {
  await tx
    .updateTable('book_month')
    .set({ released_at: null })
    .where('seller_id', '=', sellerId)
    .where('month', '>=', month)
    .where('closed_at', 'is', null)
    .execute()
}

export async function setClosed(
  tx: Tx,
  { sellerId, month }: BookMonth,
  closed: { at: Temporal.Instant; byId: string } | null,
): Promise<void> {
  await tx
    .updateTable('book_month')
    .set({ closed_at: closed?.at ?? null, closed_by_id: closed?.byId ?? null })
    .where('seller_id', '=', sellerId)
    .where('month', '=', month)
    .execute()
}

/** What stands in `deferredRent` of a seller at the end of a day, per stock and currency; in minor units. */
export interface StockSum {
  readonly stockId: string
  readonly currency: Currency
  readonly amount: number
}

export async function deferredStands(
  db: Database | Tx,
  sellerId: string,
  day: Temporal.PlainDate,
): Promise<StockSum[]> {
  const { rows } = await sql<StockSum>`
    select stock_id as "stockId", currency, -sum(amount)::bigint as amount from ledger_entry
     where seller_id = ${sellerId} and account = 'deferredRent' and business_day <= ${day.toString()}::date group by 1, 2 having sum(amount) <> 0`.execute(
    db,
  )
  return rows
}

export interface RentRow {
  readonly stockId: string
  readonly currency: Currency
  readonly from: string
  /** The first day that is not in it; where a settlement has given the last days back, the first of those. */
  readonly until: string
  readonly net: number
}

const deferrable = (day: Temporal.PlainDate) => sql`
  d.stock_id as "stockId", d.currency, d.period_from::text as "from",
  least(d.period_to, (select min(c.period_from) from document c join document_line cl on cl.document_id = c.id
                       where c.corrects_id = d.id and c.accounting_date <= ${day.toString()}::date and c.period_from > d.period_from and cl.explanation->>'rule' = 'unusedDays'))::text as until,
  -- Not "its own lines or those of its credit notes": with an "or" each document would look through all lines there are.
  (select coalesce(sum(l.net), 0) from (select d.id union all select c.id from document c where c.corrects_id = d.id and c.status <> 'void' and c.accounting_date <= ${day.toString()}::date) own
     join document_line l on l.document_id = own.id and l.kind in ('rent', 'adjustment'))::bigint as net`

/** Rent of a seller's invoices with days behind a day, as they stood in the book at its end. */
export async function rentsBehind(
  db: Database | Tx,
  sellerId: string,
  day: Temporal.PlainDate,
): Promise<RentRow[]> {
  const { rows } = await sql<RentRow>`
    select ${deferrable(day)} from document d
     where d.seller_id = ${sellerId} and d.kind = 'invoice' and d.number is not null and d.status <> 'void' and d.accounting_date <= ${day.toString()}::date and d.period_to > ${day.toString()}::date + 1`.execute(
    db,
  )
  return rows
}

/** A document's rent at the last release of its seller, and what credit notes have taken of its deferred part since. */
export async function rentAtRelease(
  tx: Tx,
  documentId: string,
): Promise<(RentRow & { readonly releasedOn: string; readonly taken: number }) | undefined> {
  const { rows: last } = await sql<{ day: Temporal.PlainDate | null }>`
    select (max(m.month) + interval '1 month' - interval '1 day')::date as day from document d join book_month m on m.seller_id = d.seller_id and m.released_at is not null where d.id = ${documentId}`.execute(
    tx,
  )
  const day = last[0]?.day
  if (!day) return undefined
  const { rows } = await sql<RentRow & { releasedOn: string; taken: number }>`
    select ${deferrable(day)}, ${day.toString()} as "releasedOn",
           (select coalesce(sum(e.amount), 0) from ledger_entry e join document c on c.id = e.document_id where c.corrects_id = d.id and e.account = 'deferredRent' and e.business_day > ${day.toString()}::date)::bigint as taken
      from document d where d.id = ${documentId} and d.kind = 'invoice' and d.number is not null and d.accounting_date <= ${day.toString()}::date and d.period_to > ${day.toString()}::date + 1`.execute(
    tx,
  )
  return rows[0]
}

/** The last month of each seller, or of one, whose days are released to rent. */
export async function lastReleases(db: Database | Tx, sellerId?: string): Promise<BookMonth[]> {
  return await db
    .selectFrom('book_month')
    .select(({ fn }) => ['seller_id as sellerId', fn.max('month').as('month')])
    .where('released_at', 'is not', null)
    .$if(sellerId !== undefined, (query) => query.where('seller_id', '=', sellerId ?? ''))
    .groupBy('seller_id')
    .execute()
}
