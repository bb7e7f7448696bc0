import { sql, type SqlBool } from 'kysely'
import type { PricedPeriod } from '@stowage/domain/price'
import type { Currency } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { vatOfStock, type DatedVat } from './plan-view.ts'
import { storeTerms, type DocumentSnapshot, type NewPlan, type StoredTerms } from './plan.ts'

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

const documentJson = (document: NewDocument) => ({
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
  snapshot: document.snapshot,
  created_at: document.at.toString(),
})

const lineJson = (document: NewDocument) =>
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
      rateDate: document.priced.period.from.toString(),
    },
  }))

const DOCUMENT_COLUMNS = sql`id text, plan_id text, contract_id text, account_id text, stock_id text, seller_id text, period_from date, period_to date, issued_on date, due_on date,
  accounting_date date, currency text, net bigint, vat bigint, gross bigint, snapshot jsonb, created_at timestamptz`
const LINE_COLUMNS = sql`document_id text, position int, kind text, quantity numeric, unit_net bigint, discount_percent numeric, discount bigint, net bigint, vat_percent numeric, vat bigint, gross bigint, explanation jsonb`

const insertDocuments = (documents: readonly NewDocument[]) => sql`
  insert into document (id, kind, plan_id, contract_id, account_id, stock_id, seller_id, status, period_from, period_to, issued_on, due_on, accounting_date, document_date, currency, net, vat, gross, snapshot, created_at)
  select id, 'invoice', plan_id, contract_id, account_id, stock_id, seller_id, 'open', period_from, period_to, issued_on, due_on, accounting_date, accounting_date, currency, net, vat, gross, snapshot, created_at
    from jsonb_to_recordset(${JSON.stringify(documents.map(documentJson))}::jsonb) as d(${DOCUMENT_COLUMNS})`

const insertLines = (documents: readonly NewDocument[]) => sql`
  insert into document_line (document_id, position, kind, quantity, unit_net, discount_percent, discount, net, vat_percent, vat, gross, explanation)
  select document_id, position, kind, quantity, unit_net, discount_percent, discount, net, vat_percent, vat, gross, explanation
    from jsonb_to_recordset(${JSON.stringify(documents.flatMap(lineJson))}::jsonb) as l(${LINE_COLUMNS})`

/** The plan with its first document and lines: one round trip. */
export async function insertPlan(
  tx: Tx,
  id: string,
  plan: NewPlan,
  first: NewDocument,
  nextIssueOn: Temporal.PlainDate | null,
): Promise<void> {
  const { terms } = plan
  const statement = sql`
    with plan as (
      insert into billing_plan (id, contract_id, account_id, stock_id, seller_id, currency, anchor_day, end_day, period_months, terms, print, billed_until, next_issue_on, created_at)
      values (${id}, ${plan.contractId}, ${plan.accountId}, ${plan.stockId}, ${plan.sellerId}, ${terms.rate.currency}, ${terms.startDay.toString()}::date, ${plan.endDay?.toString() ?? null}::date,
        ${terms.periodMonths}, ${JSON.stringify(storeTerms(terms))}::jsonb, ${JSON.stringify(plan.snapshot)}::jsonb, ${first.priced.period.until.toString()}::date, ${nextIssueOn?.toString() ?? null}::date, ${plan.at.toString()}::timestamptz)
    ), document as (${insertDocuments([first])})
    ${insertLines([first])}`
  await later(tx, statement)
}

export interface PlanRow {
  readonly id: string
  readonly contractId: string
  readonly accountId: string
  readonly stockId: string
  readonly sellerId: string
  /** In order, each beginning where the one before ends. */
  readonly terms: readonly StoredTerms[]
  readonly snapshot: DocumentSnapshot
  readonly billedUntil: Temporal.PlainDate | null
  readonly endDay: Temporal.PlainDate | null
  /** Of its stock, as they are now. */
  readonly vat: DatedVat
}

/**
 * A plan is due on its stock's own day, and not before its first document has become an invoice: while a contract may still
 * be given up, nothing more is asked for it. `next_issue_on` is compared with the latest day on earth first, for the index.
 */
const isDue = (now: Temporal.Instant) => sql<SqlBool>`
  p.next_issue_on <= ${now.toZonedDateTimeISO('Pacific/Kiritimati').toPlainDate().toString()}::date
  and p.next_issue_on <= (${now.toString()}::timestamptz at time zone (p.print->>'timeZone'))::date
  and p.closed_at is null and p.parked_reason is null
  and exists (select 1 from document d where d.contract_id = p.contract_id and d.number is not null)`

