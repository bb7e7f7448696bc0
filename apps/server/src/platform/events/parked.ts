import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Tx } from '../database/transaction.ts'

/** A delivery that failed too often: nobody tries it again until somebody says so. */
export interface Parked {
  readonly eventId: number
  readonly type: string
  readonly aggregate: string
  readonly handler: string
  readonly reason: string
  readonly happenedAt: Temporal.Instant
}

/** What waits for somebody, the oldest first. */
export async function parkedDeliveries(db: Database, atMost = 10_000): Promise<Parked[]> {
  const { rows } = await sql<Parked>`
    select d.event_id as "eventId", e.type, d.aggregate, d.handler, d.parked_reason as reason, e.happened_at as "happenedAt"
      from event_delivery d join event e on e.id = d.event_id
     where d.parked_reason is not null order by d.event_id, d.handler limit ${atMost}`.execute(db)
  return rows
}

/**
 * Lets parked deliveries be tried anew, all of them or those of one event or of one handler. A running server takes them up
 * within five seconds; facts of the same aggregate that came later may have been handled meanwhile, so handlers see them
 * out of order: whoever asks for it has read the reason.
 * @returns how many
 */
export async function runAgain(
  db: Database | Tx,
  which: { readonly eventId?: number; readonly handler?: string },
  at: Temporal.Instant,
): Promise<number> {
  let query = db
    .updateTable('event_delivery')
    .set({ attempts: 0, parked_reason: null, next_attempt_at: at })
    .where('parked_reason', 'is not', null)
    .where('done_at', 'is', null)
  if (which.eventId !== undefined) query = query.where('event_id', '=', which.eventId)
  if (which.handler !== undefined) query = query.where('handler', '=', which.handler)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

/** How many wait for somebody. */
export async function countParked(db: Database): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from event_delivery where parked_reason is not null`.execute(db)
  return rows[0]?.count ?? 0
}
