import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'

/** Sites that do not answer, and locks of which nothing is known. */
export async function countAway(db: Database): Promise<{ readonly sites: number; readonly locks: number }> {
  const { rows } = await sql<{ sites: number; locks: number }>`
    select (select count(*)::int from site_health where is_ok = false) as sites,
           (select count(*)::int from lock_state where state = 'unavailable') as locks`.execute(db)
  return rows[0] ?? { sites: 0, locks: 0 }
}
