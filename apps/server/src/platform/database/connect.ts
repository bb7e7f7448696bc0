import { createHash } from 'node:crypto'
import { Kysely } from 'kysely'
import pg from 'pg'
import { pipeliningDialect } from './driver.ts'
import { mayHaveChanged } from './may-have-changed.ts'
import type { Schema } from './schema.ts'

const { types } = pg

// Days are days and instants are instants, wherever the server stands (a Date at local midnight is the day before in
// Vienna). Money columns are bigint and stay within safe integers; a value beyond them is a defect and must be loud.
types.setTypeParser(1082, (text) => Temporal.PlainDate.from(text))
types.setTypeParser(1184, (text) => Temporal.Instant.from(text.replace(' ', 'T')))
types.setTypeParser(1083, (text) => Temporal.PlainTime.from(text))
types.setTypeParser(1700, Number)
types.setTypeParser(20, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the bigint ${text} is not a safe integer`)
  return value
})

// pg would send an object as JSON text; these three are to be sent as the plain text they are.
for (const kind of [Temporal.PlainDate, Temporal.PlainTime, Temporal.Instant]) {
  Object.defineProperty(kind.prototype, 'toPostgres', {
    value(this: { toString(): string }) {
      return this.toString()
    },
    configurable: true,
  })
}

export type Database = Kysely<Schema>

export interface Connection {
  readonly db: Database
  readonly pool: pg.Pool
  /** @returns whether any statement that was done meanwhile, by the work or beside it, may have changed something */
  changes(work: () => Promise<void>): Promise<boolean>
  close(): Promise<void>
}

/**
 * Opens the pool. Statements with parameters are prepared once per connection under a name made from their text
 * (0.14 against 0.21 ms for a row); the number of names is bounded because lists make texts of any length.
 */
export function connect(
  url: string,
  options: {
    max?: number
    onError?: (error: Error) => void
    /**
     * A pooler in transaction mode is in between: the next statement may meet another connection, which does not know what was
     * prepared, and settings of a connection are nobody's (docs/operations/many-servers.md says where they go).
     */
    isPooled?: boolean
  } = {},
): Connection {
  const isPooled = options.isPooled ?? false
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 5_000,
    ...(isPooled ? {} : { statement_timeout: 30_000, lock_timeout: 8_000 }),
    application_name: 'stowage',
  })
  let isClosing = false
  // The pool has "ended" before its sockets have: a database that goes down after us may still cut one of them.
  pool.on('error', (error) => !isClosing && options.onError?.(error))
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known) return known
    if (names.size >= 400 || text.length > 8000) return undefined
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  // Kysely asks its pool for `connect` and `end` and its client for `query` and `release`; only `query` is ours.
  pool.on('connect', (client) => {
    // While a connection is lent out the pool does not listen: a database that goes away would end this process. Whoever
    // works with the connection gets the error by the statement it waits for.
    client.on('error', () => undefined)
    if (isPooled) return
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    Object.defineProperty(client, 'query', {
      value: (...args: unknown[]) => {
        const [text, values] = args
        if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return query(...args)
        const name = nameOf(text)
        return query(name === undefined ? { text, values } : { name, text, values }, ...args.slice(2))
      },
    })
  })
  const watchers = new Set<{ isChanged: boolean }>()
  const db = new Kysely<Schema>({
    dialect: pipeliningDialect(pool, (text, answer) => {
      if (watchers.size > 0 && mayHaveChanged(text, answer))
        for (const watcher of watchers) watcher.isChanged = true
    }),
  })
  const close = async (): Promise<void> => {
    isClosing = true
    await db.destroy()
  }
  const changes: Connection['changes'] = async (work) => {
    const watcher = { isChanged: false }
    watchers.add(watcher)
    try {
      await work()
      return watcher.isChanged
    } finally {
      watchers.delete(watcher)
    }
  }
  return { db, pool, changes, close }
}
