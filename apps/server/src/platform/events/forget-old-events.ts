import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { forgetRetiredDeliveries } from './register-handlers.ts'

/** What a fact set going is long done by then; what it changed stands in the tables and in the audit, which is kept. */
const DAYS_KEPT = 90
const AT_ONCE = 1000

/**
 * Forgets facts that were recorded more than 90 days of machine time ago and handled by everybody, with their deliveries. One
 * that waits or failed too often stays, however old, unless its handler is retired. A thousand at once, passing over what another server is at.
 * @returns how many were forgotten
 */
export async function forgetOldEvents(db: Database, now: Temporal.Instant): Promise<number> {
  await forgetRetiredDeliveries(db, now)
  const before = now.subtract({ hours: DAYS_KEPT * 24 }).toString()
  for (let forgotten = 0; ;) {
    const { numAffectedRows } = await sql`
      delete from event where id in (
        select e.id from event e
         where e.recorded_at < ${before}::timestamptz
           and not exists (select 1 from event_delivery d where d.event_id = e.id and d.done_at is null)
         order by e.recorded_at limit ${AT_ONCE} for update skip locked)`.execute(db)
    forgotten += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < AT_ONCE) return forgotten
  }
}
