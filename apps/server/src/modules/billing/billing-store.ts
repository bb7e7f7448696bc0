import { sql } from 'kysely'
import type { Currency } from '@stowage/domain/money'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { insertDocuments, insertLines, type NewDocument } from './new-document-store.ts'
import { storeTerms, type DocumentSnapshot, type NewPlan } from './plan.ts'

/** The plan with its first document and lines, where there is one: one round trip. */
export async function insertPlan(
  tx: Tx,
  id: string,
  plan: NewPlan,
  first: NewDocument | null,
  until: { readonly billedUntil: Temporal.PlainDate; readonly nextIssueOn: Temporal.PlainDate | null },
): Promise<void> {
  const { terms } = plan
  const inserted = sql`
      insert into billing_plan (id, contract_id, account_id, stock_id, seller_id, currency, anchor_day, end_day, period_months, terms, print, billed_until, next_issue_on, created_at)
      values (${id}, ${plan.contractId}, ${plan.accountId}, ${plan.stockId}, ${plan.sellerId}, ${terms.rate.currency}, ${terms.startDay.toString()}::date, ${plan.endDay?.toString() ?? null}::date,
        ${terms.periodMonths}, ${JSON.stringify(storeTerms(terms))}::jsonb, ${JSON.stringify(plan.snapshot)}::jsonb, ${until.billedUntil.toString()}::date, ${until.nextIssueOn?.toString() ?? null}::date, ${plan.at.toString()}::timestamptz)`
  const statement =
    first === null
      ? inserted
      : sql`with plan as (${inserted}), document as (${insertDocuments([first])}) ${insertLines([first])}`
  await later(tx, statement)
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
  /** What was given up (`writtenOff`) counts as paid. */
  readonly paid: number
  readonly writtenOff: number
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
      'written_off as writtenOff',
      'due_on as dueOn',
      'issued_on as issuedOn',
      'period_from as periodFrom',
      'period_to as periodTo',
      'snapshot',
    ])

export async function findDocument(tx: Tx, id: string): Promise<DocumentRow | undefined> {
  return (await documentRow(tx).where('id', '=', id).executeTakeFirst()) as DocumentRow | undefined
}

/** Documents with these ids, as they are now. */
export async function findDocuments(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DocumentRow>> {
  const rows = (await documentRow(tx)
    .where(sql<boolean>`id = any(${[...ids]})`)
    .execute()) as DocumentRow[]
  return new Map(rows.map((row) => [row.id, row]))
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
  await later(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended(${`tenant ${of.accountId} ${of.sellerId} ${of.currency}`}, 0))`,
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

/** The same of several tenants. */
export async function lockOpenDocumentsOf(
  tx: Tx,
  of: readonly { readonly accountId: string; readonly sellerId: string; readonly currency: string }[],
): Promise<DocumentRow[]> {
  const rows = (await documentRow(tx)
    .where(sql<boolean>`account_id = any(${of.map(({ accountId }) => accountId)})`)
    .where('status', '=', 'open')
    .where('kind', '<>', 'credit_note')
    .where(
      sql<boolean>`(account_id, seller_id, currency) in (select * from unnest(${of.map((one) => one.accountId)}::text[], ${of.map((one) => one.sellerId)}::text[], ${of.map((one) => one.currency)}::text[]))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()) as DocumentRow[]
  return rows
}

/** Whose money a contract's plan is about; his turn is taken. */
export async function lockPlanHolder(
  tx: Tx,
  contractId: string,
): Promise<{ accountId: string; sellerId: string; currency: Currency } | undefined> {
  const plan = await tx
    .selectFrom('billing_plan')
    .select(['account_id as accountId', 'seller_id as sellerId', 'currency'])
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
  if (plan === undefined) return undefined
  const holder = { ...plan, currency: plan.currency as Currency }
  await takeTenantTurn(tx, holder)
  return holder
}

/**
 * Locks the documents of a contract, in the turn of its tenant, and says whether none of them is paid in full and no payment of
 * them is about to be settled.
 */
export async function lockUndecided(tx: Tx, contractId: string): Promise<boolean> {
  await lockPlanHolder(tx, contractId)
  const rows = await tx
    .selectFrom('document')
    .select(['id', 'status'])
    .where('contract_id', '=', contractId)
    .where('status', '<>', 'void')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows) if (row.status !== 'open' || (await unsettledPayment(tx, row.id))) return false
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
  const change = tx
    .updateTable('document')
    .set((eb) => ({
      paid: eb('paid', '+', amount),
      ...(settledAt === null ? {} : { status: 'paid' as const, paid_at: settledAt }),
    }))
    .where('id', '=', documentId)
  await later(tx, change)
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
  const row = tx.insertInto('settlement').values({
    id: newId(),
    payment_id: settlement.paymentId,
    document_id: settlement.documentId,
    amount: settlement.amount,
    currency: settlement.currency,
    settled_at: settlement.at,
  })
  await later(tx, row)
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

/** Those of these payments that stand in the book. */
export async function settledOf(tx: Tx, paymentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct payment_id as id from ledger_entry where payment_id = any(${[...paymentIds]})`.execute(tx)
  return new Set(rows.map(({ id }) => id))
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
    .set((eb) => ({
      number,
      document_date: day,
      // What comes late for a month that is closed is booked on the first open day, as its entries are.
      accounting_date: sql<Temporal.PlainDate>`greatest(${day.toString()}::date, (select (max(m.month) + interval '1 month')::date from book_month m where m.seller_id = ${eb.ref('seller_id')} and m.closed_at is not null))`,
    }))
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
