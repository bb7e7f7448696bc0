import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import type { Hearsay, MessageSubject } from './processor.ts'

/**
 * What we made of a message. `valid`: its signature is right and it fits an order of ours; what it is about is asked at the
 * processor. `failed`: that has been tried for a day and somebody must look. All others are final. `noted`: nothing was
 * credited (declined, refunded, disputed, a method that ended).
 */
export type Verdict =
  | 'valid'
  | 'credited'
  | 'known'
  | 'noted'
  | 'not ours'
  | 'not confirmed'
  | 'failed'
  | 'stale'
  | 'malformed'
  | 'forged'
  | 'unknown order'
  | 'other sum'
  | 'other payer'

/** What a message told: what it is about, and what came along. */
export interface News {
  readonly subject: MessageSubjectKept
  readonly hearsay: Hearsay
}
export type MessageSubjectKept =
  /** `claimsMoney`: it says that money has come in; what the processor then does not confirm was not true. */
  | {
      readonly about: 'payment'
      readonly outsideId: string
      readonly orderId: string | null
      readonly claimsMoney: boolean
    }
  | Exclude<MessageSubject, { about: 'payment' }>

export interface WaitingMessage {
  readonly id: string
  readonly cabinet: string
  readonly paymentId: string | null
  readonly news: News
  readonly tries: number
}

/** A message whose payment was not confirmed is asked about again when it is told again, but not oftener than this. */
const ASKED_AGAIN_AFTER = '1 minute'

/**
 * Keeps a message. Where one of that name is kept already it is only counted; told again after its payment was not confirmed, it is
 * worked on once more.
 * @returns the id of what is to be worked on now; undefined: nothing is
 */
export async function insertMessage(
  db: Database,
  message: {
    id: string
    cabinet: string
    outsideId: string | null
    type: string
    messageKey: string | null
    body: Readonly<Record<string, string>>
    news: News | null
    verdict: Verdict
    receivedAt: Temporal.Instant
    /** Machine time from which it is worked on; null: nothing is to be done. */
    nextTryAt: Temporal.Instant | null
    paymentId: string | null
  },
): Promise<string | undefined> {
  const row = await db
    .insertInto('payment_message')
    .values({
      id: message.id,
      cabinet: message.cabinet,
      outside_id: message.outsideId,
      type: message.type,
      message_key: message.messageKey,
      body: JSON.stringify(message.body),
      news: message.news === null ? null : JSON.stringify(message.news),
      verdict: message.verdict,
      received_at: message.receivedAt,
      next_try_at: message.nextTryAt,
      processed_at: message.nextTryAt === null ? message.receivedAt : null,
      problem: null,
      payment_id: message.paymentId,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['cabinet', 'message_key'])
        .where('message_key', 'is not', null)
        .doUpdateSet({
          times_told: sql`least(payment_message.times_told, 999999) + 1`,
          next_try_at: sql`case when ${IS_OPEN_AGAIN} then excluded.next_try_at else payment_message.next_try_at end`,
          verdict: sql`case when ${IS_OPEN_AGAIN} then excluded.verdict else payment_message.verdict end`,
          tries: sql`case when ${IS_OPEN_AGAIN} then 0 else payment_message.tries end`,
          processed_at: sql`case when ${IS_OPEN_AGAIN} then null else payment_message.processed_at end`,
          news: sql`case when ${IS_OPEN_AGAIN} then excluded.news else payment_message.news end`,
          payment_id: sql`case when ${IS_OPEN_AGAIN} then excluded.payment_id else payment_message.payment_id end`,
        }),
    )
    .returning(['id', sql<boolean>`next_try_at is not distinct from ${message.nextTryAt}`.as('isDue')])
    .executeTakeFirst()
  return row !== undefined && row.isDue && message.nextTryAt !== null ? row.id : undefined
}

/** It fits an order now, which it did not before; or it did, and its processor did not confirm it. */
const IS_OPEN_AGAIN = sql`(excluded.next_try_at is not null and (
  payment_message.verdict in ('unknown order', 'other sum', 'other payer')
  or payment_message.verdict in ('not confirmed', 'failed') and payment_message.processed_at < excluded.received_at - interval '${sql.raw(ASKED_AGAIN_AFTER)}'))`

const waiting = (db: Database) =>
  db
    .selectFrom('payment_message')
    .select(['id', 'cabinet', 'payment_id as paymentId', 'news', 'tries'])
    .where('news', 'is not', null)

type Waiting = Awaited<ReturnType<ReturnType<typeof waiting>['execute']>>[number]
const waitingMessage = (row: Waiting): WaitingMessage => ({ ...row, news: row.news as News })

export async function findWaiting(db: Database, id: string): Promise<WaitingMessage | undefined> {
  const row = await waiting(db).where('id', '=', id).where('next_try_at', 'is not', null).executeTakeFirst()
  return row && waitingMessage(row)
}

