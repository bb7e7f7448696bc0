import type { reportPrices, reportRentRoll } from '@stowage/api/report-figures'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { CLIENT } from './desk-filter-view.ts'
import {
  AREA,
  BY_NAME,
  bySize,
  inCurrency,
  IS_CUBIC,
  NAMED_STOCK,
  NOTICES,
  RENT,
  SIZE_GROUP,
  stocksOf,
} from './report-parts-view.ts'
import type { Figures, ReportScope } from './report-scope.ts'

type RentRoll = Figures<typeof reportRentRoll>
type Prices = Figures<typeof reportPrices>

/** Running: paid and begun, and not closed; what has ended and was not cleared yet pays on. */
const RUNNING = sql`c.status in ('active', 'ended') and c.start_day <= st.today`

/** Those of them that a list may name to its reader. */
const named = ({ staffId }: ReportScope) =>
  staffId === null
    ? RUNNING
    : sql`${RUNNING} and (c.internal_user_id is null or c.internal_user_id = ${staffId})`

/**
 * What running contracts pay a month, by stock, and a page of them by stock and box. The page is looked for among the contracts
 * of the stocks only on which it lies: 200,000 rows need not be put in order for fifty.
 */
export async function rentRoll(
  db: Database,
  scope: ReportScope,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<RentRoll> {
  const { rows: stocks } = await sql<RentRoll['stocks'][number]>`
    with ${stocksOf(scope)}, ${NOTICES},
    own as (
      select c.stock_id, c.currency, count(*)::int as contracts, sum(${AREA})::float as area, sum(${RENT})::bigint as rent
        from contract c join st on st.id = c.stock_id join box b on b.id = c.box_id left join notice on notice.contract_id = c.id
       where ${named(scope)} and ${inCurrency(sql`c.currency`, scope)} group by 1, 2)
    select ${NAMED_STOCK}, own.currency, own.contracts, own.area, own.rent from own join st on st.id = own.stock_id order by ${BY_NAME}, own.currency`.execute(
    db,
  )
  const total = stocks.reduce((sum, { contracts }) => sum + contracts, 0)
  const begin = (page - 1) * pageSize
  let before = 0
  const onPage = stocks.filter(({ contracts }) => {
    const first = before
    before += contracts
    return first < begin + pageSize && before > begin
  })
  const skipped = stocks
    .slice(0, onPage[0] === undefined ? 0 : stocks.indexOf(onPage[0]))
    .reduce((sum, { contracts }) => sum + contracts, 0)
  const items =
    onPage.length === 0
      ? []
      : await contractsOf(
          db,
          { ...scope, stockIds: [...new Set(onPage.map(({ stock }) => stock.id))] },
          { first: begin - skipped, count: pageSize, currencyOf: onPage[0]?.currency ?? '' },
        )
  return { at: scope.now.toString(), stocks, items, total, page, pageSize }
}

async function contractsOf(
  db: Database,
  scope: ReportScope,
  { first, count, currencyOf }: { first: number; count: number; currencyOf: string },
): Promise<RentRoll['items']> {
  // Of the first stock the currencies before this one lie on pages before it.
  const [firstStock = ''] = scope.stockIds ?? []
  const { rows } = await sql<RentRoll['items'][number]>`
    with ${stocksOf(scope)}, ${NOTICES},
    shown as materialized (
      select c.id, row_number() over (order by ${BY_NAME}, c.currency, b.unit_number, c.number) as place, ${RENT} as rent
        from contract c join st on st.id = c.stock_id join box b on b.id = c.box_id left join notice on notice.contract_id = c.id
       where ${named(scope)} and ${inCurrency(sql`c.currency`, scope)} and not (c.stock_id = ${firstStock} and c.currency < ${currencyOf})
       order by 2 limit ${count} offset ${first})
    select c.id, c.number as "contractNumber", ${NAMED_STOCK}, json_build_object('id', a.id, 'fullName', ${CLIENT}) as client,
           b.unit_number as "unitNumber", b.size::float as size, case when ${IS_CUBIC} then 'm3' else 'm2' end as unit,
           c.start_day::text as "startDate", c.end_day::text as "endDate", c.currency, x.rent,
           coalesce((select -sum(e.amount) from ledger_entry e join document d on d.id = e.document_id where d.contract_id = c.id and e.account = 'deposit'), 0)::bigint as deposit,
           coalesce((select sum(d.gross - d.paid) from document d where d.contract_id = c.id and d.status = 'open' and d.kind <> 'credit_note' and d.number is not null), 0)::bigint as unpaid
      from shown x join contract c on c.id = x.id join st on st.id = c.stock_id join box b on b.id = c.box_id join account a on a.id = c.account_id
     order by x.place`.execute(db)
  return rows
}

/** What a square metre of a box costs a new tenant, and what those who are there pay, both net and per month. */
export async function prices(db: Database, scope: ReportScope): Promise<Prices> {
  const { rows } = await sql<Prices['rows'][number]>`
    with ${stocksOf(scope)}, ${NOTICES},
    own as (
      select b.stock_id, ${SIZE_GROUP} as grp, st.currency, 1 as boxes, b.size as area, b.month_rate as asked, 0 as contracts, 0.0 as area_let, 0::bigint as rent
        from box b join st on st.id = b.stock_id where b.deleted_at is null and b.month_rate is not null and not ${IS_CUBIC}
      union all
      select c.stock_id, ${SIZE_GROUP}, c.currency, 0, 0, 0, 1, b.size, ${RENT}
        from contract c join st on st.id = c.stock_id join box b on b.id = c.box_id left join notice on notice.contract_id = c.id where ${RUNNING} and not ${IS_CUBIC}),
    g as (
      select stock_id, grp, currency, sum(boxes)::int as boxes, sum(area)::float as area, sum(asked)::bigint as asked, round(sum(asked) / nullif(sum(area), 0))::bigint as "askedPerArea",
             sum(contracts)::int as contracts, sum(area_let)::float as "areaLet", sum(rent)::bigint as rent, round(sum(rent) / nullif(sum(area_let), 0))::bigint as "rentPerArea"
        from own where ${inCurrency(sql`currency`, scope)} group by 1, 2, 3)
    select ${NAMED_STOCK}, g.grp as "sizeGroup", g.currency, g.boxes, g.area, g.asked, g."askedPerArea", g.contracts, g."areaLet", g.rent, g."rentPerArea"
      from g join st on st.id = g.stock_id order by ${BY_NAME}, ${bySize(sql`g.grp`)}, g.currency`.execute(db)
  return { at: scope.now.toString(), rows }
}
