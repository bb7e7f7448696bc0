import { sql, type RawBuilder } from 'kysely'
import type { Due } from './batches.ts'

/** How many deliveries are looked for at a time: one look at the table instead of one for each. */
const LOOK_AHEAD = 300

/** A delivery waits while an earlier one of its aggregate is open. */
const isFirst = sql<boolean>`not exists (
  select 1 from event_delivery p where p.handler = d.handler and p.aggregate = d.aggregate and p.event_id < d.event_id and p.done_at is null and p.parked_reason is null)`

/**
 * What is due by now for one of these handlers and waits for nothing else, in the order of the facts. What only a server of another
 * version can do is left to that server. Without parameters on purpose: a statement that has
 * some is planned once for its connection, and a plan from when little waited was kept through a burst of thousands.
 */
export function dueDeliveries(now: Temporal.Instant, handlers: readonly string[]): RawBuilder<Due> {
  return sql<Due>`
    select d.event_id, d.handler, d.attempts, e.type, e.aggregate from event_delivery d join event e on e.id = d.event_id
     where d.done_at is null and d.parked_reason is null and d.next_attempt_at <= ${sql.lit(now.toString())}::timestamptz and ${isFirst}
       and d.handler = any(${sql.lit(JSON.stringify(handlers).replace(/^\[/, '{').replace(/\]$/, '}'))}::text[])
     order by d.event_id limit ${sql.lit(LOOK_AHEAD)}`
}

/** A fact as its delivery is taken. */
export interface Taken {
  readonly id: number
  readonly type: string
  readonly aggregate: string
  readonly stock_id: string | null
  readonly payload: unknown
  readonly happened_at: Temporal.Instant
}

/**
 * Takes those of one handler that nobody else is at, and marks them as done with the transaction. One by itself is a prepared
 * statement; what takes many is planned for them, like the look that found them.
 */
export function takeDeliveries(batch: readonly [Due, ...Due[]], now: Temporal.Instant): RawBuilder<Taken> {
  const plain = (value: string): RawBuilder<unknown> => (batch.length > 1 ? sql.lit(value) : sql`${value}`)
  return sql<Taken>`
    with taken as (
      select d.event_id, d.handler from event_delivery d
       where d.event_id = any(${plain(`{${batch.map(({ event_id: id }) => id).join(',')}}`)}::bigint[]) and d.handler = ${plain(batch[0].handler)} and d.done_at is null and d.parked_reason is null and ${isFirst}
       order by d.event_id for update skip locked
    )
    update event_delivery d set done_at = ${plain(now.toString())}::timestamptz from taken, event e
     where d.event_id = taken.event_id and d.handler = taken.handler and e.id = d.event_id
    returning e.id, e.type, e.aggregate, e.stock_id, e.payload, e.happened_at`
}
