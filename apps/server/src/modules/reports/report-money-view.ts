import { sql, type RawBuilder } from 'kysely'
import type { reportDeposits, reportRevenue, reportVat } from '@stowage/api/report-figures'
import type { Database } from '../../platform/database/connect.ts'
import { among, BY_NAME, inCurrency, NAMED_STOCK, stepAt, within } from './report-parts-view.ts'
import { everyStepOfEach, type ReportPeriod, type Figures } from './report-scope.ts'

type Revenue = Figures<typeof reportRevenue>
type Deposits = Figures<typeof reportDeposits>
type Vat = Figures<typeof reportVat>

/** The book by month (decision record 265): what is counted in, and what was added since. */
const book = (accounts: readonly string[], period: ReportPeriod) => {
  const which = sql`account = any(${[...accounts]}::text[]) and month <= ${period.to.toString()}::date and ${among(sql`stock_id`, period.stockIds)} and ${inCurrency(sql`currency`, period)}`
  return sql`
    (select month, stock_id, seller_id, currency, account, debit, credit from ledger_sum where ${which}
     union all
     select month, stock_id, seller_id, currency, account, debit, credit from ledger_sum_added where ${which})`
}

/** What stands on accounts that earn is credit: above 0 here, as people speak of it. */
const earned = (account: string): RawBuilder<number> =>
  sql<number>`coalesce(sum(credit - debit) filter (where account = ${sql.lit(account)}), 0)::bigint`

/** What was earned, net: the movement of the accounts of rent, insurance and penalties; what was given up stands beside it. */
export async function revenue(db: Database, period: ReportPeriod): Promise<Revenue> {
  const { rows } = await sql<RevenueRow>`
    select g.*, ${NAMED_STOCK}
      from (select ${stepAt(sql`month`, period)} as step, stock_id, currency, ${earned('rent')} as rent, ${earned('insurance')} as insurance, ${earned('penalty')} as penalty,
                   coalesce(sum(credit - debit) filter (where account <> 'writeOff'), 0)::bigint as total, -${earned('writeOff')} as "writtenOff"
              from ${book(['rent', 'insurance', 'penalty', 'writeOff'], period)} e where ${within(sql`month`, period)}
             group by grouping sets ((1, currency), (stock_id, currency))) g
      left join stock st on st.id = g.stock_id order by g.step nulls last, ${BY_NAME}, g.currency`.execute(db)
  const figures = ({ currency, rent, insurance, penalty, total, writtenOff }: Earned): Earned => ({
    currency,
    rent,
    insurance,
    penalty,
    total,
    writtenOff,
  })
  return {
    ...frameOf(period),
    points: everyStepOfEach(period, rows.filter(isStep), NOT_EARNED, figures),
    rows: rows.flatMap((row) => (row.step === null ? [{ stock: row.stock, ...figures(row) }] : [])),
  }
}

type Earned = Omit<Revenue['rows'][number], 'stock'>
type RevenueRow = Revenue['rows'][number] & { readonly step: Temporal.PlainDate | null }
const NOT_EARNED = { rent: 0, insurance: 0, penalty: 0, total: 0, writtenOff: 0 }

/** Of the sums that one statement makes both ways: over the stocks, for a step. */
const isStep = <Row extends { readonly step: Temporal.PlainDate | null }>(
  row: Row,
): row is Row & { readonly step: Temporal.PlainDate } => row.step !== null

const frameOf = ({ from, to, grain }: ReportPeriod) => ({ from: from.toString(), to: to.toString(), grain })

/** Deposits held are the account of that name: what stood there before the period, what came and went in it, and what stands at its end. */
export async function deposits(db: Database, period: ReportPeriod): Promise<Deposits> {
  const first = sql`${period.from.toString()}::date`
  const { rows } = await sql<DepositRow>`
    with e as materialized (select * from ${book(['deposit', 'depositAsked'], period)} e),
    step as (select ${stepAt(sql`month`, period)} as step, currency, sum(credit - debit)::bigint as moved from e where account = 'deposit' group by 1, 2)
    select null::date as step, x.*, ${NAMED_STOCK}
      from (select stock_id, currency,
                   coalesce(sum(credit - debit) filter (where account = 'deposit' and month < ${first}), 0)::bigint as opening,
                   coalesce(sum(credit) filter (where account = 'deposit' and month >= ${first}), 0)::bigint as taken,
                   coalesce(sum(debit) filter (where account = 'deposit' and month >= ${first}), 0)::bigint as returned,
                   ${earned('deposit')} as held, ${earned('depositAsked')} as asked
              from e group by 1, 2) x join stock st on st.id = x.stock_id
     union all
    select step, null, currency, 0, 0, 0, (sum(moved) over (partition by currency order by step))::bigint, 0, null from step
     order by 1 nulls first, 3`.execute(db)
  const points = rows.flatMap(({ step, currency, held }) =>
    step === null ? [] : [{ step: step.toString(), currency, held }],
  )
  return {
    ...frameOf(period),
    points: heldAtSteps(period, points),
    rows: rows
      .flatMap(({ step, stock, currency, opening, taken, returned, held, asked }) =>
        step === null && stock !== null ? [{ stock, currency, opening, taken, returned, held, asked }] : [],
      )
      .filter(({ opening, taken, returned, asked }) => [opening, taken, returned, asked].some((x) => x !== 0))
      .toSorted((a, b) => a.stock.name.localeCompare(b.stock.name)),
  }
}

