import type { Answer } from '@stowage/api/endpoint'
import type { listDebtors } from '@stowage/api/reports'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { KeptFindings } from '../../platform/kept-findings.ts'
import {
  documentsAt,
  CLIENT,
  lastDayOnEarth,
  ordered,
  readerOf,
  sought,
  STOCK_AND_CLIENT,
  STOCK_NAME,
  type Order,
  todayAt,
  window,
  type DeskWish,
} from './desk-filter-view.ts'

type Debtors = Answer<typeof listDebtors>
type Row = Extract<Debtors, readonly unknown[]>[number]

export interface DebtorsWish extends DeskWish {
  readonly currency?: string | undefined
}

/** How many of each currency a plain list has: "top-10 debtors". */
const TOP = 10

/**
 * Contracts with overdue debt (decision 18): the unpaid part of issued documents past their due day, by the day of their
 * stock. A pending contract is never a debtor. Currencies are ranked each for itself, the one that most owe in first.
 */
export async function debtors(
  db: Database,
  wish: DebtorsWish,
  actor: Actor,
  now: Temporal.Instant,
  pages: KeptFindings<Debtors>,
): Promise<Debtors> {
  // Who owes most is known only when all that owe are: the same for each reader, and for whoever turns back a page.
  const page = pages.of([wish, readerOf(actor)])
  if (page.known !== undefined) return page.known
  const owing = owingContracts(wish, actor, now)
  if (wish.page === undefined) {
    const { rows } = await sql<Row>`
      with owing as materialized (${owing}),
      ranked as (select o.*, row_number() over (partition by o.currency order by o.debt desc, o.since, o.contract_id) as place,
                        count(*) over (partition by o.currency) as debtors from owing o)
      ${described(now)} from ranked o ${JOINED} where o.place <= ${TOP} order by o.debtors desc, o.currency, o.place`.execute(
      db,
    )
    return rows
  }
  const order = ordered(ORDERS, wish.sort ?? '-debt', sql`o.contract_id`)
  // One statement, because what each contract owes is the dear part: the currencies and a page of one of them.
  const { rows } = await sql<{ items: Row[]; currencies: CurrencyDebt[]; currency: string | null }>`
    with owing as materialized (${owing}),
    currencies as materialized (
      select o.currency, count(*)::int as count, sum(o.debt)::bigint as debt from owing o group by o.currency order by count(*) desc, o.currency),
    chosen as materialized (select coalesce(${wish.currency ?? null}::text, (select currency from currencies limit 1)) as currency),
    page as materialized (
      select o.*, row_number() over (order by ${order.by}) as place from owing o ${order.joins}
       where o.currency = (select currency from chosen) order by ${order.by} ${window(wish)})
    select (select currency from chosen) as currency, (select coalesce(json_agg(k), '[]') from currencies k) as currencies,
           (select coalesce(json_agg(row_to_json(i) order by i.place), '[]') from (${described(now)}, o.place from page o ${JOINED}) i) as items`.execute(
    db,
  )
  const { currency = null, currencies = [], items = [] } = rows[0] ?? {}
  const total = currencies.find((one) => one.currency === currency)?.count ?? 0
  const answer = { items, total, page: wish.page, pageSize: wish.pageSize, currency, currencies }
  page.keep(
    answer,
    currencies.reduce((rows, { count }) => rows + count, 0),
  )
  return answer
}

interface CurrencyDebt {
  readonly currency: string
  readonly count: number
  readonly debt: number
}

/** What each contract owes that is past its day; a contract has one currency. What its source keeps owes what that says. */
const owingContracts = (wish: DebtorsWish, actor: Actor, now: Temporal.Instant) => sql`
  select d.contract_id, d.currency, sum(d.gross - d.paid)::bigint as debt, min(d.due_on) as since
    from document d join contract c on c.id = d.contract_id join stock s on s.id = c.stock_id
   where d.status = 'open' and d.kind <> 'credit_note' and d.gross > d.paid and d.due_on < ${lastDayOnEarth(now)}::date and d.due_on < ${todayAt(now)}
     and c.status <> 'pending' and ${documentsAt(wish, actor)} and ${sought(wish, actor)}
   group by d.contract_id, d.currency
  union all
  select c.id, c.currency, c.source_debt, c.source_due_on
    from contract c join stock s on s.id = c.stock_id
   where c.source_debt > 0 and c.source_due_on < ${lastDayOnEarth(now)}::date and c.source_due_on < ${todayAt(now)} and ${sought(wish, actor)}`

/** One row; what is not due yet is added for the rows that are shown only. */
const described = (now: Temporal.Instant) => sql`
  select c.id, c.number as "contractNumber", ${STOCK_AND_CLIENT},
         c.box_id as "boxId", b.unit_number as "unitNumber", o.currency, o.debt,
         coalesce(c.source_debt, (select sum(d.gross - d.paid)::bigint from document d where d.contract_id = c.id and d.status = 'open' and d.kind <> 'credit_note' and d.currency = o.currency)) as unpaid,
         o.since::text as "dueDate", ${todayAt(now)} - o.since as "daysOverdue"`

const JOINED = sql`join contract c on c.id = o.contract_id join stock s on s.id = c.stock_id join account a on a.id = c.account_id join box b on b.id = c.box_id`

const CONTRACT = sql`join contract c on c.id = o.contract_id`
const ORDERS: Readonly<Record<string, Order>> = {
  debt: { by: sql`o.debt` },
  since: { by: sql`o.since` },
  number: { by: sql`c.number`, joins: CONTRACT },
  client: { by: CLIENT, joins: sql`${CONTRACT} join account a on a.id = c.account_id` },
  stock: { by: STOCK_NAME, joins: sql`${CONTRACT} join stock s on s.id = c.stock_id` },
}
