import { sql, type RawBuilder, type Selectable } from 'kysely'
import pg from 'pg'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import type { Log } from '../log.ts'
import type { RecordedEvent } from './event.ts'
import { forgetForeignNumbers } from './foreign-numbers.ts'

/**
 * Every server sees every fact soon after its commit, once: caches are dropped and sockets told from here. The own process
 * hears its facts at once; those of others come by NOTIFY (sent after the commit, coalesced: inside the transaction it
 * costs two thirds of the commits) and by a slow poll, for a crash between commit and NOTIFY.
 *
 * A read finds what has been committed since the snapshot of the read before, by the number of the writing transaction (decision 306).
 * Ids are no order of commits, and clocks of servers are none either.
 */
export interface Tail {
  subscribe(listener: (event: RecordedEvent) => void): void
  /** Facts that this process has just committed. */
  committed(events: readonly RecordedEvent[]): void
  /**
   * Resolves when this process has heard of the fact and of all that its transaction wrote, or when it is not there, or when the database
   * did not answer twice.
   */
  caughtUp(id: number): Promise<void>
  /** The fact that was told last; 0 before the first. */
  last(): number
  start(): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'stowage_event'
/** So many are read at a time. */
const PAGE = 5000
/** Ids of facts that were told: an own fact may be read before its commit is answered, and is told once. */
const REMEMBERED = 20_000
/** Own facts are left out of the next read by their ids; with more of them it is time for one. */
const MOST_UNREAD = 5000
/** Under load one message for all facts of this time: other servers read them in one go. */
const NOTIFY_EVERY_MS = 20

/** How often what others wrote is looked for without a notification. */
const POLL_MS = 5000

type Row = Selectable<Schema['event']>

/** Everything that is visible in `to` and was not in the snapshot before it, from `after` on. */
interface Span {
  readonly to: string
  readonly own: readonly number[]
  after: Pick<Row, 'tx' | 'id'> | undefined
}

/**
 * Without parameters on purpose: a plan that was made for a span of a second would be kept for one of an hour. All values are the
 * database's own.
 */
function rowsBetween(from: string, { to, own, after }: Span): RawBuilder<Row> {
  const [before, now] = [sql`${sql.lit(from)}::pg_snapshot`, sql`${sql.lit(to)}::pg_snapshot`]
  const position =
    after === undefined ? sql`` : sql`and (tx, id) > (${sql.lit(after.tx)}::xid8, ${sql.lit(after.id)})`
  const others = own.length === 0 ? sql`` : sql`and id <> all(${sql.lit(`{${own.join(',')}}`)}::bigint[])`
  return sql<Row>`
    select * from event
     where tx >= pg_snapshot_xmin(${before}) and tx < pg_snapshot_xmax(${now})
       and not pg_visible_in_snapshot(tx, ${before}) and pg_visible_in_snapshot(tx, ${now}) ${position} ${others}
     order by tx, id limit ${sql.lit(PAGE)}`
}

async function currentSnapshot(db: Database): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database has no snapshot')
  return row.snapshot
}

