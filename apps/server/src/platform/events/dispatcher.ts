import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { later, type Transact, type Tx } from '../database/transaction.ts'
import { machineNow } from '../clock.ts'
import type { Log } from '../log.ts'
import { batchesOf, type Due } from './batches.ts'
import { dueDeliveries, takeDeliveries, type Taken } from './due-deliveries.ts'
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
  /**
   * Several facts in one transaction, each about another thing, in the order in which they happened.
   * @returns those that it has not touched: each is to come alone, in a transaction of its own
   */
  runTogether?(tx: Tx, events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[] | void>
}

/** A fact as a handler of its type gets it. */
export type Told<P> = Omit<RecordedEvent, 'payload'> & { readonly payload: P }

/** Declares a handler; `name` is its identity in the database and must never change meaning. */
export function on<P extends Readonly<Record<string, unknown>>>(
  type: EventType<P>,
  name: string,
  run: (tx: Tx, event: Told<P>) => Promise<void>,
): Handler {
  return { name, type: type.type, run: (tx, event) => run(tx, event as Told<P>) }
}

/**
 * The same for what can be done for many things with a few statements: facts that wait are handed over together, and are done
 * together or not at all; where that fails each comes alone. Also a fact that comes by itself is one of such a list.
 */
export function onMany<P extends Readonly<Record<string, unknown>>>(
  type: EventType<P>,
  name: string,
  run: (tx: Tx, events: readonly Told<P>[]) => Promise<void>,
): Handler {
  return {
    name,
    type: type.type,
    run: (tx, event) => run(tx, [event as Told<P>]),
    runTogether: (tx, events) => run(tx, events as readonly Told<P>[]),
  }
}

/**
 * A handler of single facts that knows which of many it can do together, since they ask for little: mostly that nothing is to be
 * done. It gives the others back untouched, and each comes alone as ever, with its locks in their order and its numbers last.
 */
export function onEach<P extends Readonly<Record<string, unknown>>>(
  type: EventType<P>,
  name: string,
  run: (tx: Tx, event: Told<P>) => Promise<void>,
  many: (tx: Tx, events: readonly Told<P>[]) => Promise<readonly Told<P>[]>,
): Handler {
  return {
    ...on(type, name, run),
    runTogether: (tx, events) => many(tx, events as readonly Told<P>[]),
  }
}

export interface Dispatcher {
  /** Those that want a fact of this type now. */
  handlersOf(type: string): readonly string[]
  /** Those that are known here and do not want it now. */
  unwantedOf(type: string): readonly string[]
  /** All names. */
  readonly names: readonly string[]
  /** New facts may wait: look soon. */
  wake(): void
  /** Delivers everything that is due and comes back when nothing is left; tests and the demo use it. */
  drain(): Promise<void>
  close(): Promise<void>
}

const MAX_ATTEMPTS = 12

/** So many facts share a transaction at most: what it locks is locked for all of them. */
const MOST_TOGETHER = 40

const recorded = (row: Taken): RecordedEvent => ({
  id: row.id,
  type: row.type,
  aggregate: row.aggregate,
  stockId: row.stock_id,
  payload: row.payload as Record<string, unknown>,
  at: row.happened_at,
})

export function createDispatcher(options: {
  db: Database
  transact: () => Transact
  handlers: readonly Handler[]
  log: Log
}): Dispatcher {
  const { db, log } = options
  const byName = new Map(options.handlers.map((handler) => [handler.name, handler]))
  if (byName.size !== options.handlers.length) throw new Error('two event handlers share a name')
  const names = [...byName.keys()]
  const byType = Map.groupBy(options.handlers, (handler) => handler.type)
  let running: Promise<void> | undefined
  let again = false
  let closed = false

  /**
   * Runs the handler in the transaction that marks its deliveries; false when somebody else has them or has done them. Of several,
   * one may be at fault: then each is tried by itself.
   */
  async function deliver(batch: readonly Due[]): Promise<boolean> {
    const [due, ...others] = batch
    const handler = byName.get(due?.handler ?? '')
    if (due === undefined || handler === undefined) return false
    let left: readonly Due[] = []
    try {
      const hasMoved = await options.transact()(async (tx) => {
        left = []
        const { rows } = await takeDeliveries([due, ...others], machineNow()).execute(tx)
        const events = rows.map(recorded).sort((one, other) => one.id - other.id)
        const [event] = events
        if (event === undefined) return false
        if (batch.length === 1) {
          await handler.run(tx, event)
          return true
        }
        const untouched = new Set((await handler.runTogether?.(tx, events))?.map(({ id }) => id))
        left = batch.filter(({ event_id: id }) => untouched.has(id))
        if (left.length > 0) await giveBack(tx, left)
        return true
      })
      for (const one of left) if (!closed) await deliver([one])
      return hasMoved
    } catch (error) {
      if (batch.length === 1) {
        await postpone(due, error)
        return true
      }
      log.info(
        { err: error, event: due.type, handler: due.handler, facts: batch.length },
        'facts could not be handled together; each is handled by itself',
      )
      let hasMoved = false
      for (const one of batch) if (!closed && (await deliver([one]))) hasMoved = true
      return hasMoved
    }
  }

  /** They were marked as done with the others. */
  async function giveBack(tx: Tx, left: readonly Due[]): Promise<void> {
    await later(
      tx,
      tx
        .updateTable('event_delivery')
        .set({ done_at: null })
        .where('handler', '=', left[0]?.handler ?? '')
        .where(sql<boolean>`event_id = any(${left.map(({ event_id }) => event_id)}::bigint[])`),
    )
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
        const together = (name: string): number => (byName.get(name)?.runTogether ? MOST_TOGETHER : 1)
        const { rows } = await dueDeliveries(machineNow(), names).execute(db)
        for (const batch of batchesOf(rows, together)) if (!closed && (await deliver(batch))) moved = true
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

  const namesOf = (type: string, isWanted: boolean): string[] =>
    (byType.get(type) ?? [])
      .filter((handler) => (handler.isWanted?.() ?? true) === isWanted)
      .map((handler) => handler.name)

  return {
    names,
    handlersOf: (type) => namesOf(type, true),
    unwantedOf: (type) => namesOf(type, false),
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
