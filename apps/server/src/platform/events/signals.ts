import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../database/connect.ts'
import type { Tx } from '../database/transaction.ts'
import type { Log } from '../log.ts'

/**
 * Short texts from process to process over NOTIFY: quick, to whoever listens at that moment, and lost for whoever does not. For what
 * is also found by looking, only later; facts that must arrive are events.
 */
export interface Signals {
  /** One listener a topic. Called in every process, this one included. */
  on(topic: string, listener: (text: string) => void): void
  /** At the commit of the transaction, or at once. At most 7000 bytes. */
  send(db: Database | Tx, topic: string, text: string): Promise<void>
  /** Resolves when this process listens, or when it is known that it cannot now: it goes on trying. */
  start(): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'stowage_signal'
const AGAIN_MS = 1000

export function createSignals({ url, log }: { url: string; log: Log }): Signals {
  const listeners = new Map<string, (text: string) => void>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function heard(payload: string): void {
    const [topic = ''] = payload.split(' ', 1)
    try {
      listeners.get(topic)?.(payload.slice(topic.length + 1))
    } catch (error) {
      log.error({ err: error, topic }, 'a listener failed')
    }
  }

  async function listen(): Promise<void> {
    if (closed) return
    const mine = new pg.Client({
      connectionString: url,
      application_name: 'stowage-signals',
      keepAlive: true,
    })
    const again = (): void => {
      if (client === mine) client = undefined
      mine.end().catch(() => undefined)
      if (closed || timer) return
      timer = setTimeout(() => {
        timer = undefined
        void listen()
      }, AGAIN_MS)
      timer.unref()
    }
    mine.on('error', again)
    mine.on('end', again)
    mine.on('notification', ({ payload }) => heard(payload ?? ''))
    try {
      await mine.connect()
      await mine.query(`listen ${CHANNEL}`)
      client = mine
    } catch (error) {
      log.warn({ err: error }, 'signals of other processes are not heard')
      again()
    }
  }

  return {
    on: (topic, listener) => void listeners.set(topic, listener),
    async send(db, topic, text) {
      await sql`select pg_notify(${CHANNEL}, ${`${topic} ${text}`})`.execute(db)
    },
    start: listen,
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