/** Ids of plans whose next invoice is to be issued, the longest overdue first. */
export async function duePlans(db: Database, now: Temporal.Instant, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select p.id from billing_plan p where ${isDue(now)} order by p.next_issue_on, p.id limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

/** The plan, locked, if it is still due; undefined when another process works on it or has worked on it. */
export async function lockDuePlan(tx: Tx, id: string, now: Temporal.Instant): Promise<PlanRow | undefined> {
  const { rows } = await sql<PlanRow>`
    select p.id, p.contract_id as "contractId", p.account_id as "accountId", p.stock_id as "stockId", p.seller_id as "sellerId", jsonb_build_array(p.terms) || p.later_terms as terms, p.print as snapshot, p.billed_until as "billedUntil", p.end_day as "endDay", ${vatOfStock('p.stock_id')} as vat
      from billing_plan p where p.id = ${id} and ${isDue(now)} for update of p skip locked`.execute(tx)
  return rows[0]
}

/** A later document of a plan with its lines; the plan moves on in the same statement. */
export async function insertDocument(
  tx: Tx,
  document: NewDocument,
  nextIssueOn: Temporal.PlainDate | null,
): Promise<void> {
  await sql`
    with document as (${insertDocuments([document])}),
    plan as (update billing_plan set billed_until = ${document.priced.period.until.toString()}::date, next_issue_on = ${nextIssueOn?.toString() ?? null}::date where id = ${document.planId})
    ${insertLines([document])}`.execute(tx)
}

export async function setNextIssue(tx: Tx, planId: string, day: Temporal.PlainDate | null): Promise<void> {
  await tx.updateTable('billing_plan').set({ next_issue_on: day }).where('id', '=', planId).execute()
}

export async function parkPlan(tx: Tx, planId: string, reason: string): Promise<void> {
  await tx
    .updateTable('billing_plan')
    .set({ parked_reason: reason.slice(0, 500) })
    .where('id', '=', planId)
    .execute()
}

export async function closePlan(tx: Tx, contractId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('billing_plan')
    .set({ closed_at: at, next_issue_on: null })
    .where('contract_id', '=', contractId)
    .where('closed_at', 'is', null)
    .execute()
}

export interface DocumentRow {
  readonly id: string
  readonly kind: 'invoice' | 'penalty' | 'credit_note' | 'statement'
  readonly planId: string
  readonly contractId: string
  readonly accountId: string
  readonly stockId: string
  readonly sellerId: string
  readonly status: 'open' | 'paid' | 'void'
  readonly number: string | null
  readonly currency: Currency
  readonly gross: number
  readonly paid: number
  readonly dueOn: Temporal.PlainDate
  readonly issuedOn: Temporal.PlainDate
  readonly periodFrom: Temporal.PlainDate | null
  readonly periodTo: Temporal.PlainDate | null
  readonly snapshot: DocumentSnapshot
}

const documentRow = (tx: Tx) =>
  tx
    .selectFrom('document')
    .select([
      'id',
      'kind',
      'plan_id as planId',
      'contract_id as contractId',
      'account_id as accountId',
      'stock_id as stockId',
      'seller_id as sellerId',
      'status',
      'number',
      'currency',
      'gross',
      'paid',
      'due_on as dueOn',
      'issued_on as issuedOn',
      'period_from as periodFrom',
      'period_to as periodTo',
      'snapshot',
    ])

export async function findDocument(tx: Tx, id: string): Promise<DocumentRow | undefined> {
  return (await documentRow(tx).where('id', '=', id).executeTakeFirst()) as DocumentRow | undefined
}

export async function lockDocument(tx: Tx, id: string): Promise<DocumentRow | undefined> {
  return (await documentRow(tx).where('id', '=', id).forUpdate().executeTakeFirst()) as
    | DocumentRow
    | undefined
}

/** Documents with these ids, locked in order of id. */
export async function lockDocuments(tx: Tx, ids: readonly string[]): Promise<DocumentRow[]> {
  if (ids.length === 0) return []
  return (await documentRow(tx)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()) as DocumentRow[]
}

/**
 * Whoever moves a tenant's money with a seller does so alone, until the end of the transaction: a balance is the fold of
 * entries and has no row to lock, so that two who read it at once would both spend it.
 */
export async function takeTenantTurn(
  tx: Tx,
  of: { accountId: string; sellerId: string; currency: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tenant ${of.accountId} ${of.sellerId} ${of.currency}`}, 0))`.execute(
    tx,
  )
}

/** All open documents of a tenant with one seller in one currency, locked in order of id. */
export async function lockOpenDocuments(
  tx: Tx,
  of: { accountId: string; sellerId: string; currency: string },
): Promise<DocumentRow[]> {
  const rows = await documentRow(tx)
    .where('account_id', '=', of.accountId)
    .where('seller_id', '=', of.sellerId)
    .where('currency', '=', of.currency)
    .where('status', '=', 'open')
    .where('kind', '<>', 'credit_note')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows as DocumentRow[]
}

/** Locks the documents of a contract and says whether nothing has been paid on any of them, nor is about to be settled. */
export async function lockUnpaid(tx: Tx, contractId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('document')
    .select(['id', 'paid', 'status'])
    .where('contract_id', '=', contractId)
    .where('status', '<>', 'void')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows)
    if (row.paid !== 0 || row.status !== 'open' || (await unsettledPayment(tx, row.id))) return false
  return true
}

/** A payment for a document that has come in and is not in the book yet: its event is on the way. */
export async function unsettledPayment(db: Database | Tx, documentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payment p where p.reference = ${`document:${documentId}`} and p.status = 'succeeded' and not exists (select 1 from ledger_entry l where l.payment_id = p.id) limit 1`.execute(
    db,
  )
  return rows[0]?.id
}

/** Unpaid, unnumbered documents of a contract become void: cancelling a pending contract leaves no number behind. */
export async function voidOpenDocuments(tx: Tx, contractId: string, at: Temporal.Instant): Promise<string[]> {
  const rows = await tx
    .updateTable('document')
    .set({ status: 'void', voided_at: at })
    .where('contract_id', '=', contractId)
    .where('status', '=', 'open')
    .where('number', 'is', null)
    .where('paid', '=', 0)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function addPaid(
  tx: Tx,
  documentId: string,
  amount: number,
  settledAt: Temporal.Instant | null,
): Promise<void> {
  await tx
    .updateTable('document')
    .set((eb) => ({
      paid: eb('paid', '+', amount),
      ...(settledAt === null ? {} : { status: 'paid' as const, paid_at: settledAt }),
    }))
    .where('id', '=', documentId)
    .execute()
}

/** @param settlement its amount below 0 where money that had paid the document is taken back */
export async function insertSettlement(
  tx: Tx,
  settlement: {
    paymentId: string
    documentId: string
    amount: number
    currency: string
    at: Temporal.Instant
  },
): Promise<void> {
  await tx
    .insertInto('settlement')
    .values({
      id: newId(),
      payment_id: settlement.paymentId,
      document_id: settlement.documentId,
      amount: settlement.amount,
      currency: settlement.currency,
      settled_at: settlement.at,
    })
    .execute()
}

export async function isPaymentSettled(tx: Tx, paymentId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ledger_entry')
    .select('id')
    .where('payment_id', '=', paymentId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The next number of a series without gaps; the row stays locked until the commit, so this is asked last. */
export async function takeNumber(
  tx: Tx,
  series: { stockId: string; kind: string; year: number },
): Promise<number> {
  const row = await tx
    .insertInto('document_series')
    .values({ stock_id: series.stockId, kind: series.kind, year: series.year, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['stock_id', 'kind', 'year'])
        .doUpdateSet((eb) => ({ last_number: eb('document_series.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return row.last_number
}

/** It is issued on that day, which is of the year in its number: a booking of December may be paid in January. */
export async function setNumber(
  tx: Tx,
  documentId: string,
  number: string,
  day: Temporal.PlainDate,
): Promise<void> {
  await tx
    .updateTable('document')
    .set({ number, document_date: day, accounting_date: day })
    .where('id', '=', documentId)
    .where('number', 'is', null)
    .execute()
}

export interface LineRow {
  readonly kind: 'rent' | 'insurance' | 'deposit' | 'penalty' | 'adjustment'
  readonly net: number
  readonly vat: number
  readonly gross: number
}

export async function linesOf(tx: Tx, documentId: string): Promise<LineRow[]> {
  return (await tx
    .selectFrom('document_line')
    .select(['kind', 'net', 'vat', 'gross'])
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()) as LineRow[]
}
