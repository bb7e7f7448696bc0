import { sql } from 'kysely'
import type { Currency } from '@stowage/domain/money'
import type { DebitStatus } from '@stowage/domain/subscription-life'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { isNotPutOff } from '../../platform/rows-of-job.ts'
import { BANK_DEBIT } from '../payments/index.ts'

/** One try to debit an invoice. */
export interface DebitRow {
  readonly id: string
  readonly subscriptionId: string
  readonly documentId: string
  /** From 1. */
  readonly try: number
  /** How often the bank had declined this invoice before. */
  readonly declines: number
  readonly status: DebitStatus
  readonly amount: number
  readonly currency: Currency
  readonly firstOn: Temporal.PlainDate
  readonly dueOn: Temporal.PlainDate
  readonly dueAt: Temporal.Instant
  readonly paymentId: string | null
}

const select = (tx: Tx) =>
  tx
    .selectFrom('debit')
    .select([
      'id',
      'subscription_id as subscriptionId',
      'document_id as documentId',
      'try',
      'declines',
      'status',
      'amount',
      'currency',
      'first_on as firstOn',
      'due_on as dueOn',
      'due_at as dueAt',
      'payment_id as paymentId',
    ])

/** @returns false where this try stands there already, or another one for the invoice is to come: twice is once */
export async function insertDebit(
  tx: Tx,
  debit: Omit<DebitRow, 'status' | 'paymentId'>,
  at: Temporal.Instant,
): Promise<boolean> {
  const row = await tx
    .insertInto('debit')
    .values({
      id: debit.id,
      subscription_id: debit.subscriptionId,
      document_id: debit.documentId,
      try: debit.try,
      declines: debit.declines,
      status: 'planned',
      amount: debit.amount,
      currency: debit.currency,
      first_on: debit.firstOn,
      due_on: debit.dueOn,
      due_at: debit.dueAt,
      payment_id: null,
      reason: null,
      created_at: at,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type DueDebit = Pick<DebitRow, 'id' | 'subscriptionId' | 'dueAt'>

/** Tries whose time has come, the earliest first. @param behind the last one that was looked at; those that wait are passed by */
export async function dueDebits(
  db: Database,
  now: Temporal.Instant,
  {
    behind,
    limit,
    turn,
  }: { readonly behind: DueDebit | undefined; readonly limit: number; readonly turn: Temporal.Instant },
): Promise<DueDebit[]> {
  return await db
    .selectFrom('debit')
    .select(['id', 'subscription_id as subscriptionId', 'due_at as dueAt'])
    .where('status', '=', 'planned')
    .where('due_at', '<=', now)
    .where(isNotPutOff('debit-invoices', sql.ref('debit.id'), turn))
    .$if(behind !== undefined, (query) =>
      query.where(sql<boolean>`(due_at, id) > (${behind?.dueAt.toString()}::timestamptz, ${behind?.id})`),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function lockDebit(tx: Tx, id: string): Promise<DebitRow | undefined> {
  return (await select(tx).where('id', '=', id).forUpdate().executeTakeFirst()) as DebitRow | undefined
}

/** Which of these payments are debits' own, and on which of these documents a debit is under way; most are neither. */
export async function debitsMet(
  tx: Tx,
  by: { readonly paymentIds: readonly string[]; readonly documentIds: readonly string[] },
): Promise<{ readonly own: ReadonlySet<string>; readonly underWay: ReadonlySet<string> }> {
  const { rows } = await sql<{ paymentId: string | null; documentId: string; status: DebitStatus }>`
    select payment_id as "paymentId", document_id as "documentId", status from debit
     where payment_id = any(${[...by.paymentIds]}::text[]) or (document_id = any(${[...by.documentIds]}::text[]) and status = 'charging')`.execute(
    tx,
  )
  return {
    own: new Set(rows.flatMap(({ paymentId }) => paymentId ?? [])),
    underWay: new Set(rows.filter(({ status }) => status === 'charging').map(({ documentId }) => documentId)),
  }
}

/** Not locked: its subscription is locked first. */
export async function debitOfPayment(tx: Tx, paymentId: string): Promise<DebitRow | undefined> {
  return (await select(tx).where('payment_id', '=', paymentId).executeTakeFirst()) as DebitRow | undefined
}

export async function changeDebit(
  tx: Tx,
  id: string,
  change: {
    readonly status: DebitStatus
    readonly amount?: number
    readonly paymentId?: string
    readonly reason?: string | null
    readonly decidedAt?: Temporal.Instant
  },
): Promise<void> {
  await tx
    .updateTable('debit')
    .set({
      status: change.status,
      ...(change.amount === undefined ? {} : { amount: change.amount }),
      ...(change.paymentId === undefined ? {} : { payment_id: change.paymentId }),
      ...(change.reason === undefined ? {} : { reason: change.reason }),
      ...(change.decidedAt === undefined ? {} : { decided_at: change.decidedAt }),
    })
    .where('id', '=', id)
    .execute()
}

/** What was planned for an invoice, or by a subscription, is not to be debited any more. */
export async function dropDebits(
  tx: Tx,
  of: { readonly documentId: string } | { readonly subscriptionId: string },
  at: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('debit')
    .set({ status: 'dropped', decided_at: at })
    .where('status', '=', 'planned')
    .$call((query) =>
      'documentId' in of
        ? query.where('document_id', '=', of.documentId)
        : query.where('subscription_id', '=', of.subscriptionId),
    )
    .execute()
}

/** Those of these documents on which a debit is planned or under way; most have none. */
export async function documentsToDebit(tx: Tx, documentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select document_id as id from debit where document_id = any(${[...documentIds]}) and status in ('planned', 'charging')`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** An invoice that a subscription is to debit and that nobody has planned yet. */
export interface Undebited {
  readonly subscriptionId: string
  readonly contractId: string
  readonly accountId: string
  readonly stockId: string
  readonly timeZone: string
  readonly documentId: string
  readonly dueOn: Temporal.PlainDate
  readonly debt: number
  readonly currency: Currency
  /** It is collected through the seller's own bank. */
  readonly isBank: boolean
}

/**
 * Issued invoices of running contracts with an active subscription, of which no try is written down. Derived from what is
 * there, so that missed nights, a subscription switched on later and two who look at once come to the same.
 * @param behind the last one that was looked at
 * @param subscriptionId of this one alone
 */
export async function undebited(
  db: Database | Tx,
  {
    behind,
    limit,
    subscriptionId,
    turn,
  }: {
    readonly behind?: Undebited | undefined
    readonly limit: number
    readonly subscriptionId?: string
    readonly turn?: Temporal.Instant
  },
): Promise<Undebited[]> {
  const whose = subscriptionId === undefined ? sql`` : sql`and s.id = ${subscriptionId}`
  const free = turn === undefined ? sql`` : sql`and ${isNotPutOff('plan-debits', sql`d.id`, turn)}`
  const further = behind
    ? sql`and (d.due_on, d.id) > (${behind.dueOn.toString()}::date, ${behind.documentId})`
    : sql``
  const { rows } = await sql<Undebited>`
    select s.id as "subscriptionId", s.contract_id as "contractId", s.account_id as "accountId", s.stock_id as "stockId", d.snapshot->>'timeZone' as "timeZone",
           d.id as "documentId", d.due_on as "dueOn", d.gross - d.paid as debt, d.currency, m.cabinet = ${BANK_DEBIT} as "isBank"
      from subscription s join document d on d.contract_id = s.contract_id join billing_plan p on p.contract_id = s.contract_id join contract c on c.id = s.contract_id join saved_method m on m.id = s.method_id
     where s.status = 'active' and p.closed_at is null and c.status in ('pending', 'active') and d.status = 'open' and d.kind = 'invoice' and d.number is not null and d.gross > d.paid
       and not exists (select 1 from debit x where x.document_id = d.id and (x.subscription_id = s.id or x.status in ('planned', 'charging')))
     ${whose} ${further} ${free}
     order by d.due_on, d.id limit ${limit}`.execute(db)
  return rows
}
