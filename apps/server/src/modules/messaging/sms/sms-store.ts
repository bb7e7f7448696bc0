import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import { later, type Tx } from '../../../platform/database/transaction.ts'
import type { SmsReport } from '../../../platform/sms/gateway.ts'
import { smsKinds, wayOf } from './sms-kinds.ts'

/** Of each kind how long it is worth sending, as a table. */
const WAYS = sql`(values ${sql.join(
  smsKinds.map((kind) => sql`(${sql.lit(kind)}, ${sql.lit(wayOf[kind].goodForMinutes)}::int)`),
)}) as way (kind, minutes)`

const reachable = sql<boolean>`not exists (select from unreachable_number u where u.number = n.number)`

/**
 * Beside each of these mails the short message that its reader has chosen; most have chosen none. Nothing is written to a number
 * where nothing arrives, until its owner confirms it anew or staff try again.
 */
export const smsBeside = (mailIds: readonly string[], now: Temporal.Instant) => sql`
  insert into sms (id, natural_key, kind, recipient, account_id, stock_id, language, data, status, next_attempt_at, expires_at, created_at)
  select m.id, 'mail:' || m.natural_key, m.kind, n.number, m.account_id, m.stock_id, m.language, m.data, 'waiting', ${now.toString()}::timestamptz,
         ${now.toString()}::timestamptz + make_interval(mins => way.minutes), m.created_at
    from mail m join sms_number n on n.account_id = m.account_id join ${WAYS} on way.kind = m.kind
   where m.id = any(${[...mailIds]}) and n.confirmed_at is not null and m.kind = any(n.kinds) and ${reachable} on conflict do nothing`

