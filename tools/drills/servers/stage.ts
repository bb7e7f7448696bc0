import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { main, type Running } from '@stowage/server/main'
import { createBusinessClock } from '@stowage/server/platform/business-clock'
import { machineNow } from '@stowage/server/platform/clock'
import { type Config, readConfig } from '@stowage/server/platform/config'
import { connect, type Connection } from '@stowage/server/platform/database/connect'
import { migrate } from '@stowage/server/platform/database/migrate'
import { createTransact } from '@stowage/server/platform/database/transaction'
import { startMailbox, type Mailbox } from '@stowage/simulators'
import { sql } from 'kysely'
import { tokenMaker } from '../../bench/fill-world.ts'
import { startPostgres } from '../../postgres/start-postgres.ts'
import { openPort } from '../../start/open-port.ts'
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts'
import { findFaults } from '../../verify/find-faults.ts'
import { SUPER_EMAIL } from '../../volume/make-patterns.ts'
import { startBalance } from './balance.ts'
import { cutOffDatabase, type CutOff } from './cut-off-database.ts'
import type { Drill } from './drill.ts'
import { startPool } from './pool.ts'

export interface Server {
  readonly port: number
  child: ChildProcess
}

/** Two servers, each a process of its own, on one database and one bucket behind a balancer, and all that they depend on. */
export interface Stage<T> {
  /** Of the balancer. */
  readonly url: string
  readonly servers: readonly [Server, Server]
  /** Reaches the database whatever is cut off for the servers. */
  readonly direct: Connection
  /** The way of the servers to their database. */
  readonly database: CutOff
  readonly files: ObjectStore
  readonly mailbox: Mailbox
  readonly filled: T
  /** An access token; they live fifteen minutes. */
  token(accountId: string): Promise<string>
  /** Business time of all servers becomes this instant; they hear of it within five seconds. */
  setTime(instant: string): Promise<void>
  businessNow(): Temporal.Instant
  /** Ends a server and starts it again at its port. @returns how long it took to end, with which code, and to answer again */
  restart(
    server: Server,
    signal: 'SIGTERM' | 'SIGKILL',
  ): Promise<{ readonly endMs: number; readonly code: number | null; readonly openMs: number }>
  /** Ends both as an operator does and holds them to it: in less than ten seconds, with 0. */
  stop(): Promise<void>
  /** Whatever does not hold in the database (tools/verify). */
  faults(): Promise<string[]>
}

export interface StageWish<T> {
  /** PgBouncer in transaction mode before the database. */
  readonly withPool?: boolean
  /** What the servers are told beside. */
  readonly env?: Readonly<Record<string, string>>
  /** And what follows from the filling. */
  readonly envOf?: (filled: T) => Readonly<Record<string, string>>
  /** Fills the migrated, empty database before the servers start. */
  readonly prepare: (places: Filling) => Promise<T>
}

export interface Filling {
  /** With the database of the servers, their keys and a data folder. */
  readonly config: Config
  /** Of their PostgreSQL. */
  readonly cluster: string
  /** Its own address, which nobody cuts off. */
  readonly databaseUrl: string
  /** A server in this process that does nothing by itself; closed behind. */
  quietly<R>(work: (running: Running) => Promise<R>): Promise<R>
}

const START = path.join(import.meta.dirname, '../../../apps/server/src/main.ts')