interface DepositRow extends Omit<Deposits['rows'][number], 'stock'> {
  readonly step: Temporal.PlainDate | null
  readonly stock: Deposits['rows'][number]['stock'] | null
}

/** A month in which nothing moved holds what the one before it held. */
function heldAtSteps(
  period: ReportPeriod,
  moved: readonly { readonly step: string; readonly currency: string; readonly held: number }[],
): Deposits['points'] {
  const held = new Map<string, number>()
  return period.steps.flatMap((step, index) => {
    const day = step.toString()
    for (const one of moved) {
      // What moved before the period is counted in its first step.
      const isHere = one.step === day || (index === 0 && one.step <= day)
      if (isHere) held.set(one.currency, one.held)
    }
    return [...held.keys()].toSorted().map((currency) => ({ day, currency, held: held.get(currency) ?? 0 }))
  })
}

/** Tax by the accounting dates of documents, which are the days on which the book has it. Deposits bear none, and are left out. */
export async function vat(db: Database, period: ReportPeriod): Promise<Vat> {
  const { rows } = await sql<VatRow>`
    with e as materialized (
      select month, stock_id, seller_id, currency, line, is_credit, vat_percent, net, vat from tax_sum
      union all
      select t.month, d.stock_id, d.seller_id, d.currency, l.kind, d.kind = 'credit_note', l.vat_percent, t.sign * l.net, t.sign * l.vat
        from tax_sum_added t join document d on d.id = t.document_id join document_line l on l.document_id = d.id),
    own as (
      select *, case line when 'adjustment' then 'rent' else line end as what from e
       where ${within(sql`month`, period)} and ${among(sql`stock_id`, period.stockIds)} and ${inCurrency(sql`currency`, period)} and not (line = 'deposit' and vat = 0))
    select g.step, g.currency, g.line, g.percent, g."netInvoiced", g."vatInvoiced", g."netCredited", g."vatCredited", g.net, g.vat, g."insuranceTax", json_build_object('id', s.id, 'name', s.name) as seller
      from (select ${stepAt(sql`month`, period)} as step, seller_id, currency, what as line, vat_percent as percent,
                   coalesce(sum(net) filter (where not is_credit), 0)::bigint as "netInvoiced", coalesce(sum(vat) filter (where not is_credit), 0)::bigint as "vatInvoiced",
                   coalesce(sum(net) filter (where is_credit), 0)::bigint as "netCredited", coalesce(sum(vat) filter (where is_credit), 0)::bigint as "vatCredited",
                   sum(net)::bigint as net, sum(vat)::bigint as vat, coalesce(sum(vat) filter (where what = 'insurance'), 0)::bigint as "insuranceTax"
              from own group by grouping sets ((1, currency), (seller_id, currency, what, vat_percent))) g
      left join seller s on s.id = g.seller_id
     order by g.step nulls last, s.name collate "und-x-icu", s.id, g.currency, array_position(array['rent', 'insurance', 'deposit', 'penalty'], g.line), g.percent`.execute(
    db,
  )
  return {
    ...frameOf(period),
    points: everyStepOfEach(period, rows.filter(isStep), { vat: 0, insuranceTax: 0 }, taxed),
    rows: rows.flatMap(({ step, insuranceTax: _tax, ...row }) =>
      step === null
        ? [{ ...row, tax: row.line === 'insurance' ? ('insuranceTax' as const) : ('vat' as const) }]
        : [],
    ),
  }
}

type Taxed = Omit<Vat['points'][number], 'day'>
/** Two taxes for two offices: the lines of insurance bear the other one. */
const taxed = ({ currency, vat: both, insuranceTax }: VatRow): Taxed => ({
  currency,
  vat: both - insuranceTax,
  insuranceTax,
})

interface VatRow extends Omit<Vat['rows'][number], 'tax'> {
  readonly step: Temporal.PlainDate | null
  readonly insuranceTax: number
}
