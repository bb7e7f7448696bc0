import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { FAILED_FOR, type Queue } from '../../platform/queue.ts'

/** @param now machine time */
export async function messageQueues(db: Database, now: Temporal.Instant): Promise<Queue[]> {
  const since = now.subtract(FAILED_FOR).toString()
  const { rows } = await sql<Queue>`
    select 'mails' as name, count(*)::int as waiting, min(next_attempt_at) as "dueSince",
           (select count(*)::int from mail where status = 'failed' and next_attempt_at > ${since}::timestamptz) as failed
      from mail where status = 'waiting'
    union all
    select 'sms', count(*)::int, min(next_attempt_at),
           (select count(*)::int from sms where status = 'failed' and next_attempt_at > ${since}::timestamptz)
      from sms where status in ('waiting', 'sending')
    union all
    select 'pushes', count(*)::int, min(next_attempt_at), 0 from push_task
    union all
    -- What waits for a webhook that is off waits for somebody, and is not late.
    select 'webhooks', count(*)::int, min(d.next_attempt_at),
           (select count(*)::int from webhook g join webhook_delivery f on f.webhook_id = g.id and f.state = 'dead' and f.ended_at > ${since}::timestamptz)
      from webhook_delivery d join webhook w on w.id = d.webhook_id where d.state = 'waiting' and w.is_on`.execute(
    db,
  )
  return rows
}