export async function openStage<T>(drill: Drill, wish: StageWish<T>): Promise<Stage<T>> {
  const { folder, children } = drill
  const postgres = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    durable: true,
    log: () => undefined,
  })
  drill.atEnd(async () => await postgres.stop())
  const database = await cutOffDatabase(postgres.url)
  drill.atEnd(database.close)
  const files = await startObjectStore()
  drill.atEnd(files.close)
  const mailbox = await startMailbox({ host: '127.0.0.1', port: 0 })
  drill.atEnd(mailbox.close)
  const pool = wish.withPool ? await startPool(database.url, folder, children) : undefined
  if (wish.withPool && pool === undefined) throw new Error('there is no PgBouncer here: PGBOUNCER_BIN')
  const env = {
    DATABASE_URL: pool?.url ?? database.url,
    ...(pool === undefined ? {} : { DATABASE_LISTEN_URL: database.url }),
    FILES_URL: files.filesUrl,
    SMTP_URL: mailbox.smtpUrl,
    DEMO: 'off',
    TOKEN_KEY: randomBytes(32).toString('base64url'),
    STORAGE_KEY: randomBytes(32).toString('base64url'),
    RATE_LIMIT_PER_MINUTE: '100000000',
    TRUSTED_PROXIES: '127.0.0.1',
    UNPAID_BOXES_PER_ACCOUNT: '1000',
    VISITOR_SOCKETS_PER_ADDRESS: '1000000',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    PATH: process.env['PATH'] ?? '',
    ...wish.env,
  }
  await migrate(postgres.url)
  const config = readConfig({ ...env, PORT: '0', DATA_DIR: path.join(folder, 'first') })
  const filled = await wish.prepare({
    config,
    cluster: path.join(folder, 'postgres/cluster'),
    databaseUrl: postgres.url,
    async quietly(work) {
      const running = await main(config, { manual: true, webFolder: '/nowhere' })
      try {
        return await work(running)
      } finally {
        await running.close()
      }
    },
  })

  const told = { ...env, ...wish.envOf?.(filled) }
  const start = async (port: number): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [START], {
      env: { ...told, PORT: String(port), DATA_DIR: path.join(folder, `server-${port}`) },
      stdio: ['ignore', process.env['LOG_LEVEL'] === undefined ? 'ignore' : 'inherit', 'inherit'],
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    await untilReady(child, port)
    return child
  }
  const open = async (): Promise<Server> => {
    const port = await openPort(0, '127.0.0.1')
    return { port, child: await start(port) }
  }
  const servers = [await open(), await open()] as const
  drill.atEnd(async () => {
    await Promise.all(servers.map(async ({ child }) => await end(child, 'SIGKILL')))
  })
  const balance = await startBalance(
    servers.map(({ port }) => port),
    folder,
    children,
  )
  drill.atEnd(balance.close)
  drill.say(
    `two servers behind ${balance.name}${pool === undefined ? '' : `, their database behind ${pool.name}`}`,
  )
  const direct = connect(postgres.url, { max: 3 })
  drill.atEnd(direct.close)

  const clock = createBusinessClock({
    db: direct.db,
    // Nobody listens here; the servers find the fact by looking.
    tail: { subscribe: () => undefined } as unknown as Parameters<typeof createBusinessClock>[0]['tail'],
  })
  await clock.load()
  const transact = createTransact(direct.db, {
    handlersOf: () => [],
    machineNow,
    committed: () => undefined,
  })
  return {
    url: balance.url,
    servers,
    direct,
    database,
    files,
    mailbox,
    filled,
    token: keptTokens(tokenMaker(config)),
    setTime: async (instant) => await clock.move(transact, Date.parse(instant) - Date.now()),
    businessNow: () => clock.now(),
    async restart(server, signal) {
      const endMs = await end(server.child, signal)
      const code = server.child.exitCode
      const begun = performance.now()
      server.child = await start(server.port)
      return { endMs, code, openMs: performance.now() - begun }
    },
    async stop() {
      for (const { child } of servers) {
        const took = await end(child, 'SIGTERM')
        drill.say(`stopped in ${Math.round(took)} ms with ${child.exitCode}`)
        drill.check(took < 10_000, `a server took ${Math.round(took)} ms to stop`)
        drill.check(child.exitCode === 0, `a server stopped with ${child.exitCode}`)
      }
    },
    async faults() {
      const { faults } = await findFaults(direct.db)
      return faults.map(({ what, id, detail }) => `${what} (${id}): ${detail}`)
    },
  }
}

const KEPT_MS = 300_000

/** The same for some minutes, as a page has it. */
function keptTokens(make: (accountId: string) => Promise<string>): (accountId: string) => Promise<string> {
  const kept = new Map<string, { readonly token: Promise<string>; readonly until: number }>()
  return async (accountId) => {
    const known = kept.get(accountId)
    if (known !== undefined && known.until > performance.now()) return await known.token
    const token = make(accountId)
    kept.set(accountId, { token, until: performance.now() + KEPT_MS })
    return await token
  }
}

/** @returns how long it took */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  const begun = performance.now()
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'exit')
  }
  return performance.now() - begun
}

/** @param probe older versions know `health` alone */
export async function untilReady(
  child: ChildProcess,
  port: number,
  probe: 'ready' | 'health' = 'ready',
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/${probe}`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    if (child.exitCode !== null || tries > 2000) throw new Error('a server did not start')
    await sleep(30)
  }
}

/** The superUser that fillings of tools/volume make. */
export async function bossOf(db: Connection['db']): Promise<string> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('email_key', '=', SUPER_EMAIL)
    .executeTakeFirstOrThrow()
  return row.id
}

/** Until all that is due by now is billed and every fact has been followed up. @throws when that takes more than ten minutes */
export async function untilQuiet({ direct, businessNow }: Stage<unknown>): Promise<void> {
  for (const until = performance.now() + 600_000; ; await sleep(500)) {
    const { rows } = await sql<{ unbilled: number; deliveries: number }>`
      select (select count(*) from billing_plan where next_issue_on <= (${businessNow().toString()}::timestamptz at time zone 'Europe/Berlin')::date and parked_reason is null)::int as unbilled,
             (select count(*) from event_delivery where done_at is null and parked_reason is null)::int as deliveries`.execute(
      direct.db,
    )
    if (rows[0]?.unbilled === 0 && rows[0].deliveries === 0) return
    if (performance.now() > until)
      throw new Error(
        `still ${rows[0]?.unbilled} plans to bill and ${rows[0]?.deliveries} facts to follow up`,
      )
  }
}
