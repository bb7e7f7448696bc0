import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** Turns at taking a person's data away; all instants are machine time. */
export interface NewExport {
  readonly id: string
  readonly accountId: string
  readonly askedById: string
  readonly at: Temporal.Instant
  readonly endsBy: Temporal.Instant
}

/** When the turn that goes on ends at the latest, and those of the last day, the oldest first. The account is locked. */
export async function presentExports(
  tx: Tx,
  accountId: string,
  now: Temporal.Instant,
): Promise<{ readonly busyUntil: Temporal.Instant | null; readonly ofDay: readonly Temporal.Instant[] }> {
  await sql`update data_export set ended_at = ends_by where account_id = ${accountId} and ended_at is null and ends_by <= ${now.toString()}::timestamptz`.execute(
    tx,
  )
  const rows = await tx
    .selectFrom('data_export')
    .select(['asked_at', 'ended_at', 'ends_by'])
    .where('account_id', '=', accountId)
    .where((row) => row.or([row('asked_at', '>', now.subtract({ hours: 24 })), row('ended_at', 'is', null)]))
    .orderBy('asked_at')
    .execute()
  return {
    busyUntil: rows.find((row) => row.ended_at === null)?.ends_by ?? null,
    ofDay: rows.map((row) => row.asked_at),
  }
}

export async function insertExport(tx: Tx, turn: NewExport): Promise<void> {
  await tx
    .insertInto('data_export')
    .values({
      id: turn.id,
      account_id: turn.accountId,
      asked_by_id: turn.askedById,
      asked_at: turn.at,
      ends_by: turn.endsBy,
    })
    .execute()
}

/**
 * The link was opened: the turn goes on for as long as making the archive may take. A link opens once, and for whom it was made.
 * @returns whose data; undefined for a link that was opened, has run out, or is another's
 */
export async function openExport(
  tx: Tx,
  { id, askedById }: { readonly id: string; readonly askedById: string },
  now: Temporal.Instant,
  endsBy: Temporal.Instant,
): Promise<string | undefined> {
  const { rows } = await sql<{ account_id: string }>`
    update data_export set ends_by = ${endsBy.toString()}::timestamptz, opened_at = ${now.toString()}::timestamptz
     where id = ${id} and asked_by_id = ${askedById} and opened_at is null and ended_at is null and ends_by > ${now.toString()}::timestamptz
    returning account_id`.execute(tx)
  return rows[0]?.account_id
}

export async function closeExport(
  db: Database,
  id: string,
  isWhole: boolean,
  now: Temporal.Instant,
): Promise<void> {
  await db
    .updateTable('data_export')
    .set({ ended_at: now, is_whole: isWhole })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Of a living account; null where it has none. */
export async function passwordHashOf(db: Database, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.password_hash ?? null
}
