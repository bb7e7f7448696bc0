import { sql } from 'kysely'
import { money, type Currency, type Money } from '@stowage/domain/money'
import type { PaymentStatus } from '@stowage/domain/payment-life'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { processorKinds, type OutsidePayment, type PayMethod, type PayOrder } from './processor.ts'

/** Who took it, and in whose account: the seller's own bank, by a direct debit that was handed in as a file. */
export const BANK_DEBIT = 'bankDebit'

/**
 * What has no column of its own. `startedAt` is machine time, because the processor's clock is never moved; the instants in
 * columns are business time.
 */
export interface PaymentDetails {
  readonly startedAt: string
  /** Machine time of the last sign of life of the server that makes the processor's invoice; none before the first. */
  readonly aliveAt?: string
  /** Machine time from which the processor's invoice is closed. */
  readonly closesAt?: string
  /** The processor's page can still be paid on, as far as we know. */
  readonly invoiceOpen?: boolean
  /** Given back so far, in minor units. */
  readonly refunded?: number
  /** Of what had been given back, what its payer's bank has sent back since. */
  readonly refundsFailed?: number
  /** Taken back by the payer's bank so far, in minor units. */
  readonly withdrawn?: number
  /** What was last heard of its disputes. */
  readonly disputes?: string
  /** The disputed payment whose money came back with this one. */
  readonly reinstates?: string
  /** The attempt that had been paid already when this money came in for it as well. */
  readonly paidTwice?: string
  /** The payer has agreed to the method's being kept for later charges. */
  readonly savesMethod?: true
  /** Of an attempt that the payer's browser posts as a form: the fields of the processor's form, without their signature. */
  readonly form?: Readonly<Record<string, string>>
  /** What the payer is told that he has paid, in the word of who asked for it. */
  readonly purpose?: string
  /** The method the payer chose. */
  readonly method?: PayMethod
  /** Of a charge of a saved method: what is to be charged. */
  readonly charge?: Omit<PayOrder, 'paymentId' | 'returnUrl' | 'expiresAt'>
  /** Machine time from which the processor may have been told to charge; a charge is sent once. */
  readonly sentAt?: string
}

export interface PaymentRow {
  readonly id: string
  readonly processor: string
  readonly cabinet: string
  readonly reference: string
  readonly accountId: string
  readonly stockId: string
  readonly amount: Money
  readonly status: PaymentStatus
  readonly outsideStatus: string | null
  /** The processor's page (its invoice or session) on which it can be paid. */
  readonly pageId: string | null
  readonly outsideId: string | null
  readonly redirectionUrl: string | null
  readonly failureReason: string | null
  readonly details: PaymentDetails
  readonly createdAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant | null
  readonly createdById: string
  /** The saved card that is charged, and the caller's key of that charge; null: the payer pays himself. */
  readonly methodId: string | null
  readonly chargeKey: string | null
}

const columns = [
  'id',
  'processor',
  'cabinet',
  'reference',
  'account_id',
  'stock_id',
  'amount',
  'currency',
  'status',
  'outside_status',
  'processor_invoice_id',
  'processor_payment_id',
  'redirection_url',
  'failure_reason',
  'details',
  'created_at',
  'expires_at',
  'created_by_id',
  'method_id',
  'charge_key',
] as const

export const selectPayments = (db: Database | Tx) => db.selectFrom('payment').select(columns)
export type Selected = Awaited<ReturnType<ReturnType<typeof selectPayments>['execute']>>[number]

export const paymentRow = (row: Selected): PaymentRow => ({
  id: row.id,
  processor: row.processor,
  cabinet: row.cabinet,
  reference: row.reference,
  accountId: row.account_id,
  stockId: row.stock_id,
  amount: money(row.amount, row.currency as Currency),
  status: row.status as PaymentStatus,
  outsideStatus: row.outside_status,
  pageId: row.processor_invoice_id,
  outsideId: row.processor_payment_id,
  redirectionUrl: row.redirection_url,
  failureReason: row.failure_reason,
  details: row.details as PaymentDetails,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  createdById: row.created_by_id,
  methodId: row.method_id,
  chargeKey: row.charge_key,
})

