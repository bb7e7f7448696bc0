import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { aliveSince } from '../processes/process-store.ts'
import type { Queue } from '../queue.ts'

/** What follows from facts: deliveries that wait, and those that are parked. */
export async function deliveryQueue(db: Database): Promise<Queue> {
  const { rows } = await sql<Omit<Queue, 'name'>>`
    select (select count(*)::int from event_delivery where done_at is null and parked_reason is null) as waiting,
           (select min(next_attempt_at) from event_delivery where done_at is null and parked_reason is null) as "dueSince",
           (select count(*)::int from event_delivery where parked_reason is not null) as failed`.execute(db)
  return { name: 'events', ...(rows[0] ?? { waiting: 0, dueSince: null, failed: 0 }) }
}

/** What is due and no server that runs has a handler for: it waits for a server of the version that wrote it, or that it was written for. */
export async function countUnknownDeliveries(db: Database, now: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(waiting.count), 0)::int as count
      from (select handler, count(*) from event_delivery
             where done_at is null and parked_reason is null and next_attempt_at <= ${now}
             group by handler) waiting
     where not exists (
       select 1 from server_process p
        where p.seen_at > ${aliveSince(now)}
          -- A server of a version that does not say what it knows takes everything.
          and (p.facts -> 'handlers' is null or p.facts -> 'handlers' ? waiting.handler))`.execute(db)
  return rows[0]?.count ?? 0
}
