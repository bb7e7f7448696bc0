import type { Answer } from '@stowage/api/endpoint'
import type { listUnmailedInvoices } from '@stowage/api/reports'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import {
  counted,
  documentsAt,
  BY_CLIENT,
  listedOrPaged,
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

type Unmailed = Answer<typeof listUnmailedInvoices>
type Row = Omit<Extract<Unmailed, readonly unknown[]>[number], 'maySend'>

/**
 * Unpaid invoices that their tenants have not been sent: no mail with the invoice in it has been taken by the mail server. One
 * that waits or was given up is still on the list, and says so. Of a booking that may still be given up nobody is reminded
 * (decision 18), so that it is not here. The first due first.
 */
export async function unmailedInvoices(
  db: Database,
  wish: DeskWish,
  actor: Actor,
  now: Temporal.Instant,
  totals: Totals,
): Promise<Unmailed> {
  const total = totalOf(totals, 'unmailed', wish, actor)
  const where = sql<SqlBool>`${UNMAILED} and ${documentsAt(wish, actor)} and ${sought(wish, actor)}`
  const order = ordered(ORDERS, wish.sort ?? 'due', sql`d.id`)
  const from = countedFrom(wish, actor, where)
  const { rows } = await sql<Row & { total: number | null }>`
    with page as materialized (
      select d.id, ${counted(wish, from, total)} as total from document d join contract c on c.id = d.contract_id ${order.joins}
       where ${where} order by ${order.by} ${window(wish)})
    select p.total, d.id, d.number as "invoiceNumber", c.id as "contractId", c.number as "contractNumber", ${STOCK_AND_CLIENT}, d.snapshot->>'unitNumber' as "unitNumber", d.currency, d.gross as amount, d.gross - d.paid as debt,
           d.due_on::text as "dueDate", d.due_on < ${todayAt(now)} as "isOverdue",
           coalesce((select m.status from mail m where m.document_id = d.id and ${WITH_INVOICE} order by m.created_at desc, m.id desc limit 1), 'none') as mail
      from page p join document d on d.id = p.id join contract c on c.id = d.contract_id join stock s on s.id = d.stock_id join account a on a.id = c.account_id
     order by ${order.by}`.execute(db)
  const mayMail = isSuperUser(actor)
  return await listedOrPaged(
    db,
    wish,
    rows,
    (row: Row) => ({ ...row, maySend: mayMail && row.mail !== 'waiting' }),
    from,
    total,
  )
}

/**
 * What is counted. Where nothing else is asked of the contract, those few that are pending are looked for and not the contract of each
 * invoice: 23,000 of them cost 300 ms of processor, this 22.
 */
function countedFrom(wish: DeskWish, actor: Actor, where: RawBuilder<SqlBool>): RawBuilder<unknown> {
  const isOfDocuments = isSuperUser(actor) && (wish.search?.trim() ?? '') === ''
  return isOfDocuments
    ? sql`from document d where ${UNPAID} and ${UNSENT} and ${documentsAt(wish, actor)}
        and not exists (select 1 from contract p where p.id = d.contract_id and p.status = 'pending')`
    : sql`from document d join contract c on c.id = d.contract_id where ${where}`
}

/** Mails that carry the invoice and ask for its money: of the booking, of a transfer, and the reminder that staff send. */
const WITH_INVOICE = sql<SqlBool>`m.kind in ('bookingContract', 'paymentInstructions', 'invoiceIssued', 'invoiceReminder')`

const UNPAID = sql<SqlBool>`d.status = 'open' and d.kind = 'invoice' and d.gross > d.paid`
const UNSENT = sql<SqlBool>`not exists (select 1 from mail m where m.document_id = d.id and m.status = 'sent' and ${WITH_INVOICE})`
const UNMAILED = sql<SqlBool>`${UNPAID} and c.status <> 'pending' and ${UNSENT}`

const ORDERS: Readonly<Record<string, Order>> = {
  due: { by: sql`d.due_on` },
  number: { by: sql`d.number`, isNullable: true },
  client: BY_CLIENT,
  stock: { by: STOCK_NAME, joins: sql`join stock s on s.id = c.stock_id` },
}
