import { sql, type Insertable, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import type { Database } from './connect.ts'
import { later } from './driver.ts'
import type { AuditEntry } from '../audit/audit.ts'
import { setApart } from '../audit/personal.ts'
import type { NewEvent, RecordedEvent } from '../events/event.ts'

export { later }

/** A transaction, passed first to everything that reads or writes within it. */
export type Tx = Transaction<Schema>

interface Pending {
  readonly events: NewEvent[]
  readonly audit: AuditEntry[]
  readonly afterCommit: (() => void)[]
  readonly lastly: ((tx: Tx) => Promise<void>)[]
  readonly recorded: ((events: readonly RecordedEvent[]) => void)[]
}

const pendingOf = new WeakMap<Tx, Pending>()

function pending(tx: Tx): Pending {
  const found = pendingOf.get(tx)
  if (!found) throw new Error('this transaction was not opened by transact()')
  return found
}

/** Announces a fact; its row is written in this transaction, right before the commit. */
export function publish(tx: Tx, event: NewEvent): void {
  pending(tx).events.push(event)
}

/** Notes a privileged act; its row is written in this transaction. */
export function audit(tx: Tx, entry: AuditEntry): void {
  pending(tx).audit.push(entry)
}

/** Runs when, and only when, the transaction has been committed. What it throws is logged. */
export function afterCommit(tx: Tx, action: () => void): void {
  pending(tx).afterCommit.push(action)
}

/** Told, when the transaction has been committed, which facts it wrote; not told of none. What it throws is logged. */
export function whenRecorded(tx: Tx, listener: (events: readonly RecordedEvent[]) => void): void {
  pending(tx).recorded.push(listener)
}

/** Runs as the last statements of the transaction: taking gapless numbers, whose row everybody else waits for. */
export function lastly(tx: Tx, action: (tx: Tx) => Promise<void>): void {
  pending(tx).lastly.push(action)
}

export interface TransactionHooks {
  /** Which handlers want an event type; each gets a delivery row in the same transaction. */
  handlersOf(type: string): readonly string[]
  /** Handlers that are known here and want no such event now: they get none, unlike those that only other servers know. */
  unwantedOf?(type: string): readonly string[]
  machineNow(): Temporal.Instant
  committed(events: readonly RecordedEvent[]): void
  /** A step after the commit has thrown: to be logged. */
  stepFailed?(error: unknown): void
}

export type Transact = <T>(action: (tx: Tx) => Promise<T>) => Promise<T>

/** A transaction that returns this and nothing else: what is kept of a call is its answer. */
export type TransactOf<A> = <T extends A>(action: (tx: Tx) => Promise<T>) => Promise<T>

type AuditBeside = Insertable<Schema['audit_personal']>

const RETRIED = new Set(['40001', '40P01'])

/**
 * Makes the one door to a transaction: events and audit entries collected on the way are written in one statement before
 * the commit, and 40001/40P01 run the whole action again (at most 5 times), so an action must be repeatable.
 */
export function createTransact(db: Database, hooks: TransactionHooks): Transact {
  return async (action) => {
    const { result, recorded, collected } = await commit(db, action, hooks)
    // Committed is committed: a step that fails is no failure of the call, and keeps no other step from its turn.
    const steps = [...collected.afterCommit]
    if (recorded.length > 0) {
      steps.push(() => hooks.committed(recorded))
      for (const listener of collected.recorded) steps.push(() => listener(recorded))
    }
    for (const step of steps) {
      try {
        step()
      } catch (error) {
        hooks.stepFailed?.(error)
      }
    }
    return result
  }
}

interface Committed<T> {
  readonly result: T
  readonly recorded: readonly RecordedEvent[]
  readonly collected: Pending
}

async function commit<T>(
  db: Database,
  action: (tx: Tx) => Promise<T>,
  hooks: TransactionHooks,
): Promise<Committed<T>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        const collected: Pending = { events: [], audit: [], afterCommit: [], lastly: [], recorded: [] }
        pendingOf.set(tx, collected)
        const result = await action(tx)
        for (const step of collected.lastly) await step(tx)
        return { result, recorded: await flush(tx, collected, hooks), collected }
      })
    } catch (error) {
      if (attempt >= 5 || !RETRIED.has((error as { code?: string }).code ?? '')) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * attempt + Math.floor(Math.random() * 10)))
    }
  }
}

/** Audit and events travel with the commit. @returns the events; they are in it once the commit is answered */
async function flush(tx: Tx, collected: Pending, hooks: TransactionHooks): Promise<RecordedEvent[]> {
  const at = hooks.machineNow().toString()
  if (collected.audit.length > 0) {
    const beside: AuditBeside[] = []
    const apart = (entry: AuditEntry, part: 'before' | 'after'): string | null => {
      if (entry[part] === undefined) return null
      const said = setApart(part, entry[part])
      for (const row of said.beside)
        beside.push({
          audit_id: entry.id,
          place: row.place,
          holder_id: row.holderId,
          salt: row.salt,
          value: JSON.stringify(row.value),
        })
      return JSON.stringify(said.chained)
    }
    const records = tx.insertInto('audit').values(
      collected.audit.map((entry) => ({
        id: entry.id,
        at: entry.at,
        recorded_at: hooks.machineNow(),
        actor_id: entry.actorId,
        on_behalf_of: entry.onBehalfOf ?? null,
        key_id: entry.keyId ?? null,
        action: entry.action,
        subject_type: entry.subjectType,
        subject_id: entry.subjectId ?? null,
        stock_id: entry.stockId ?? null,
        before: apart(entry, 'before'),
        after: apart(entry, 'after'),
        address: entry.address ?? null,
      })),
    )
    await later(tx, records)
    if (beside.length > 0) await later(tx, tx.insertInto('audit_personal').values(beside))
  }
  if (collected.events.length === 0) return []
  const input = collected.events.map((event, order) => ({
    order,
    type: event.type,
    aggregate: event.aggregate,
    stock_id: event.stockId ?? null,
    payload: event.payload,
    happened_at: event.at.toString(),
  }))
  const types = [...new Set(input.map((event) => event.type))]
  const handlers = types.flatMap((type) => hooks.handlersOf(type).map((handler) => ({ type, handler })))
  const known = [
    ...handlers.map(({ handler }) => handler),
    ...types.flatMap((type) => hooks.unwantedOf?.(type) ?? []),
  ]
  const recorded: RecordedEvent[] = []
  const statement = sql`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
        as x("order" int, type text, aggregate text, stock_id text, payload jsonb, happened_at timestamptz)
    ), recorded as (
      insert into event (type, aggregate, stock_id, payload, happened_at, recorded_at)
      select type, aggregate, stock_id, payload, happened_at, ${at}::timestamptz from input order by "order"
      returning id, type, aggregate
    ), delivered as (
      insert into event_delivery (event_id, handler, aggregate, next_attempt_at)
      select r.id, h.handler, r.aggregate, ${at}::timestamptz
      from recorded r join jsonb_to_recordset(${JSON.stringify(handlers)}::jsonb) as h(type text, handler text) on h.type = r.type
      union all
      select r.id, o.name, r.aggregate, ${at}::timestamptz
      from recorded r join event_handler o on o.type = r.type where o.name <> all(${known}::text[])
    )
    select id from recorded order by id`
  await later(tx, statement, {
    done(rows) {
      for (const [index, event] of collected.events.entries())
        recorded.push({
          id: (rows[index] as { id: number }).id,
          type: event.type,
          aggregate: event.aggregate,
          stockId: event.stockId ?? null,
          payload: event.payload,
          at: event.at,
        })
    },
  })
  return recorded
}
