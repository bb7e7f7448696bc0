import { sql } from 'kysely'
import type { listDisputes, readRefunds } from '@stowage/api/refunds'
import type { Answer } from '@stowage/api/endpoint'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { pageWindow } from '../../platform/database/page-window.ts'

type Refund = Answer<typeof readRefunds>['refunds'][number]
type Dispute = Answer<typeof listDisputes>['items'][number]

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
const nameOf = (alias: string) =>
  sql.raw(
    `coalesce(case when ${alias}.account_type = 'legal' then nullif(${alias}.company, '') end, nullif(trim(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)), ''), nullif(${alias}.company, ''), ${alias}.email)`,
  )

/** The refunds of a payment, the newest first. */
export async function refundsOf(db: Database | Tx, paymentId: string): Promise<Refund[]> {
  const { rows } = await sql<Refund>`
    select r.id, r.amount, r.status, r.reason, r.problem, ${nameOf('a')} as "askedByName",
           ${iso('r.asked_at')} as "askedAt", ${iso('r.decided_at')} as "decidedAt"
      from payment_refund r left join account a on a.id = r.asked_by_id
     where r.payment_id = ${paymentId} order by r.id desc`.execute(db)
  return rows
}

const PAGE = 50
const TODO = sql`(d.handled_at is null and d.state <> 'won' or d.state in ('open', 'warned'))`

/** Disputes, what has to be done first, then the newest. @param query.page from 1 */
export async function disputes(
  db: Database,
  query: { readonly page: number; readonly state: string | undefined },
): Promise<Answer<typeof listDisputes>> {
  const { page, state } = query
  const chosen = state === undefined ? sql`true` : state === 'todo' ? TODO : sql`d.state = ${state}`
  const [found, counted] = await Promise.all([
    sql<Dispute>`
      select d.id, d.payment_id as "paymentId", p.processor, d.state, d.said, d.reason, d.amount, d.currency,
             d.is_withdrawn as "isWithdrawn", d.blocks and d.handled_at is null as blocks, ${iso('d.due_by')} as "dueBy",
             ${iso('d.opened_at')} as "openedAt", ${iso('d.decided_at')} as "decidedAt", ${iso('d.handled_at')} as "handledAt",
             p.account_id as "accountId", ${nameOf('a')} as "accountName", doc.id as "documentId", doc.number as "documentNumber",
             c.id as "contractId", c.number as "contractNumber", s.name as "stockName", p.processor_payment_id as "outsideId"
        from payment_dispute d join payment p on p.id = d.payment_id join account a on a.id = p.account_id
        join stock s on s.id = p.stock_id
        left join document doc on p.reference = 'document:' || doc.id left join contract c on c.id = doc.contract_id
       where ${chosen} order by ${TODO} desc, d.opened_at desc, d.id desc ${pageWindow({ page, pageSize: PAGE })}`.execute(
      db,
    ),
    sql<{ total: string; todo: string }>`
      select count(*) filter (where ${chosen}) as total, count(*) filter (where ${TODO}) as todo from payment_dispute d`.execute(
      db,
    ),
  ])
  return {
    items: found.rows,
    total: Number(counted.rows[0]?.total ?? 0),
    todo: Number(counted.rows[0]?.todo ?? 0),
    page,
    pageSize: PAGE,
  }
}
