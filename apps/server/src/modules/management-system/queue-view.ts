import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Queue } from '../../platform/queue.ts'

/** Wishes that wait to be written into the command table of their source. None is ever given up: the staff task stands beside it. */
export async function commandQueue(db: Database): Promise<Queue> {
  const { rows } = await sql<Omit<Queue, 'name' | 'failed'>>`
    select count(*)::int as waiting, min(command_due_at) as "dueSince" from external_task where command_state = 'waiting'`.execute(
    db,
  )
  return { name: 'source-commands', failed: 0, ...(rows[0] ?? { waiting: 0, dueSince: null }) }
}

/** Stocks whose source did not let itself be read the last time. */
export async function countSourcesAway(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from external_site e join stock s on s.id = e.stock_id and s.is_external and s.deleted_at is null where e.trouble is not null`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
