import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { FAILED_FOR, type Queue } from '../../platform/queue.ts'

/** Messages of processors that wait to be confirmed. @param now machine time */
export async function paymentQueue(db: Database, now: Temporal.Instant): Promise<Queue> {
  const { rows } = await sql<Omit<Queue, 'name'>>`
    select count(*)::int as waiting, min(next_try_at) as "dueSince",
           (select count(*)::int from payment_message where verdict = 'failed' and received_at > ${now.subtract(FAILED_FOR).toString()}::timestamptz) as failed
      from payment_message where next_try_at is not null`.execute(db)
  return { name: 'payment-messages', ...(rows[0] ?? { waiting: 0, dueSince: null, failed: 0 }) }
}