export interface NewSms {
  readonly id: string
  readonly naturalKey: string
  readonly kind: string
  readonly recipient: string
  readonly accountId: string
  readonly stockId: string | null
  readonly language: string
  readonly data: Readonly<Record<string, string>>
  /** Business time. */
  readonly at: Temporal.Instant
  /** Machine time. */
  readonly due: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

/** Twice is once, by the natural key. */
export async function insertSms(tx: Tx, sms: readonly NewSms[]): Promise<void> {
  if (sms.length === 0) return
  const rows = sms.map((one) => ({
    id: one.id,
    natural_key: one.naturalKey,
    kind: one.kind,
    recipient: one.recipient,
    account_id: one.accountId,
    stock_id: one.stockId,
    language: one.language,
    data: JSON.stringify(one.data),
    status: 'waiting',
    next_attempt_at: one.due,
    expires_at: one.expiresAt,
    created_at: one.at,
  }))
  await later(
    tx,
    tx
      .insertInto('sms')
      .values(rows)
      .onConflict((conflict) => conflict.column('natural_key').doNothing()),
  )
}

export interface TakenSms {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly accountId: string | null
  readonly stockId: string | null
  readonly language: 'ru' | 'en' | 'de' | 'pl'
  readonly data: Readonly<Record<string, unknown>>
  /** `sending`: it was handed over once, and nobody knows what became of that. */
  readonly status: 'waiting' | 'sending'
  readonly body: string | null
  readonly attempts: number
  readonly attemptedAt: Temporal.Instant | null
  readonly expiresAt: Temporal.Instant
}

/** Takes the next one that is due for `leaseSeconds` of machine time; `business` is what quiet hours are kept by. */
export async function takeDueSms(
  db: Database,
  now: Temporal.Instant,
  business: Temporal.Instant,
  leaseSeconds: number,
): Promise<TakenSms | undefined> {
  const { rows } = await sql<TakenSms>`
    update sms set attempts = attempts + 1, next_attempt_at = ${now.add({ seconds: leaseSeconds }).toString()}::timestamptz
     where id = (select id from sms where status in ('waiting', 'sending') and next_attempt_at <= ${now.toString()}::timestamptz
       and (not_before is null or not_before <= ${business.toString()}::timestamptz) order by next_attempt_at, id limit 1 for update skip locked)
    returning id, kind, recipient, account_id as "accountId", stock_id as "stockId", language, data, status, body, attempts, attempted_at as "attemptedAt", expires_at as "expiresAt"`.execute(
    db,
  )
  return rows[0]
}

/** What has been handed over in the last 24 hours, beside this one: of its account, and of all. */
export async function countedOfDay(
  db: Database,
  sms: Pick<TakenSms, 'id' | 'accountId'>,
  now: Temporal.Instant,
): Promise<{ ofAccount: number; ofAll: number }> {
  const { rows } = await sql<{ ofAccount: number; ofAll: number }>`
    select count(*)::int as "ofAll", (count(*) filter (where account_id = ${sms.accountId}))::int as "ofAccount"
      from sms where attempted_at > ${now.subtract({ hours: 24 }).toString()}::timestamptz and id <> ${sms.id}`.execute(
    db,
  )
  return rows[0] ?? { ofAccount: 0, ofAll: 0 }
}

/**
 * It is going to be handed over: kept before, so that a process that dies meanwhile leaves word of it. @returns false where it is
 * none any more that may go (its reader was erased, or has forgotten the number)
 */
export async function markSending(
  db: Database,
  id: string,
  { body, segments, at }: { body: string | null; segments: number; at: Temporal.Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sms')
    .set({ status: 'sending', body, segments, attempted_at: at })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'sending'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The gateway has it. A report that was quicker than its answer is not taken back. @returns false where another one has that name */
export async function markAccepted(
  db: Database,
  id: string,
  gatewayId: string,
  at: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await sql`
    update sms set gateway_id = ${gatewayId}, sent_at = coalesce(sent_at, ${at.toString()}::timestamptz), last_error = null, status = case when status = 'sending' then 'accepted' else status end
     where id = ${id} and status <> 'failed' and not exists (select from sms other where other.gateway_id = ${gatewayId} and other.id <> ${id})`
    .execute(db)
    .then(({ numAffectedRows }) => ({ numUpdatedRows: numAffectedRows ?? 0n }))
  return numUpdatedRows > 0n
}

/** Tried again later. `waiting`: it was surely not taken; `sending`: perhaps it was. */
export async function postponeSms(
  db: Database,
  id: string,
  next: { status: 'waiting' | 'sending'; at: Temporal.Instant; error: string },
): Promise<void> {
  await db
    .updateTable('sms')
    .set({ status: next.status, next_attempt_at: next.at, last_error: next.error.slice(0, 500) })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'sending'])
    .execute()
}

/** Kept until that moment of business time; it was not tried. */
export async function holdSms(
  db: Database,
  id: string,
  until: Temporal.Instant,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update sms set status = 'waiting', not_before = ${until.toString()}::timestamptz, next_attempt_at = ${now.toString()}::timestamptz, attempts = greatest(0, attempts - 1)
     where id = ${id} and status in ('waiting', 'sending')`.execute(db)
}

export type SmsFailure = 'address' | 'message' | 'tries' | 'gone' | 'late' | 'limit'

export async function giveUpSms(
  db: Database,
  sms: Pick<TakenSms, 'id' | 'recipient'>,
  why: { failure: SmsFailure; error: string; errorCode?: number | null; at: Temporal.Instant },
): Promise<void> {
  await db
    .updateTable('sms')
    .set({
      status: 'failed',
      failure: why.failure,
      last_error: why.error.slice(0, 500),
      error_code: why.errorCode ?? null,
    })
    .where('id', '=', sms.id)
    .where('status', 'in', ['waiting', 'sending'])
    .execute()
  if (why.failure === 'address') await markUnreachable(db, sms.recipient, why.errorCode ?? null, why.at)
}

async function markUnreachable(
  db: Database,
  number: string,
  errorCode: number | null,
  at: Temporal.Instant,
): Promise<void> {
  if (number === '') return
  await db
    .insertInto('unreachable_number')
    .values({ number, since: at, error_code: errorCode })
    .onConflict((conflict) => conflict.column('number').doUpdateSet({ error_code: errorCode }))
    .execute()
}

/**
 * What the gateway reports. Reports come late, twice and in any order: a state is never taken back, and a message of which no answer
 * came is known by its report. @returns false where there is no such message
 */
export async function keepReport(
  db: Database,
  id: string,
  report: SmsReport & { readonly isAboutNumber: boolean },
  at: Temporal.Instant,
): Promise<boolean> {
  const rank = (state: string) =>
    sql<number>`array_position(array['waiting', 'sending', 'accepted', 'sent', 'failed', 'delivered'], ${state})`
  const failure = report.state !== 'failed' ? null : report.isAboutNumber ? 'address' : 'message'
  const { rows } = await sql<{ recipient: string; isNews: boolean }>`
    with found as (select id, recipient, ${rank(report.state)} > array_position(array['waiting', 'sending', 'accepted', 'sent', 'failed', 'delivered'], status) as news
                     from sms where id = ${id} and (gateway_id is null or gateway_id = ${report.gatewayId})
                      and not exists (select from sms other where other.gateway_id = ${report.gatewayId} and other.id <> ${id}) for update),
         kept as (update sms s set gateway_id = ${report.gatewayId}, status = ${report.state}, failure = ${failure}, error_code = ${report.errorCode}, sent_at = coalesce(s.sent_at, ${at.toString()}::timestamptz)
                    from found f where s.id = f.id and f.news)
    select recipient, news as "isNews" from found`.execute(db)
  const [found] = rows
  if (found?.isNews !== true) return found !== undefined
  if (failure === 'address') await markUnreachable(db, found.recipient, report.errorCode, at)
  if (report.state === 'delivered')
    await db.deleteFrom('unreachable_number').where('number', '=', found.recipient).execute()
  return true
}

/** A failed one waits again as if it had never been tried. @returns undefined where there is no failed one that may be sent again */
export async function trySmsAgain(
  tx: Tx,
  id: string,
  now: Temporal.Instant,
): Promise<{ kind: string; failure: string | null } | undefined> {
  const { rows } = await sql<{ kind: string; failure: string | null; recipient: string }>`
    with found as (select s.id, s.recipient, s.kind, s.failure, way.minutes from sms s join ${WAYS} on way.kind = s.kind
                    where s.id = ${id} and s.status = 'failed' and s.recipient <> '' and s.kind <> 'numberCode' for update of s)
    update sms s set status = 'waiting', failure = null, error_code = null, gateway_id = null, body = null, segments = null, attempts = 0, attempted_at = null, not_before = null,
           next_attempt_at = ${now.toString()}::timestamptz, expires_at = ${now.toString()}::timestamptz + make_interval(mins => f.minutes)
      from found f where s.id = f.id returning f.recipient, f.kind, f.failure`.execute(tx)
  const [found] = rows
  if (found) await tx.deleteFrom('unreachable_number').where('number', '=', found.recipient).execute()
  return found && { kind: found.kind, failure: found.failure }
}
