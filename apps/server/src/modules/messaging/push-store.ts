import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { toldKinds } from './told.ts'

export interface PushKeyRow {
  readonly publicKey: string
  readonly privateSealed: string
}

export async function findPushKey(db: Database): Promise<PushKeyRow | undefined> {
  return await db
    .selectFrom('push_key')
    .select(['public_key as publicKey', 'private_sealed as privateSealed'])
    .executeTakeFirst()
}

/** Keeps the key, unless another process was quicker. */
export async function putPushKey(db: Database, key: PushKeyRow, at: Temporal.Instant): Promise<void> {
  await db
    .insertInto('push_key')
    .values({ id: 1, public_key: key.publicKey, private_sealed: key.privateSealed, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The last ones of an account are kept, `most` of them: a person has some browsers, not hundreds. */
export async function putSubscription(
  tx: Tx,
  given: { id: string; accountId: string; familyId: string; endpoint: string; p256dh: string; auth: string },
  at: Temporal.Instant,
  most: number,
): Promise<void> {
  const { id, accountId, familyId, endpoint, p256dh, auth } = given
  const facts = { account_id: accountId, family_id: familyId, p256dh, auth, created_at: at, timeouts: 0 }
  await tx
    .insertInto('push_subscription')
    .values({ id, endpoint, ...facts })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(facts))
    .execute()
  await sql`delete from push_subscription where id in (
    select id from push_subscription where account_id = ${accountId} order by created_at desc, id desc offset ${most})`.execute(
    tx,
  )
}

/** Forgets the browsers of an account but those of the sign-ins that are open. */
export async function keepSubscriptionsOf(
  tx: Tx,
  accountId: string,
  openFamilies: readonly string[],
): Promise<void> {
  await sql`delete from push_subscription where account_id = ${accountId} and family_id <> all(${[...openFamilies]}::text[])`.execute(
    tx,
  )
}

export async function dropSubscription(tx: Tx, accountId: string, endpoint: string): Promise<void> {
  await tx
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('account_id', '=', accountId)
    .execute()
}

/** For each of these mails that is news to its reader, one task for each of his browsers; most readers have none. */
export const tasksFor = (mailIds: readonly string[], due: Temporal.Instant) => sql`
  insert into push_task (mail_id, subscription_id, next_attempt_at)
  select m.id, p.id, ${due.toString()}::timestamptz from mail m join push_subscription p on p.account_id = m.account_id
   where m.id = any(${[...mailIds]}) and m.kind = any(${[...toldKinds]}) on conflict do nothing`

export interface DuePush {
  readonly mailId: string
  readonly subscriptionId: string
  readonly attempts: number
  readonly kind: string
  readonly language: 'ru' | 'en' | 'de' | 'pl'
  readonly accountId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  /** Host and port of the push service. */
  readonly host: string
}

/** Takes the next one that is due for `leaseSeconds` of machine time, as mails are taken; none of whom or where enough is under way. */
export async function takeDuePush(
  db: Database,
  now: Temporal.Instant,
  leaseSeconds: number,
  busy: { readonly accounts: readonly string[]; readonly hosts: readonly string[] },
): Promise<DuePush | undefined> {
  const { rows } = await sql<DuePush>`
    with due as (select d.mail_id, d.subscription_id from push_task d join push_subscription s on s.id = d.subscription_id
       where d.next_attempt_at <= ${now.toString()}::timestamptz and s.account_id <> all(${[...busy.accounts]}::text[]) and split_part(s.endpoint, '/', 3) <> all(${[...busy.hosts]}::text[])
       order by d.next_attempt_at limit 1 for update of d skip locked)
    update push_task t set attempts = t.attempts + 1, next_attempt_at = ${now.add({ seconds: leaseSeconds }).toString()}::timestamptz
      from due d join mail m on m.id = d.mail_id join push_subscription p on p.id = d.subscription_id
     where t.mail_id = d.mail_id and t.subscription_id = d.subscription_id
    returning t.mail_id as "mailId", t.subscription_id as "subscriptionId", t.attempts, m.kind, m.language, p.account_id as "accountId", p.endpoint, p.p256dh, p.auth, split_part(p.endpoint, '/', 3) as host`.execute(
    db,
  )
  return rows[0]
}

/** Taken by the push service, or not worth another try. */
export async function endPush(db: Database, push: DuePush): Promise<void> {
  await db
    .deleteFrom('push_task')
    .where('mail_id', '=', push.mailId)
    .where('subscription_id', '=', push.subscriptionId)
    .execute()
}

/** The browser is no longer there (404, 410): with it goes what waits for it. */
export async function forgetSubscription(db: Database, id: string): Promise<void> {
  await db.deleteFrom('push_subscription').where('id', '=', id).execute()
}

export async function postponePush(db: Database, push: DuePush, next: Temporal.Instant): Promise<void> {
  await db
    .updateTable('push_task')
    .set({ next_attempt_at: next })
    .where('mail_id', '=', push.mailId)
    .where('subscription_id', '=', push.subscriptionId)
    .execute()
}

/** Its service answered, whatever it said. */
export async function noteAnswer(db: Database, subscriptionId: string): Promise<void> {
  await db
    .updateTable('push_subscription')
    .set({ timeouts: 0 })
    .where('id', '=', subscriptionId)
    .where('timeouts', '>', 0)
    .execute()
}

/** Its service did not answer in time: all that waits for this browser waits longer each time, and after `most` times it is forgotten. */
export async function noteTimeout(
  db: Database,
  subscriptionId: string,
  now: Temporal.Instant,
  most: number,
): Promise<void> {
  const { rows } = await sql<{ timeouts: number }>`
    update push_subscription set timeouts = timeouts + 1 where id = ${subscriptionId} returning timeouts`.execute(
    db,
  )
  const times = rows[0]?.timeouts
  if (times === undefined) return
  if (times >= most) {
    await forgetSubscription(db, subscriptionId)
    return
  }
  const next = now.add({ seconds: 30 * 2 ** (times - 1) })
  await db
    .updateTable('push_task')
    .set({ next_attempt_at: next })
    .where('subscription_id', '=', subscriptionId)
    .where('next_attempt_at', '<', next)
    .execute()
}

/** Read until then; never less than before. */
export async function markRead(tx: Tx, accountId: string, until: Temporal.Instant): Promise<void> {
  await sql`insert into inbox_read (account_id, read_until) values (${accountId}, ${until.toString()}::timestamptz)
    on conflict (account_id) do update set read_until = greatest(inbox_read.read_until, excluded.read_until)`.execute(
    tx,
  )
}
