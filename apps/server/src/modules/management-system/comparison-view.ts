import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { CopiedContract } from './copy-view.ts'

/** A contract of the copy with the invoices that its source has issued for periods that begin within some days. */
export interface ComparedContract extends Omit<CopiedContract, 'boxId' | 'accountId' | 'openDue'> {
  readonly invoices: readonly {
    readonly number: string | null
    readonly periodFrom: string
    readonly periodTo: string | null
    readonly net: number
    readonly vat: number
    readonly gross: number
  }[]
}

/** Invoices of some days that no period of a contract can be held against: they name none, or a contract that is not in the copy, or are in other money than it is. */
export async function unplacedInvoices(
  db: Database,
  stockId: string,
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
): Promise<
  {
    readonly contractId: string
    readonly contractNumber: string
    readonly number: string | null
    readonly day: string
    readonly gross: number
    readonly currency: string
  }[]
> {
  const { rows } = await sql<{
    contractId: string
    contractNumber: string
    number: string | null
    day: string
    gross: number
    currency: string
  }>`
    select coalesce(d.contract_id, '') as "contractId", coalesce(c.number, d.contract_id, '–') as "contractNumber", d.number, coalesce(d.period_from, d.document_date)::text as day, d.gross, d.currency
      from external_document d left join external_contract c on c.stock_id = d.stock_id and c.id = d.contract_id
     where d.stock_id = ${stockId} and d.kind in ('Invoice', 'CreditNote') and (d.period_from is null or c.id is null or d.currency <> c.currency)
       and coalesce(d.period_from, d.document_date) between ${from.toString()}::date and ${until.toString()}::date
     order by 4, 3, d.id`.execute(db)
  return rows
}

/** Several invoices of one period count together: one and its correction are what the tenant owes. */
export async function comparedContracts(
  db: Database,
  stockId: string,
  from: Temporal.PlainDate,
  until: Temporal.PlainDate,
): Promise<ComparedContract[]> {
  const { rows } = await sql<ComparedContract>`
    select c.id, c.number, c.start_day::text as "startDay", c.end_day::text as "endDay", c.notice_leave_day::text as "noticeLeaveDay", c.leave_day::text as "leaveDay", c.paid_until::text as "paidUntil", c.period_months as "periodMonths", c.currency, c.month_rate as "monthRate",
           c.discount_percent::float8 as "discountPercent", c.vat_percent::float8 as "vatPercent", c.insurance_amount as "insuranceAmount", c.insurance_coverage as "insuranceCoverage", c.deposit_amount as "depositAmount", c.balance,
           (select coalesce(json_agg(json_build_object('number', i.number, 'periodFrom', i.period_from, 'periodTo', i.period_to, 'net', i.net, 'vat', i.vat, 'gross', i.gross) order by i.period_from), '[]')
              from (select d.period_from, max(d.period_to) as period_to, string_agg(d.number, ', ' order by d.document_date, d.id) as number, sum(d.net)::bigint as net, sum(d.vat)::bigint as vat, sum(d.gross)::bigint as gross
                      from external_document d
                     where d.stock_id = c.stock_id and d.contract_id = c.id and d.kind in ('Invoice', 'CreditNote') and d.currency = c.currency and d.period_from between ${from.toString()}::date and ${until.toString()}::date
                     group by d.period_from) i) as invoices
      from external_contract c
     where c.stock_id = ${stockId}
       and (c.start_day <= ${until.toString()}::date and (c.leave_day is null or c.leave_day > ${from.toString()}::date)
            -- Invoiced behind the day on which it was left, or before it began: just that is what is looked for.
            or exists (select 1 from external_document d where d.stock_id = c.stock_id and d.contract_id = c.id and d.kind in ('Invoice', 'CreditNote') and d.period_from between ${from.toString()}::date and ${until.toString()}::date))
     order by c.number, c.id`.execute(db)
  return rows
}
