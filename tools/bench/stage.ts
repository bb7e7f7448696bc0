import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { main } from '@stowage/server/main'
import { type Config, readConfig } from '@stowage/server/platform/config'
import { migrate } from '@stowage/server/platform/database/migrate'
import { openPort } from '../start/open-port.ts'
import { createBareSchema } from './bare/schema.ts'
import { type Child, startChild } from './children.ts'
import { createDatabase, gatherStatistics, openFolder, openServer, withDatabase } from './databases.ts'
import {
  BOXES_PER_STOCK,
  type FilledWorld,
  fillWorld,
  lockIdAt,
  tokenMaker,
  type World,
} from './fill-world.ts'
import type { SiteOrder } from './locks-sites.ts'

export interface StageOptions {
  /** A folder that keeps the filled database for the next run; the run itself always works on a fresh copy. */
  readonly keep?: string | undefined
  /** false: mails are written and wait, as without SMTP_URL. */
  readonly mails?: boolean
  /** Which script takes them; the simulators' mailbox otherwise. */
  readonly mailServer?: 'mail-drain.ts'
  /** For the product's process: a profiler. */
  readonly execArgv?: readonly string[]
}

export interface Started {
  readonly port: number
}

/** Everything that is measured, standing: one PostgreSQL, the product, the bare server, the warehouses of both. */
export interface Stage {
  readonly world: World
  readonly databaseUrl: string
  readonly product: Child<Started>
  readonly bare: Child<Started>
  readonly folder: string
  readonly config: Config
  readonly say: (text: string) => void
  query<R extends pg.QueryResultRow>(text: string): Promise<R[]>
  /** Nothing of the last round is still under way: facts are delivered, mails are sent. */
  rest(): Promise<void>
  /** Another process of the product on the same database. */
  startAnother(): Promise<Child<Started>>
  /** The next boxes that nobody has booked yet, over the five stocks in turn. */
  takeBoxes(count: number): { readonly stockId: string; readonly boxId: string; readonly lockId: string }[]
  /** The next boxes of the bare server: their numbers, and the lock that each opens. */
  takeBareBoxes(count: number): { readonly boxId: string; readonly lockId: string; readonly number: number }[]
  close(): Promise<void>
}

const BARE_SITE = 'bare'

/**
 * PostgreSQL with its data safe on disk as in production (or the server of DATABASE_URL), the data made by use
 * cases, both servers in processes of their own.
 */
