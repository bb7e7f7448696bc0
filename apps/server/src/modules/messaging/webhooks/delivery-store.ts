import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import type { Outcome } from './post-webhook.ts'

/** One delivery for each webhook that is on and wants the event; a second handling of the same fact writes none. */
export async function insertDeliveries(
  tx: Tx,
  told: {
    readonly eventId: number
    readonly event: string
    readonly body: string
    readonly at: Temporal.Instant
  },
): Promise<void> {
  const at = told.at.toString()
  await sql`
    insert into webhook_delivery (id, webhook_id, event_id, event, body, state, created_at, next_attempt_at)
    select 'msg_' || ${newId()} || right(w.id, 6), w.id, ${told.eventId}, ${told.event}, ${told.body}, 'waiting', ${at}::timestamptz, ${at}::timestamptz
      from webhook w where w.is_on and ${told.event} = any(w.events)
    on conflict (webhook_id, event_id) do nothing`.execute(tx)
}

/** The one that the screen's button sends. */
export async function insertTest(
  tx: Tx,
  test: {
    readonly id: string
    readonly webhookId: string
    readonly event: string
    readonly body: string
    readonly at: Temporal.Instant
  },
): Promise<void> {
  await tx
    .insertInto('webhook_delivery')
    .values({
      id: test.id,
      webhook_id: test.webhookId,
      event_id: null,
      event: test.event,
      body: test.body,
      state: 'waiting',
      created_at: test.at,
      next_attempt_at: test.at,
      ended_at: null,
      last_status: null,
      last_fault: null,
    })
    .execute()
}

export interface DueDelivery {
  readonly id: string
  readonly webhookId: string
  readonly body: string
  /** This attempt's number, over all replays. */
  readonly attempts: number
  readonly attemptsBefore: number
  readonly url: string
  readonly secret: string
  readonly formerSecret: string | null
  readonly formerUntil: Temporal.Instant | null
}

/** Takes the next one that is due for `leaseSeconds`: a process that dies gives it back by the clock. None of a webhook that is off, or busy here. */
export async function takeDueDelivery(
  db: Database,
  now: Temporal.Instant,
  leaseSeconds: number,
  busy: readonly string[],
): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    with due as (
      select d.id from webhook_delivery d join webhook w on w.id = d.webhook_id
       where d.state = 'waiting' and d.next_attempt_at <= ${now.toString()}::timestamptz and w.is_on and d.webhook_id <> all(${[...busy]}::text[])
       order by d.next_attempt_at limit 1 for update of d skip locked)
    update webhook_delivery t set attempts = t.attempts + 1, next_attempt_at = ${now.add({ seconds: leaseSeconds }).toString()}::timestamptz
      from due join webhook w on true
     where t.id = due.id and w.id = t.webhook_id
    returning t.id, t.webhook_id as "webhookId", t.body, t.attempts, t.attempts_before as "attemptsBefore",
      w.url, w.secret, w.former_secret as "formerSecret", w.former_until as "formerUntil"`.execute(db)
  return rows[0]
}

/** The process stops before anything came of it. */
export async function giveBack(db: Database, id: string, now: Temporal.Instant): Promise<void> {
  await sql`update webhook_delivery set attempts = attempts - 1, next_attempt_at = ${now.toString()}::timestamptz where id = ${id} and state = 'waiting'`.execute(
    db,
  )
}

/** Keeps what came of an attempt. A delivery that is gone meanwhile, with its webhook, keeps nothing. @param next null: it was the last */
export async function noteAttempt(
  tx: Tx,
  delivery: Pick<DueDelivery, 'id' | 'attempts'>,
  outcome: Outcome,
  times: { readonly at: Temporal.Instant; readonly next: Temporal.Instant | null },
): Promise<boolean> {
  const state = outcome.fault === null ? 'delivered' : times.next === null ? 'dead' : 'waiting'
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set({
      state,
      last_status: outcome.status,
      last_fault: outcome.fault,
      ...(state === 'waiting' ? { next_attempt_at: times.next ?? times.at } : { ended_at: times.at }),
    })
    .where('id', '=', delivery.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx
    .insertInto('webhook_attempt')
    .values({
      delivery_id: delivery.id,
      number: delivery.attempts,
      at: times.at,
      milliseconds: outcome.milliseconds,
      status: outcome.status,
      fault: outcome.fault,
      answer: outcome.answer,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** The webhook is on again: what waited for that goes out at once. */
export async function hurry(tx: Tx, webhookId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: at })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '>', at)
    .execute()
}

/** Sends it once more, with all its attempts before it. @returns false for one that is on its way */
export async function sendAgain(tx: Tx, id: string, at: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    update webhook_delivery set state = 'waiting', ended_at = null, attempts_before = attempts, next_attempt_at = ${at.toString()}::timestamptz
     where id = ${id} and state <> 'waiting' returning id`.execute(tx)
  return rows.length > 0
}

const AT_ONCE = 1000

/** Forgets what ended that long ago, some at once. @returns how many */
export async function forgetDeliveries(
  db: Database,
  before: { readonly delivered: Temporal.Instant; readonly dead: Temporal.Instant },
): Promise<number> {
  for (let forgotten = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_delivery where id in (
        select id from webhook_delivery
         where (state = 'delivered' and ended_at < ${before.delivered.toString()}::timestamptz) or (state <> 'delivered' and created_at < ${before.dead.toString()}::timestamptz)
         limit ${AT_ONCE} for update skip locked)`.execute(db)
    forgotten += Number(numAffectedRows)
    if (Number(numAffectedRows) < AT_ONCE) return forgotten
  }
}
