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
  run(tx: Tx, event: RecordedEvent): Promise<void>
}

/** Declares a handler; `name` is its identity in the database and must never change meaning. */
export function on<P extends Readonly<Record<string, unknown>>>(
  type: EventType<P>,
  name: string,
  run: (tx: Tx, event: Omit<RecordedEvent, 'payload'> & { readonly payload: P }) => Promise<void>,
): Handler {
  return { name, type: type.type, run: (tx, event) => run(tx, event as Omit<RecordedEvent, 'payload'> & { readonly payload: P }) }
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

interface Due {
  readonly event_id: number
  readonly handler: string
  readonly attempts: number
  readonly type: string
  readonly aggregate: string
  readonly stock_id: string | null
  readonly payload: unknown
  readonly happened_at: Temporal.Instant
}

export function createDispatcher(options: { db: Database; transact: () => Transact; handlers: readonly Handler[]; log: Log }): Dispatcher {
  const { db, log } = options
  const byName = new Map(options.handlers.map((handler) => [handler.name, handler]))
  if (byName.size !== options.handlers.length) throw new Error('two event handlers share a name')
  const byType = Map.groupBy(options.handlers, (handler) => handler.type)
  let running: Promise<void> | undefined
  let again = false
  let closed = false

  /** One delivery, or false when none is due. A delivery waits while an earlier one of its aggregate is open. */
  async function deliverOne(): Promise<boolean> {
    let current: Due | undefined
    try {
      return await options.transact()(async (tx) => {
        const { rows } = await sql<Due>`
          select d.event_id, d.handler, d.attempts, e.type, e.aggregate, e.stock_id, e.payload, e.happened_at
            from event_delivery d join event e on e.id = d.event_id
           where d.done_at is null and d.parked_reason is null and d.next_attempt_at <= ${machineNow().toString()}::timestamptz
             and not exists (select 1 from event_delivery p
                              where p.handler = d.handler and p.aggregate = d.aggregate and p.event_id < d.event_id and p.done_at is null and p.parked_reason is null)
           order by d.event_id limit 1 for update of d skip locked`.execute(tx)
        current = rows[0]
        if (!current) return false
        const handler = byName.get(current.handler)
        if (handler) {
          await handler.run(tx, {
            id: current.event_id, type: current.type, aggregate: current.aggregate, stockId: current.stock_id,
            payload: current.payload as Record<string, unknown>, at: current.happened_at,
          })
        }
        await tx.updateTable('event_delivery').set({ done_at: machineNow() }).where('event_id', '=', current.event_id).where('handler', '=', current.handler).execute()
        return true
      })
    } catch (error) {
      if (!current) throw error
      await postpone(current, error)
      return true
    }
  }

  async function postpone(due: Due, error: unknown): Promise<void> {
    const attempts = due.attempts + 1
    const parked = attempts >= MAX_ATTEMPTS
    log.error({ err: error, event: due.type, handler: due.handler, attempts, parked }, 'an event handler failed')
    const wait = Math.min(3600, 2 ** attempts)
    await db
      .updateTable('event_delivery')
      .set({ attempts, next_attempt_at: machineNow().add({ seconds: wait }), parked_reason: parked ? String(error instanceof Error ? error.message : error).slice(0, 500) : null })
      .where('event_id', '=', due.event_id)
      .where('handler', '=', due.handler)
      .execute()
  }

  async function work(): Promise<void> {
    do {
      again = false
      while (!closed && (await deliverOne())) {
        /* until nothing is due */
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
    handlersOf: (type) => (byType.get(type) ?? []).map((handler) => handler.name),
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
