import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Transact, Tx } from '../database/transaction.ts'
import { machineNow } from '../clock.ts'
import type { Log } from '../log.ts'
import type { EventType, RecordedEvent } from './event.ts'

/**
 * What happens because of a fact: one call to a use case, in a transaction of its own, at least once, in order per
 * aggregate. The delivery row is locked and marked in that transaction, so a handler that commits has run once.
 */
export interface Handler {
  readonly name: string
  readonly type: string
  /** Asked when the fact is written: nobody wants it now, so it leaves no delivery. Left out: always. */
  isWanted?(): boolean
  run(tx: Tx, event: RecordedEvent): Promise<void>
}

/** Declares a handler; `name` is its identity in the database and must never change meaning. */
export function on<P extends Readonly<Record<string, unknown>>>(
  type: EventType<P>,
  name: string,
  run: (tx: Tx, event: Omit<RecordedEvent, 'payload'> & { readonly payload: P }) => Promise<void>,
): Handler {
  return {
    name,
    type: type.type,
    run: (tx, event) => run(tx, event as Omit<RecordedEvent, 'payload'> & { readonly payload: P }),
  }
}

export interface Dispatcher {
  handlersOf(type: string): readonly string[]
  /** New facts may wait: look soon. */
  wake(): void
  /** Delivers everything that is due and comes back when nothing is left; tests and the demo use it. */
  drain(): Promise<void>
  close(): Promise<void>
}

const MAX_ATTEMPTS = 12

/** How many deliveries are looked for at a time: one look at the table instead of one for each. */
const LOOK_AHEAD = 100

interface Due {
  readonly event_id: number
  readonly handler: string
  readonly attempts: number
  readonly type: string
  readonly aggregate: string
}

interface Taken {
  readonly type: string
  readonly aggregate: string
  readonly stock_id: string | null
  readonly payload: unknown
  readonly happened_at: Temporal.Instant
}

// A delivery waits while an earlier one of its aggregate is open.
const isFirst = sql<boolean>`not exists (
  select 1 from event_delivery p where p.handler = d.handler and p.aggregate = d.aggregate and p.event_id < d.event_id and p.done_at is null and p.parked_reason is null)`

export function createDispatcher(options: {
  db: Database
  transact: () => Transact
  handlers: readonly Handler[]
  log: Log
}): Dispatcher {
  const { db, log } = options
  const byName = new Map(options.handlers.map((handler) => [handler.name, handler]))
  if (byName.size !== options.handlers.length) throw new Error('two event handlers share a name')
  const byType = Map.groupBy(options.handlers, (handler) => handler.type)
  let running: Promise<void> | undefined
  let again = false
  let closed = false

  async function lookForDue(): Promise<Due[]> {
    const { rows } = await sql<Due>`
      select d.event_id, d.handler, d.attempts, e.type, e.aggregate from event_delivery d join event e on e.id = d.event_id
       where d.done_at is null and d.parked_reason is null and d.next_attempt_at <= ${machineNow().toString()}::timestamptz and ${isFirst}
       order by d.event_id limit ${LOOK_AHEAD}`.execute(db)
    return rows
  }

  /** Runs the handler in the transaction that marks its delivery; false when somebody else has it or has done it. */
  async function deliver(due: Due): Promise<boolean> {
    try {
      return await options.transact()(async (tx) => {
        const { rows } = await sql<Taken>`
          with taken as (
            select d.event_id, d.handler from event_delivery d
             where d.event_id = ${due.event_id} and d.handler = ${due.handler} and d.done_at is null and d.parked_reason is null and ${isFirst} for update skip locked
          )
          update event_delivery d set done_at = ${machineNow().toString()}::timestamptz from taken, event e
           where d.event_id = taken.event_id and d.handler = taken.handler and e.id = d.event_id
          returning e.type, e.aggregate, e.stock_id, e.payload, e.happened_at`.execute(tx)
        const event = rows[0]
        if (!event) return false
        await byName.get(due.handler)?.run(tx, {
          id: due.event_id,
          type: event.type,
          aggregate: event.aggregate,
          stockId: event.stock_id,
          payload: event.payload as Record<string, unknown>,
          at: event.happened_at,
        })
        return true
      })
    } catch (error) {
      await postpone(due, error)
      return true
    }
  }

  async function postpone(due: Due, error: unknown): Promise<void> {
    const attempts = due.attempts + 1
    const parked = attempts >= MAX_ATTEMPTS
    const reason = String(error instanceof Error ? error.message : error).slice(0, 500)
    const about = { err: error, event: due.type, eventId: due.event_id, aggregate: due.aggregate }
    if (parked)
      log.error(
        { ...about, handler: due.handler, attempts, reason },
        'an event is parked: its handler failed too often; `node tools/parked.ts` runs it again',
      )
    else log.warn({ ...about, handler: due.handler, attempts }, 'an event handler failed; it is tried again')
    const wait = Math.min(3600, 2 ** attempts)
    await db
      .updateTable('event_delivery')
      .set({
        attempts,
        next_attempt_at: machineNow().add({ seconds: wait }),
        parked_reason: parked ? reason : null,
      })
      .where('event_id', '=', due.event_id)
      .where('handler', '=', due.handler)
      .execute()
  }

  async function work(): Promise<void> {
    do {
      again = false
      // Until nothing is due, or only what another process is at.
      for (let moved = true; moved && !closed;) {
        moved = false
        for (const due of await lookForDue()) if (!closed && (await deliver(due))) moved = true
      }
    } while (again && !closed)
  }

  function start(): Promise<void> {
    if (running) {
      again = true
      return running
    }
    running = work()
      .catch((error: unknown) => log.error({ err: error }, 'event deliveries could not be read'))
      .finally(() => {
        running = undefined
        if (again && !closed) void start()
      })
    return running
  }

  return {
    handlersOf: (type) =>
      (byType.get(type) ?? [])
        .filter((handler) => handler.isWanted?.() ?? true)
        .map((handler) => handler.name),
    wake: () => {
      if (!closed) void start()
    },
    async drain() {
      await start()
      while (running) await running
    },
    async close() {
      closed = true
      await running
    },
  }
}
