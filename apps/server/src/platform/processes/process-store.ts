import { type Selectable, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

export type ProcessRow = Selectable<Schema['server_process']>

/** Longer than three beats, so that a busy process does not count as gone. */
const ALIVE_SECONDS = 35
/** What died is shown for a while, so that somebody sees that it did. */
const FORGOTTEN_SECONDS = 3600

export async function putProcess(
  db: Database,
  row: Omit<ProcessRow, 'facts'> & { readonly facts: object },
): Promise<void> {
  const facts = JSON.stringify(row.facts)
  await db
    .insertInto('server_process')
    .values({ ...row, facts })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ port: row.port, seen_at: row.seen_at, facts }),
    )
    .execute()
}

export async function removeProcess(db: Database, id: string): Promise<void> {
  await db.deleteFrom('server_process').where('id', '=', id).execute()
}

export async function forgetProcesses(db: Database, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('server_process')
    .where('seen_at', '<', now.subtract({ seconds: FORGOTTEN_SECONDS }))
    .execute()
}

/** All that are known, the longest-running first. */
export async function listProcesses(db: Database): Promise<ProcessRow[]> {
  return await db.selectFrom('server_process').selectAll().orderBy('started_at').orderBy('id').execute()
}

/** A process that was seen later than this is alive. */
export const aliveSince = (now: Temporal.Instant): Temporal.Instant =>
  now.subtract({ seconds: ALIVE_SECONDS })

export const isAlive = (row: Pick<ProcessRow, 'seen_at'>, now: Temporal.Instant): boolean =>
  now.since(row.seen_at).total('seconds') < ALIVE_SECONDS

/** How many live processes there are beside this one, and whether somebody calls any of them. */
export async function lookAtOthers(
  db: Database,
  id: string,
  now: Temporal.Instant,
): Promise<{ readonly count: number; readonly areCalled: boolean }> {
  const row = await db
    .selectFrom('server_process')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      // A process of an older version does not say.
      sql<boolean>`coalesce(bool_or((facts->>'isCalled')::boolean), false)`.as('areCalled'),
    ])
    .where('id', '!=', id)
    .where('seen_at', '>', aliveSince(now))
    .executeTakeFirst()
  return row ?? { count: 0, areCalled: false }
}
