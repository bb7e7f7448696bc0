import { sql } from 'kysely'
import type { Database } from './connect.ts'

/**
 * Seconds since the oldest open transaction on this database began that has written something or holds a snapshot; 0 where there is none.
 * While it is open the tail of events reads all that was written since again and again, and vacuum clears nothing away. Sessions of other
 * roles are seen by a role that is a member of `pg_read_all_stats`.
 */
export async function oldestTransaction(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as seconds
      from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (backend_xid is not null or backend_xmin is not null)`.execute(db)
  return Math.max(0, Math.round(rows[0]?.seconds ?? 0))
}