/** The processors of messages whose time has come. */
export async function waitingCabinets(db: Database, now: Temporal.Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_message')
    .select('cabinet')
    .distinct()
    .where('next_try_at', '<=', now)
    .execute()
  return rows.map(({ cabinet }) => cabinet)
}

/** Those of a processor whose time has come, the longest waiting first. */
export async function dueMessages(
  db: Database,
  of: {
    readonly cabinet: string
    readonly now: Temporal.Instant
    readonly limit: number
    /** Somebody works on them already. */
    readonly besides: readonly string[]
  },
): Promise<WaitingMessage[]> {
  const rows = await waiting(db)
    .where('cabinet', '=', of.cabinet)
    .where('next_try_at', '<=', of.now)
    .where(sql<boolean>`id <> all(${[...of.besides]}::text[])`)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(of.limit)
    .execute()
  return rows.map(waitingMessage)
}

interface End {
  readonly verdict: Verdict
  readonly at: Temporal.Instant
  readonly problem?: string
}

/** What became of one message, unless that has been said: of two who work on it, the first one says it. */
export async function decideMessage(db: Database, id: string, end: End): Promise<void> {
  await decision(db, id, end).execute()
}

/** The same with whatever it was about, together with the next statement that is waited for. */
export async function decideMessageWith(tx: Tx, id: string, end: End): Promise<void> {
  await later(tx, decision(tx, id, end))
}

const decision = (db: Database | Tx, id: string, end: End) =>
  db
    .updateTable('payment_message')
    .set({ verdict: end.verdict, next_try_at: null, processed_at: end.at, problem: end.problem ?? null })
    .where('id', '=', id)
    .where('next_try_at', 'is not', null)

export async function verdictOf(db: Database, id: string): Promise<Verdict> {
  const row = await db
    .selectFrom('payment_message')
    .select('verdict')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.verdict as Verdict
}

/**
 * Their processor answers again: they need not wait for their time. One that has been tried so often is no victim of an outage:
 * hurried at every turn, it would be given up within minutes.
 */
export async function hurryMessages(
  db: Database,
  of: { readonly cabinet: string; readonly now: Temporal.Instant; readonly triedLess: number },
): Promise<void> {
  const { cabinet, now, triedLess } = of
  await db
    .updateTable('payment_message')
    .set({ next_try_at: now })
    .where('cabinet', '=', cabinet)
    .where('tries', '<', triedLess)
    .where('next_try_at', '>', now)
    .execute()
}

export async function postponeMessage(
  db: Database,
  id: string,
  until: { readonly nextTryAt: Temporal.Instant; readonly problem: string },
): Promise<void> {
  await db
    .updateTable('payment_message')
    .set(({ ref }) => ({
      tries: sql<number>`${ref('tries')} + 1`,
      next_try_at: until.nextTryAt,
      problem: until.problem,
    }))
    .where('id', '=', id)
    .where('next_try_at', 'is not', null)
    .execute()
}

/** It is worked on once more, from now on. @returns its processor's name; undefined where there is nothing in it to work on */
export async function reopenMessage(tx: Tx, id: string, now: Temporal.Instant): Promise<string | undefined> {
  const row = await tx
    .updateTable('payment_message')
    .set({ verdict: 'valid', next_try_at: now, tries: 0, problem: null, processed_at: null })
    .where('id', '=', id)
    .where('news', 'is not', null)
    .returning('cabinet')
    .executeTakeFirst()
  return row?.cabinet
}

/** Messages that told of money are kept as long as somebody may still ask about it; all others are of use for weeks. */
const KEPT_DAYS = { withMoney: 1100, others: 90 }
const WITH_MONEY: readonly Verdict[] = ['credited', 'known', 'noted', 'other sum', 'other payer', 'failed']
const AT_ONCE = 1000

/**
 * Forgets old messages: those about money after three years, the rest (forged, malformed, of another shop) after 90 days of
 * machine time. One that waits to be confirmed stays. What was paid stands in `payment` and in the book, which are kept.
 * @returns how many were forgotten
 */
export async function forgetOldMessages(db: Database, now: Temporal.Instant): Promise<number> {
  const before = (days: number): string => now.subtract({ hours: days * 24 }).toString()
  for (let forgotten = 0; ;) {
    const { numAffectedRows } = await sql`
      delete from payment_message where id in (
        select id from payment_message
         where verdict <> 'valid'
           and received_at < ${before(KEPT_DAYS.others)}::timestamptz
           and (verdict <> all(${WITH_MONEY}::text[]) or received_at < ${before(KEPT_DAYS.withMoney)}::timestamptz)
         order by received_at limit ${AT_ONCE} for update skip locked)`.execute(db)
    forgotten += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < AT_ONCE) return forgotten
  }
}
