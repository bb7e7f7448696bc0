import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Queue } from '../queue.ts'

/** What follows from facts: deliveries that wait, and those that are parked. */
export async function deliveryQueue(db: Database): Promise<Queue> {
  const { rows } = await sql<Omit<Queue, 'name'>>`
    select (select count(*)::int from event_delivery where done_at is null and parked_reason is null) as waiting,
           (select min(next_attempt_at) from event_delivery where done_at is null and parked_reason is null) as "dueSince",
           (select count(*)::int from event_delivery where parked_reason is not null) as failed`.execute(db)
  return { name: 'events', ...(rows[0] ?? { waiting: 0, dueSince: null, failed: 0 }) }
}