export async function setStage(say: (text: string) => void, options: StageOptions = {}): Promise<Stage> {
  const { folder, closing, close } = openFolder(os.tmpdir(), options.keep)
  try {
    const server = await openServer(folder, closing, say)
    const filledUrl = withDatabase(server, FILLED)
    const databaseUrl = withDatabase(server, RUN)
    const port = await openPort(0, '127.0.0.1')
    const mailbox = await startChild<Started>(options.mailServer ?? 'mail-sink.ts', {
      log: path.join(folder, 'mail.log'),
    })
    closing.push(mailbox.stop)
    const env = {
      DATABASE_URL: databaseUrl,
      DEMO: 'off',
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      // As in production: calls are counted, and what fails is written. Only nobody is refused.
      RATE_LIMIT_PER_MINUTE: '100000000',
      // A few accounts book all day long here.
      UNPAID_BOXES_PER_ACCOUNT: '1000000',
      VISITOR_SOCKETS_PER_ADDRESS: '1000000',
      LOG_LEVEL: 'info',
      LOCKS_ALLOWED_ADDRESSES: '127.0.0.1',
      SMTP_URL: options.mails === false ? '' : `smtp://127.0.0.1:${mailbox.ready.port}`,
    }
    const config = readConfig(env)
    const kept = path.join(folder, 'world.json')
    if (!fs.existsSync(kept)) {
      say('Filling six stocks through the use cases')
      await createDatabase(server, FILLED)
      await migrate(filledUrl)
      const filled = await fillWorld({ ...config, databaseUrl: filledUrl, smtpUrl: undefined })
      await createBareSchema(filledUrl)
      await gatherStatistics(filledUrl)
      fs.writeFileSync(kept, JSON.stringify(filled), { mode: 0o600 })
    }
    await createDatabase(server, RUN, FILLED)
    const world: World = {
      ...(JSON.parse(fs.readFileSync(kept, 'utf8')) as FilledWorld),
      token: tokenMaker(config),
    }
    const bareSite = { ...(world.sites[0] as SiteOrder), siteId: BARE_SITE, locks: bareLocks() }
    const sites = await startChild<{ ports: Record<string, number> }>('locks-sites.ts', {
      log: path.join(folder, 'sites.log'),
      env: {
        BENCH_SITES: writeOrders(folder, [
          ...world.sites.map((site) => ({
            ...site,
            eventsUrl: `http://127.0.0.1:${port}/api/site-gateway/${site.siteId}/events`,
          })),
          bareSite,
        ]),
      },
    })
    closing.push(sites.stop)
    await connectSites(config, sites.ready.ports)
    const product = await startChild<Started>('server.ts', {
      log: path.join(folder, 'server.log'),
      env,
      execArgv: options.execArgv ?? [],
    })
    closing.push(product.stop)
    const { siteId, keyId, secret } = bareSite
    const bare = await startChild<Started>('bare-server.ts', {
      log: path.join(folder, 'bare.log'),
      env: {
        DATABASE_URL: databaseUrl,
        BENCH_BARE_SITE: JSON.stringify({ siteId, keyId, secret, port: sites.ready.ports[BARE_SITE] }),
      },
    })
    closing.push(bare.stop)
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    closing.push(async () => await client.end())
    const query = async <R extends pg.QueryResultRow>(text: string): Promise<R[]> =>
      (await client.query<R>(text)).rows
    return {
      world,
      databaseUrl,
      product,
      bare,
      folder,
      config,
      say,
      query,
      rest: async () => await rest(query, options.mails !== false),
      startAnother: async () =>
        await startChild<Started>('server.ts', {
          log: path.join(folder, 'another.log'),
          env: { ...env, PORT: '0', SMTP_URL: '' },
        }),
      ...counters(world),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const FILLED = 'stowage_bench_filled'
const RUN = 'stowage_bench_run'

function writeOrders(folder: string, orders: readonly SiteOrder[]): string {
  const file = path.join(folder, 'sites.json')
  fs.writeFileSync(file, JSON.stringify(orders), { mode: 0o600 })
  return file
}

const bareLocks = (): SiteOrder['locks'] =>
  Array.from({ length: 99 * 32 }, (_, index) => ({ id: lockIdAt(index), kind: 'box', name: String(index) }))

/** The product learns the ports of its warehouses as an operator would tell it: on the stock. */
async function connectSites(config: Config, ports: Readonly<Record<string, number>>): Promise<void> {
  const running = await main({ ...config, port: 0, smtpUrl: undefined, logLevel: 'warn' }, { manual: true })
  try {
    const { platform, modules } = running
    for (const [stockId, servicePort] of Object.entries(ports)) {
      if (stockId === BARE_SITE) continue
      await platform.transact(
        async (tx) =>
          await modules.catalog.setSiteAddress(tx, { actorId: null }, stockId, {
            routerIp: '127.0.0.1',
            servicePort,
          }),
      )
    }
  } finally {
    await running.close()
  }
}

function counters(world: World): Pick<Stage, 'takeBoxes' | 'takeBareBoxes'> {
  let next = 0
  let nextBare = 0
  const { stocks } = world
  return {
    takeBoxes(count) {
      const begin = next
      next += count
      if (next > stocks.length * BOXES_PER_STOCK) throw new Error('the bench has booked all its boxes')
      return Array.from({ length: count }, (_, offset) => {
        const index = begin + offset
        const stock = stocks[index % stocks.length]
        const box = stock?.boxes[Math.floor(index / stocks.length)]
        if (!stock || !box) throw new Error('no such box')
        return { stockId: stock.id, boxId: box.id, lockId: box.lockId }
      })
    },
    takeBareBoxes(count) {
      const begin = nextBare
      nextBare += count
      return Array.from({ length: count }, (_, offset) => {
        const number = begin + offset + 1
        return { boxId: `b${number}`, lockId: lockIdAt((number - 1) % (99 * 32)), number }
      })
    },
  }
}

async function rest(query: Stage['query'], withMails: boolean): Promise<void> {
  const until = performance.now() + 300_000
  for (;;) {
    const [row] = await query<{ open: number }>(
      `select ((select count(*) from event_delivery where done_at is null and parked_reason is null) + (select count(*) from mail where status = 'waiting' and ${withMails}))::int as open`,
    )
    if (row?.open === 0) return
    if (performance.now() > until) throw new Error(`${row?.open} deliveries and mails are still waiting`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
