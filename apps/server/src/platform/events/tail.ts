import { sql, type Selectable } from 'kysely'
import pg from 'pg'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import type { Log } from '../log.ts'
import type { RecordedEvent } from './event.ts'

/**
 * Every server sees every fact soon after its commit: caches are dropped and sockets told from here. The own process
 * hears its facts at once; those of others come by NOTIFY (sent after the commit, coalesced: inside the transaction it
 * costs two thirds of the commits) and by a slow poll, for a crash between commit and NOTIFY.
 */
export interface Tail {
  subscribe(listener: (event: RecordedEvent) => void): void
  /** Facts that this process has just committed. */
  committed(events: readonly RecordedEvent[]): void
  /** Resolves when this process has heard of the fact, or has looked for it and it is not there, or nothing could be read. */
  caughtUp(id: number): Promise<void>
  /** The fact that was told last; 0 before the first. */
  last(): number
  start(): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'stowage_event'
/** Identity ids are not commit-ordered: re-read this many behind the cursor and drop what was seen. */
const OVERLAP = 200
/** What is further behind the cursor was told, or will never be. */
const KEPT = 10_000
/** Under load one message for all facts of this time: other servers read them in one go. */
const NOTIFY_EVERY_MS = 20

/** How often what others wrote is looked for without being told of it. */
const POLL_MS = 5000

/** @param options.isQuiet reads what others wrote only when they say so: tests count statements, and one of the poll's would be luck */
export function createTail(options: { db: Database; url: string; log: Log; isQuiet?: boolean }): Tail {
  const { db, log } = options
  const listeners: ((event: RecordedEvent) => void)[] = []
  const seen = new Set<number>()
  let cursor = 0
  let lastTold = 0
  let listenClient: pg.Client | undefined
  let notifyTimer: NodeJS.Timeout | undefined
  let notifying: Promise<void> | undefined
  let notifyAgain = false
  let pollTimer: NodeJS.Timeout | undefined
  let reading: Promise<void> | undefined
  let readAgain = false
  let closed = false

  function tell(event: RecordedEvent): void {
    if (seen.has(event.id)) return
    seen.add(event.id)
    if (event.id > cursor) cursor = event.id
    if (seen.size > 2 * KEPT) for (const id of seen) if (id < cursor - KEPT) seen.delete(id)
    lastTold = event.id
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (error) {
        log.error({ err: error, event: event.type }, 'an event listener failed')
      }
    }
  }

  async function readOnce(): Promise<void> {
    // Only the gaps are asked for by name: a list of all that is known was half of what hearing of another server's fact cost.
    const gaps: number[] = []
    for (let id = Math.max(1, cursor - OVERLAP + 1); id <= cursor; id += 1) if (!seen.has(id)) gaps.push(id)
    const late =
      gaps.length === 0 ? sql`` : sql`union all select * from event where id = any(${gaps}::bigint[])`
    const { rows } = await sql<
      Selectable<Schema['event']>
    >`select * from event where id > ${cursor} ${late} order by id limit 5000`.execute(db)
    for (const row of rows) {
      tell({
        id: row.id,
        type: row.type,
        aggregate: row.aggregate,
        stockId: row.stock_id,
        payload: row.payload as Record<string, unknown>,
        at: row.happened_at,
      })
    }
  }

  function read(): void {
    if (closed) return
    if (reading) {
      readAgain = true
      return
    }
    reading = readOnce()
      .catch((error: unknown) => log.warn({ err: error }, 'the tail of events could not be read'))
      .finally(() => {
        reading = undefined
        if (readAgain) {
          readAgain = false
          read()
        }
      })
  }

  function notifySoon(): void {
    if (notifyTimer || closed) return
    notifyTimer = setTimeout(() => {
      notifyTimer = undefined
      // One at a time: a client with a statement under way would only queue the next, under bookings without end.
      if (notifying) return void (notifyAgain = true)
      notifying = listenClient
        ?.query(`notify ${CHANNEL}`)
        .then(() => undefined)
        .catch(() => undefined)
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
      if (processId !== ownProcess) read()
    })
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      ownProcess = rows[0]?.pid
      await client.query(`listen ${CHANNEL}`)
      listenClient = client
      // Whatever was said while nobody listened is read now.
      if (cursor > 0) read()
    } catch (error) {
      log.warn({ err: error }, 'the listening connection could not be opened; polling goes on')
      client.end().catch(() => undefined)
      if (!closed) setTimeout(() => void listen().catch(() => undefined), 2000).unref()
    }
  }

  return {
    subscribe: (listener) => listeners.push(listener),
    committed(events) {
      for (const event of events) tell(event)
      notifySoon()
    },
    last: () => lastTold,
    async caughtUp(id) {
      // A look that is under way may have begun before the fact was committed: then one more.
      for (let looks = 0; looks < 2 && !closed; looks += 1) {
        if (seen.has(id) || id <= cursor - KEPT) return
        if (!reading) read()
        await reading
      }
    },
    async start() {
      // Only ids that are there count as seen: a gap below the last one may be a fact that is just being committed.
      const last = await db.selectFrom('event').select('id').orderBy('id', 'desc').limit(OVERLAP).execute()
      cursor = last[0]?.id ?? 0
      for (const { id } of last) seen.add(id)
      await listen()
      if (options.isQuiet) return
      pollTimer = setInterval(read, POLL_MS)
      pollTimer.unref()
    },
    async close() {
      closed = true
      clearInterval(pollTimer)
      clearTimeout(notifyTimer)
      await reading
      await listenClient?.end().catch(() => undefined)
    },
  }
}
