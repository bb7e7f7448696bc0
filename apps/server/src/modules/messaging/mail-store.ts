import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'

export interface NewMail {
  /** Where somebody else names the mail; made here otherwise. */
  readonly id?: string
  /** What makes this mail this one: a second handling of the same fact writes none. */
  readonly naturalKey: string
  readonly kind: string
  readonly recipient: string
  readonly accountId: string | null
  readonly stockId: string | null
  readonly documentId: string | null
  readonly language: string
  /** Ids and plain facts; texts and attachments are made when it is sent. */
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Temporal.Instant
  readonly due: Temporal.Instant
  /** When staff asked for it, in machine time; null: nobody did, a fact wrote it. */
  readonly askedAt?: Temporal.Instant | null
}

export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  const insert = tx
    .insertInto('mail')
    .values({
      id: mail.id ?? newId(),
      natural_key: mail.naturalKey,
      kind: mail.kind,
      recipient: mail.recipient,
      account_id: mail.accountId,
      stock_id: mail.stockId,
      document_id: mail.documentId,
      language: mail.language,
      data: JSON.stringify(mail.data),
      status: 'waiting',
      next_attempt_at: mail.due,
      created_at: mail.at,
      asked_at: mail.askedAt ?? null,
    })
    .onConflict((conflict) => conflict.column('natural_key').doNothing())
  await later(tx, insert)
}

/**
 * What has been asked for of an invoice so far. Whoever asks meanwhile waits until the end of the transaction: two clicks, or
 * two colleagues, are one mail.
 */
export async function lockReminders(
  tx: Tx,
  documentId: string,
): Promise<{ count: number; askedAt: Temporal.Instant | null; isWaiting: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reminder ${documentId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ count: number; askedAt: Temporal.Instant | null; isWaiting: boolean }>`
    select count(*)::int as count, max(asked_at) as "askedAt", coalesce(bool_or(status = 'waiting'), false) as "isWaiting"
      from mail where document_id = ${documentId} and kind = 'invoiceReminder'`.execute(tx)
  return rows[0] ?? { count: 0, askedAt: null, isWaiting: false }
}

export interface WaitingMail {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly language: 'ru' | 'en' | 'de' | 'pl'
  readonly data: Readonly<Record<string, unknown>>
  readonly attempts: number
}

/**
 * Takes the next mail that is due for `leaseSeconds` of machine time: sending happens outside any transaction, and a
 * process that dies meanwhile leaves the mail to the next one after the lease.
 */
export async function takeDueMail(
  db: Database,
  now: Temporal.Instant,
  leaseSeconds: number,
): Promise<WaitingMail | undefined> {
  const { rows } = await sql<WaitingMail>`
    update mail set attempts = attempts + 1, next_attempt_at = ${now.add({ seconds: leaseSeconds }).toString()}::timestamptz
     where id = (select id from mail where status = 'waiting' and next_attempt_at <= ${now.toString()}::timestamptz order by next_attempt_at, id limit 1 for update skip locked)
    returning id, kind, recipient, language, data, attempts`.execute(db)
  return rows[0]
}

export async function markSent(
  db: Database,
  id: string,
  subject: string,
  at: Temporal.Instant,
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ status: 'sent', subject, sent_at: at, last_error: null })
    .where('id', '=', id)
    .execute()
}

export async function postpone(
  db: Database,
  id: string,
  error: string,
  next: Temporal.Instant | null,
): Promise<void> {
  await db
    .updateTable('mail')
    .set(
      next === null
        ? { status: 'failed', last_error: error.slice(0, 500) }
        : { last_error: error.slice(0, 500), next_attempt_at: next },
    )
    .where('id', '=', id)
    .execute()
}
