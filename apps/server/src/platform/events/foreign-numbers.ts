import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

const AT_ONCE = 10_000

/**
 * A database that was moved with `pg_dump` brings numbers of transactions that its new cluster has yet to give away: the tail of events
 * would tell such a row, months later, when the cluster gets there. They become 0, before every number that is given. What is visible
 * here and was written here has a smaller number than the snapshot's end, so no other row is meant.
 */
export async function forgetForeignNumbers(db: Database): Promise<void> {
  for (let changed = AT_ONCE; changed === AT_ONCE;) {
    const { numAffectedRows } = await sql`
      update event set tx = '0' where id in (
        select id from event where tx >= pg_snapshot_xmax(pg_current_snapshot())
         order by tx, id limit ${sql.lit(AT_ONCE)} for update skip locked)`.execute(db)
    changed = Number(numAffectedRows ?? 0)
  }
}
