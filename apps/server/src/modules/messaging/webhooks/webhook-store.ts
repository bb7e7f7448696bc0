import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import type { Tx } from '../../../platform/database/transaction.ts'

export type OffReason = 'staff' | 'failures' | 'gone' | 'secret'

export interface WebhookRow {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly secret: string
  readonly formerSecret: string | null
  readonly formerUntil: Temporal.Instant | null
  readonly isOn: boolean
  readonly offReason: OffReason | null
  readonly offSince: Temporal.Instant | null
  readonly failingSince: Temporal.Instant | null
  readonly madeBy: string
  readonly createdAt: Temporal.Instant
}

const columns = [
  'id',
  'name',
  'url',
  'events',
  'secret',
  'former_secret as formerSecret',
  'former_until as formerUntil',
  'is_on as isOn',
  'off_reason as offReason',
  'off_since as offSince',
  'failing_since as failingSince',
  'made_by as madeBy',
  'created_at as createdAt',
] as const

/** The row, locked until the transaction ends. */
export async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  const row = await tx
    .selectFrom('webhook')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row as WebhookRow | undefined
}

/** How many there are; asked under a lock on the table's first row by nobody, so a few more may slip in, which harms nobody. */
export async function countWebhooks(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('webhook')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export interface NewWebhook {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly secret: string
  readonly madeBy: string
  readonly at: Temporal.Instant
}

export async function insertWebhook(tx: Tx, webhook: NewWebhook): Promise<void> {
  await tx
    .insertInto('webhook')
    .values({
      id: webhook.id,
      name: webhook.name,
      url: webhook.url,
      events: [...webhook.events],
      secret: webhook.secret,
      former_secret: null,
      former_until: null,
      is_on: true,
      off_reason: null,
      off_since: null,
      failing_since: null,
      made_by: webhook.madeBy,
      created_at: webhook.at,
      last_delivered_at: null,
    })
    .execute()
}

export async function changeWebhookRow(
  tx: Tx,
  id: string,
  change: { readonly name: string; readonly url: string; readonly events: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ name: change.name, url: change.url, events: [...change.events] })
    .where('id', '=', id)
    .execute()
}

export async function switchOn(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ is_on: true, off_reason: null, off_since: null, failing_since: null })
    .where('id', '=', id)
    .execute()
}

export async function switchOff(tx: Tx, id: string, reason: OffReason, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ is_on: false, off_reason: reason, off_since: at })
    .where('id', '=', id)
    .execute()
}

export async function changeSecret(
  tx: Tx,
  id: string,
  secrets: { readonly secret: string; readonly former: string; readonly formerUntil: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ secret: secrets.secret, former_secret: secrets.former, former_until: secrets.formerUntil })
    .where('id', '=', id)
    .execute()
}

/** With its deliveries and attempts. */
export async function deleteWebhookRow(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('webhook').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Its target has taken something. */
export async function noteTaken(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ failing_since: null, last_delivered_at: at })
    .where('id', '=', id)
    .execute()
}

/** Its target has not taken something; since when that is so. */
export async function noteFailure(tx: Tx, id: string, at: Temporal.Instant): Promise<Temporal.Instant> {
  const { rows } = await sql<{ since: Temporal.Instant }>`
    update webhook set failing_since = coalesce(failing_since, ${at.toString()}::timestamptz) where id = ${id} returning failing_since as since`.execute(
    tx,
  )
  return rows[0]?.since ?? at
}

/** The events that somebody wants to be told of. */
export async function wantedEvents(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    event: string
  }>`select distinct unnest(events) as event from webhook where is_on`.execute(db)
  return rows.map(({ event }) => event)
}
