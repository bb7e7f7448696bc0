import { sql, type RawBuilder } from 'kysely'
import type { PricedPeriod } from '@stowage/domain/price'
import { printNow } from './plan-view.ts'
import type { DocumentSnapshot } from './plan.ts'

export interface NewDocument {
  readonly id: string
  readonly planId: string
  readonly contractId: string
  readonly accountId: string
  readonly stockId: string
  readonly sellerId: string
  readonly priced: PricedPeriod
  readonly issuedOn: Temporal.PlainDate
  readonly dueOn: Temporal.PlainDate
  readonly snapshot: DocumentSnapshot
  readonly at: Temporal.Instant
}

/**
 * What is known of a document on the day it is written, beside what it asks for. Its plan stands in the database, and what the plan
 * prints is copied from there: a kilobyte of JSON that need not travel.
 */
export interface WrittenDocument extends Omit<NewDocument, 'snapshot'> {
  /** Of its gross, in minor units. */
  readonly paid: number
  readonly isSettled: boolean
  /** What its number looks like before the last figures, and how many of its series take theirs behind it; without: later. */
  readonly numbered?: { readonly prefix: string; readonly year: number; readonly behind: number }
}

type AnyDocument = NewDocument | WrittenDocument

const documentJson = (document: AnyDocument) => ({
  id: document.id,
  plan_id: document.planId,
  contract_id: document.contractId,
  account_id: document.accountId,
  stock_id: document.stockId,
  seller_id: document.sellerId,
  period_from: document.priced.period.from.toString(),
  period_to: document.priced.period.until.toString(),
  issued_on: document.issuedOn.toString(),
  due_on: document.dueOn.toString(),
  accounting_date: document.issuedOn.toString(),
  currency: document.priced.totals.gross.currency,
  net: document.priced.totals.net.amount,
  vat: document.priced.totals.vat.amount,
  gross: document.priced.totals.gross.amount,
  created_at: document.at.toString(),
  ...('paid' in document
    ? writtenJson(document)
    : { paid: 0, is_settled: false, snapshot: document.snapshot }),
})

const writtenJson = ({ paid, isSettled, numbered }: WrittenDocument) => ({
  paid,
  is_settled: isSettled,
  prefix: numbered?.prefix,
  year: numbered?.year,
  behind: numbered?.behind,
})

const lineJson = (document: AnyDocument) =>
  document.priced.lines.map((line, index) => ({
    document_id: document.id,
    position: index + 1,
    kind: line.kind,
    quantity: line.quantity,
    unit_net: line.explanation.rate.amount,
    discount_percent: line.discountPercent,
    discount: line.discount.amount,
    net: line.net.amount,
    vat_percent: line.vatPercent,
    vat: line.vat.amount,
    gross: line.gross.amount,
    explanation: {
      ...line.explanation,
      rate: line.explanation.rate.amount,
      coverage: line.explanation.coverage?.amount,
      billed: line.explanation.billed?.amount,
      cost: line.explanation.cost?.amount,
      held: line.explanation.held?.amount,
      rateDate: document.priced.period.from.toString(),
    },
  }))

const DOCUMENT_COLUMNS = sql`id text, plan_id text, contract_id text, account_id text, stock_id text, seller_id text, period_from date, period_to date, issued_on date, due_on date,
  accounting_date date, currency text, net bigint, vat bigint, gross bigint, snapshot jsonb, created_at timestamptz, paid bigint, is_settled boolean, prefix text, year int, behind int`
const LINE_COLUMNS = sql`document_id text, position int, kind text, quantity numeric, unit_net bigint, discount_percent numeric, discount bigint, net bigint, vat_percent numeric, vat bigint, gross bigint, explanation jsonb`

/** The documents' rows, as a statement or a part of one. Those that are numbered take what is next in their series, without gaps (I9). */
export const insertDocuments = (
  documents: readonly (NewDocument | WrittenDocument)[],
): RawBuilder<unknown> => {
  const given = sql`jsonb_to_recordset(${JSON.stringify(documents.map(documentJson))}::jsonb) as d(${DOCUMENT_COLUMNS})`
  const into = sql`
    insert into document (id, kind, plan_id, contract_id, account_id, stock_id, seller_id, status, period_from, period_to, issued_on, due_on, accounting_date, document_date, currency, net, vat, gross, paid, paid_at, snapshot, created_at, number)
    select d.id, 'invoice', d.plan_id, d.contract_id, d.account_id, d.stock_id, d.seller_id, case when d.is_settled then 'paid' else 'open' end, d.period_from, d.period_to, d.issued_on, d.due_on, d.accounting_date, d.accounting_date,
           d.currency, d.net, d.vat, d.gross, d.paid, case when d.is_settled then d.created_at end, coalesce(d.snapshot, (select ${printNow} from billing_plan p where p.id = d.plan_id)), d.created_at`
  if (!documents.some((document) => 'numbered' in document)) return sql`${into}, null from ${given}`
  return sql`
    with d as materialized (select * from ${given}),
    series as (
      insert into document_series (stock_id, kind, year, last_number)
      select stock_id, 'invoice', year, count(*) from d group by stock_id, year order by stock_id, year
      on conflict (stock_id, kind, year) do update set last_number = document_series.last_number + excluded.last_number
      returning stock_id, year, last_number
    )${into}, d.prefix || ${padded(sql`s.last_number - d.behind`)} from d join series s on s.stock_id = d.stock_id and s.year = d.year`
}

/** At least six figures; `lpad` alone would cut a longer number. */
const padded = (number: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`lpad((${number})::text, greatest(6, length((${number})::text)), '0')`

/** The lines of documents, in the statement that inserts those or behind it. */
export const insertLines = (documents: readonly AnyDocument[]): RawBuilder<unknown> => sql`
  insert into document_line (document_id, position, kind, quantity, unit_net, discount_percent, discount, net, vat_percent, vat, gross, explanation)
  select document_id, position, kind, quantity, unit_net, discount_percent, discount, net, vat_percent, vat, gross, explanation
    from jsonb_to_recordset(${JSON.stringify(documents.flatMap(lineJson))}::jsonb) as l(${LINE_COLUMNS})`