/** @param options.isQuiet reads what others wrote only when they say so: tests count statements, and one of the poll's would be luck */
export function createTail(options: { db: Database; url: string; log: Log; isQuiet?: boolean }): Tail {
  const { db, log } = options
  const listeners: ((event: RecordedEvent) => void)[] = []
  const told = new Set<number>()
  /** Own facts that were told and may be read yet. */
  const unread = new Set<number>()
  /** All that is visible in it has been told, or was there before the start. */
  let snapshot = ''
  let span: Span | undefined
  let lastTold = 0
  let listenClient: pg.Client | undefined
  let notifyTimer: NodeJS.Timeout | undefined
  let notifying: Promise<void> | undefined
  let notifyAgain = false
  let isUnsent = false
  let pollTimer: NodeJS.Timeout | undefined
  let reading: Promise<boolean> | undefined
  let nextReading: Promise<boolean> | undefined
  let closed = false

  function tell(event: RecordedEvent): void {
    if (told.has(event.id)) return
    told.add(event.id)
    if (told.size > REMEMBERED) {
      const [oldest] = told
      if (oldest !== undefined) told.delete(oldest)
    }
    lastTold = event.id
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        log.error({ err: error, event: event.type }, 'an event listener failed')
      }
    }
  }

  /** Goes on where a read that failed stopped, so that no page is told twice. */
  async function finish(rest: Span): Promise<void> {
    for (let count = PAGE; count === PAGE && !closed;) {
      const { rows } = await rowsBetween(snapshot, rest).execute(db)
      for (const row of rows)
        tell({
          id: row.id,
          type: row.type,
          aggregate: row.aggregate,
          stockId: row.stock_id,
          payload: row.payload as Record<string, unknown>,
          at: row.happened_at,
        })
      count = rows.length
      rest.after = rows.at(-1) ?? rest.after
    }
    for (const id of rest.own) unread.delete(id)
    snapshot = rest.to
    span = undefined
  }

  async function readOnce(): Promise<boolean> {
    if (snapshot === '') return false
    try {
      if (span) await finish(span)
      // Own facts that are told by now are committed: the snapshot that is taken next has them.
      const own = [...unread]
      const to = await currentSnapshot(db)
      if (to === snapshot) return true
      span = { to, own, after: undefined }
      await finish(span)
      return true
    } catch (error) {
      log.warn({ err: error }, 'the tail of events could not be read')
      return false
    }
  }

  /** A read that begins from now on: one that is under way may have begun before what is looked for was committed. */
  function read(): Promise<boolean> {
    if (closed) return Promise.resolve(true)
    if (nextReading) return nextReading
    if (reading) return (nextReading = reading.then(begin))
    return begin()
  }

  function begin(): Promise<boolean> {
    nextReading = undefined
    const mine = readOnce().finally(() => {
      if (reading === mine) reading = undefined
    })
    reading = mine
    return mine
  }

  function notifySoon(): void {
    if (notifyTimer || closed) return
    notifyTimer = setTimeout(() => {
      notifyTimer = undefined
      // One at a time: a client with a statement under way would only queue the next, under bookings without end.
      if (notifying) return void (notifyAgain = true)
      if (!listenClient) return void (isUnsent = true)
      notifying = listenClient
        .query(`notify ${CHANNEL}`)
        .then(() => undefined)
        .catch(() => {
          isUnsent = true
        })
        .finally(() => {
          notifying = undefined
          if (!notifyAgain) return
          notifyAgain = false
          notifySoon()
        })
    }, NOTIFY_EVERY_MS)
  }

  async function listen(): Promise<void> {
    if (closed) return
    let ownProcess: number | undefined
    const client = new pg.Client({
      connectionString: options.url,
      application_name: 'stowage-listen',
      keepAlive: true,
    })
    const lost = (): void => {
      if (listenClient !== client) return
      listenClient = undefined
      client.end().catch(() => undefined)
      if (!closed) setTimeout(() => void listen().catch(() => undefined), 1000).unref()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ processId }) => {
      // Our own facts were told when they were committed: reading them again would cost as much as another server's.
      if (processId !== ownProcess) void read()
    })
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      ownProcess = rows[0]?.pid
      await client.query(`listen ${CHANNEL}`)
      listenClient = client
      // What was said while there was no connection is read now, and what could not be said is said.
      void read()
      if (isUnsent) notifySoon()
      isUnsent = false
    } catch (error) {
      log.warn({ err: error }, 'the listening connection could not be opened; polling goes on')
      client.end().catch(() => undefined)
      if (!closed) setTimeout(() => void listen().catch(() => undefined), 2000).unref()
    }
  }

  return {
    subscribe: (listener) => listeners.push(listener),
    committed(events) {
      for (const event of events) {
        if (!told.has(event.id)) unread.add(event.id)
        tell(event)
      }
      if (unread.size > MOST_UNREAD) void read()
      notifySoon()
    },
    last: () => lastTold,
    async caughtUp(id) {
      for (let looks = 0; looks < 2 && !closed; looks += 1) {
        // Of a transaction whose facts are read page by page the rest may still come.
        if (told.has(id) && span?.after === undefined) return
        if (await read()) return
      }
    },
    async start() {
      await forgetForeignNumbers(db)
      snapshot = await currentSnapshot(db)
      await listen()
      if (options.isQuiet) return
      pollTimer = setInterval(() => void read(), POLL_MS)
      pollTimer.unref()
    },
    async close() {
      closed = true
      clearInterval(pollTimer)
      clearTimeout(notifyTimer)
      await nextReading
      await reading
      await listenClient?.end().catch(() => undefined)
    },
  }
}