export type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'processor'
  | 'cabinet'
  | 'reference'
  | 'accountId'
  | 'stockId'
  | 'amount'
  | 'status'
  | 'details'
  | 'createdAt'
  | 'createdById'
> &
  Partial<Pick<PaymentRow, 'outsideStatus' | 'outsideId' | 'expiresAt' | 'methodId' | 'chargeKey'>> & {
    readonly succeededAt?: Temporal.Instant
    readonly card?: Card
  }

export interface Card {
  readonly number: string | null
  readonly holder: string | null
}

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await tx
    .insertInto('payment')
    .values({
      id: payment.id,
      processor: payment.processor,
      cabinet: payment.cabinet,
      reference: payment.reference,
      account_id: payment.accountId,
      stock_id: payment.stockId,
      amount: payment.amount.amount,
      currency: payment.amount.currency,
      status: payment.status,
      outside_status: payment.outsideStatus ?? null,
      processor_invoice_id: null,
      processor_payment_id: payment.outsideId ?? null,
      redirection_url: null,
      failure_reason: null,
      card: payment.card?.number ?? null,
      card_holder: payment.card?.holder ?? null,
      details: JSON.stringify(payment.details),
      created_at: payment.createdAt,
      expires_at: payment.expiresAt ?? null,
      pending_at: null,
      succeeded_at: payment.succeededAt ?? null,
      decided_at: payment.succeededAt === undefined ? null : payment.createdAt,
      created_by_id: payment.createdById,
      method_id: payment.methodId ?? null,
      charge_key: payment.chargeKey ?? null,
    })
    .execute()
}

/** Whoever holds it is the only one to start an attempt for this reference, until the end of the transaction. */
export async function takeTurn(tx: Tx, reference: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${reference}`}, 0))`.execute(tx)
}

/**
 * The attempts of a reference through a processor, or through the seller's own bank, that are undecided or whose page may still
 * be paid, the newest first; locked.
 */
export async function liveAttempts(tx: Tx, reference: string): Promise<PaymentRow[]> {
  const rows = await selectPayments(tx)
    .where('reference', '=', reference)
    .where('processor', 'in', [...processorKinds, BANK_DEBIT])
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['created', 'pending']),
        eb(sql<boolean>`(details->>'invoiceOpen')::boolean`, '=', true),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .forUpdate()
    .execute()
  return rows.map(paymentRow)
}

/** Says that the processor's invoice of an attempt is still being made. */
export async function showLife(db: Database, id: string, at: Temporal.Instant): Promise<void> {
  await sql`
    update payment set details = jsonb_set(details, '{aliveAt}', to_jsonb(${at.toString()}::text))
     where id = ${id} and status = 'created' and processor_invoice_id is null`.execute(db)
}

export async function findPayment(db: Database | Tx, id: string): Promise<PaymentRow | undefined> {
  const row = await selectPayments(db).where('id', '=', id).executeTakeFirst()
  return row && paymentRow(row)
}

export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  const row = await selectPayments(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && paymentRow(row)
}

/** The row that holds a processor's payment, as it is now. */
export async function findByOutsideId(
  db: Database,
  cabinet: string,
  outsideId: string,
): Promise<PaymentRow | undefined> {
  const row = await selectPayments(db)
    .where('cabinet', '=', cabinet)
    .where('processor_payment_id', '=', outsideId)
    .executeTakeFirst()
  return row && paymentRow(row)
}

/** The same, locked. */
export async function lockByOutsideId(
  tx: Tx,
  cabinet: string,
  outsideId: string,
): Promise<PaymentRow | undefined> {
  const row = await selectPayments(tx)
    .where('cabinet', '=', cabinet)
    .where('processor_payment_id', '=', outsideId)
    .forUpdate()
    .executeTakeFirst()
  return row && paymentRow(row)
}

export interface PaymentChange {
  readonly status?: PaymentStatus
  readonly outsideStatus?: string
  readonly outsideId?: string | null
  readonly pageId?: string
  readonly redirectionUrl?: string
  readonly failureReason?: string | null
  readonly card?: Card
  readonly details?: PaymentDetails
  readonly pendingAt?: Temporal.Instant
  readonly succeededAt?: Temporal.Instant
  readonly decidedAt?: Temporal.Instant
}

