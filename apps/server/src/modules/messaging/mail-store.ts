import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import { machineNow } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { isBulk } from './bulk-kinds.ts'
import { tasksFor } from './push-store.ts'
import { smsBeside } from './sms/sms-store.ts'

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

const columnsOf = (mail: NewMail) => ({
  id: mail.id ?? newId(),
  natural_key: mail.naturalKey,
  kind: mail.kind,
  recipient: mail.recipient,
  account_id: mail.accountId,
  stock_id: mail.stockId,
  document_id: mail.documentId,
  language: mail.language,
  data: mail.data,
  status: 'waiting',
  is_bulk: isBulk(mail.kind),
  next_attempt_at: mail.due,
  created_at: mail.at,
  asked_at: mail.askedAt ?? null,
})

/** Writes a mail, tells the browsers of its reader, and his phone where he has chosen that. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  const id = mail.id ?? newId()
  await later(tx, insertion([{ ...mail, id }]))
  await later(tx, tasksFor([id], mail.due))
  await later(tx, smsBeside([id], machineNow()))
}

/** A newer offer takes the place of one whose mail has not gone out: who waits is written to once. */
export async function dropWaitingOffers(tx: Tx, appealId: string): Promise<void> {
  await later(
    tx,
    tx
      .deleteFrom('mail')
      .where('status', '=', 'waiting')
      .where('kind', '=', 'boxFree')
      .where(sql<boolean>`data ->> 'appealId' = ${appealId}`),
  )
}

/** Many at once, at most some thousands; they travel with whatever is waited for next. */
export async function insertMails(tx: Tx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return
  const named = mails.map((mail) => ({ ...mail, id: mail.id ?? newId() }))
  const ids = named.map(({ id }) => id)
  await later(tx, insertion(named))
  await later(tx, tasksFor(ids, machineNow()))
  await later(tx, smsBeside(ids, machineNow()))
}

/** One text for any number of them, so that it is prepared once. */
const insertion = (mails: readonly NewMail[]) => sql`
  insert into mail (id, natural_key, kind, recipient, account_id, stock_id, document_id, language, data, status, is_bulk, next_attempt_at, created_at, asked_at)
  select id, natural_key, kind, recipient, account_id, stock_id, document_id, language, data, status, is_bulk, next_attempt_at, created_at, asked_at
    from jsonb_to_recordset(${JSON.stringify(mails.map(columnsOf))}::jsonb) as x(id text, natural_key text, kind text, recipient text, account_id text, stock_id text, document_id text,
         language text, data jsonb, status text, is_bulk boolean, next_attempt_at timestamptz, created_at timestamptz, asked_at timestamptz)
  on conflict (natural_key) do nothing`

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
 * Takes the next mail of a lane that is due for `leaseSeconds` of machine time: sending happens outside any transaction, and a
 * process that dies meanwhile leaves the mail to the next one after the lease.
 */
export async function takeDueMail(
  db: Database,
  now: Temporal.Instant,
  leaseSeconds: number,
  lane: 'single' | 'bulk',
): Promise<WaitingMail | undefined> {
  const { rows } = await sql<WaitingMail>`
    update mail set attempts = attempts + 1, next_attempt_at = ${now.add({ seconds: leaseSeconds }).toString()}::timestamptz
     where id = (select id from mail where status = 'waiting' and is_bulk = ${sql.lit(lane === 'bulk')} and next_attempt_at <= ${now.toString()}::timestamptz order by next_attempt_at, id limit 1 for update skip locked)
    returning id, kind, recipient, language, data, attempts`.execute(db)
  return rows[0]
}

/** Who was erased was written to for the last time: the address goes with that, words of the mail server about it too. */
const addressAfter = ({ kind }: Pick<WaitingMail, 'kind'>) =>
  kind === 'dataErased' ? { recipient: '', last_error: null } : {}

/** The server has taken it, and so it takes mails for this address. */
export async function markSent(
  db: Database,
  mail: Pick<WaitingMail, 'id' | 'recipient' | 'kind'>,
  subject: string,
  at: Temporal.Instant,
): Promise<void> {
  const recipient = addressAfter(mail).recipient ?? mail.recipient
  // One statement, one commit: ten thousand of them are waited for in a night. Was its reader erased while it was on its way,
  // nothing of it comes back.
  await sql`
    with sent as (
      update mail set status = 'sent', subject = ${subject}, sent_at = ${at.toString()}::timestamptz, last_error = null, recipient = ${recipient}
       where id = ${mail.id} and recipient = ${mail.recipient})
    delete from bouncing_address where address = ${mail.recipient.toLowerCase()}`.execute(db)
}

export async function postpone(
  db: Database,
  id: string,
  error: string,
  next: Temporal.Instant,
): Promise<void> {
  await db
    .updateTable('mail')
    .set({ last_error: error.slice(0, 500), next_attempt_at: next })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

/** Why a mail will not be tried again by itself. */
type MailFailure = 'address' | 'message' | 'tries' | 'gone'

/** The mail is given up; where its address was refused, that is kept until a server takes one for it again. */
export async function giveUp(
  db: Database,
  mail: Pick<WaitingMail, 'id' | 'recipient' | 'kind'>,
  failure: MailFailure,
  error: string,
  at: Temporal.Instant,
): Promise<void> {
  const last_error = error.slice(0, 500)
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ status: 'failed', failure, last_error, ...addressAfter(mail) })
    .where('id', '=', mail.id)
    .where('recipient', '=', mail.recipient)
    .executeTakeFirst()
  if (failure !== 'address' || numUpdatedRows === 0n || mail.kind === 'dataErased') return
  await db
    .insertInto('bouncing_address')
    .values({ address: mail.recipient.toLowerCase(), since: at, last_error })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ last_error }))
    .execute()
}

/** A failed mail waits again, as if it had never been tried. @returns undefined where there is no failed one */
export async function tryAgain(
  tx: Tx,
  id: string,
  due: Temporal.Instant,
): Promise<{ recipient: string; kind: string; failure: string | null } | undefined> {
  const { rows } = await sql<{ recipient: string; kind: string; failure: string | null }>`
    with found as (select id, recipient, kind, failure from mail where id = ${id} and status = 'failed' and recipient <> '' for update)
    update mail m set status = 'waiting', failure = null, attempts = 0, next_attempt_at = ${due.toString()}::timestamptz from found f where m.id = f.id
    returning f.recipient, f.kind, f.failure`.execute(tx)
  return rows[0]
}