export async function changePayment(tx: Tx, id: string, change: PaymentChange): Promise<void> {
  const set = {
    status: change.status,
    outside_status: change.outsideStatus,
    processor_payment_id: change.outsideId,
    processor_invoice_id: change.pageId,
    redirection_url: change.redirectionUrl,
    failure_reason: change.failureReason,
    card: change.card?.number ?? undefined,
    card_holder: change.card?.holder ?? undefined,
    details: change.details === undefined ? undefined : JSON.stringify(change.details),
    pending_at: change.pendingAt,
    succeeded_at: change.succeededAt,
    decided_at: change.decidedAt,
  }
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0)
    await later(tx, tx.updateTable('payment').set(given).where('id', '=', id))
}

/** What we last heard of payments of a cabinet that are decided here: processor's id → its status and what was given back. */
export async function knownNews(
  db: Database,
  cabinet: string,
  outsideIds: readonly string[],
): Promise<Map<string, string>> {
  if (outsideIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment')
    .select(['processor_payment_id as id', 'outside_status as status', 'details'])
    .where('cabinet', '=', cabinet)
    .where('processor_payment_id', 'in', [...outsideIds])
    .where('status', 'not in', ['created', 'pending'])
    .execute()
  return new Map(rows.map((row) => [row.id ?? '', newsText(row.status ?? '', row.details as PaymentDetails)]))
}

/** Equal texts mean that nothing has changed since. */
export const newsOf = ({ said, refunded, disputes }: OutsidePayment): string =>
  newsText(said, { refunded: refunded.amount, disputes: disputesText(disputes) })
const newsText = (said: string, known: Pick<PaymentDetails, 'refunded' | 'disputes'>): string =>
  `${said} ${known.refunded ?? 0} ${known.disputes ?? ''}`.trim()
export const disputesText = (disputes: OutsidePayment['disputes']): string =>
  disputes
    .map(({ id, said, isWithdrawn }) => `${id} ${said} ${isWithdrawn ? 'withdrawn' : ''}`.trim())
    .join(', ')

/** Attempts with a processor's payment that was not decided when we last asked, begun since then (business time) or ever. */
export async function pendingAttempts(
  db: Database,
  of: { cabinet: string; since: Temporal.Instant | undefined; limit: number },
): Promise<PaymentRow[]> {
  const rows = await selectPayments(db)
    .where('cabinet', '=', of.cabinet)
    .where('status', '=', 'pending')
    .where('processor_payment_id', 'is not', null)
    .$if(of.since !== undefined, (query) => query.where('pending_at', '>=', of.since ?? null))
    .orderBy('pending_at', 'desc')
    .limit(of.limit)
    .execute()
  return rows.map(paymentRow)
}

/**
 * Attempts whose invoice must be closed or has closed: past their time (business or machine), superseded by money that came
 * another way, or begun and never brought to an invoice; of declined ones the recent, since invoices close by themselves after 72 hours.
 */
export async function attemptsToRetire(
  db: Database,
  of: { cabinet: string; now: Temporal.Instant; machineNow: Temporal.Instant; behind: string; limit: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<Selected>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from payment p
     where cabinet = ${of.cabinet} and charge_key is null and id > ${of.behind}
       and (status in ('created', 'pending') or (created_at >= ${of.now.subtract({ hours: 24 * 8 }).toString()}::timestamptz and (details->>'invoiceOpen')::boolean))
       and (expires_at <= ${of.now.toString()}::timestamptz
         or (details->>'closesAt')::timestamptz <= ${of.machineNow.toString()}::timestamptz
         or (processor_invoice_id is null and details->'form' is null and (details->>'startedAt')::timestamptz <= ${of.machineNow.subtract({ minutes: 10 }).toString()}::timestamptz)
         or exists (select 1 from payment q where q.reference = p.reference and q.id > p.id and q.status = 'succeeded'))
     order by id limit ${of.limit}`.execute(db)
  return rows.map(paymentRow)
}
