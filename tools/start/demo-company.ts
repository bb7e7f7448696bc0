import fs from 'node:fs'
import path from 'node:path'
import { main, type Running } from '@stowage/server/main'
import { ConfigError, type Config } from '@stowage/server/platform/config'
import { migrate, reach } from '@stowage/server/platform/database/migrate'
import { DEMO_MARK } from '@stowage/server/platform/demo-mark'
import { fillDemo } from '../demo/fill.ts'
import { type Lifetime, say } from './lifetime.ts'
import { whoseData, type WhoseData } from './whose-data.ts'

type Client = Awaited<ReturnType<typeof reach>>

/**
 * Fills the demo company into an empty database, on a server that nobody reaches; a filling that was killed halfway is
 * begun anew.
 * @throws ConfigError DEMO, before anything is written, when the data are a company of somebody's own
 */
export async function fillCompanyIfNeeded(config: Config, lifetime: Lifetime): Promise<void> {
  await withData(config, async (client) => {
    const whose = await ofTheDemo(client, config)
    if (whose === 'demo') return
    await fillCompany(client, { config, lifetime, hasRows: whose === 'brokenOff' })
  })
}

/** The console's "fill anew", beside the running server: everything goes, and the company stands again as of today. */
export async function refillCompany(running: Running, lifetime: Lifetime): Promise<void> {
  const { messaging } = running.modules
  const { config } = running.platform
  await running.moveClock({ offsetMs: 0 })
  messaging.mute(true)
  try {
    await withData(config, async (client) => {
      await ofTheDemo(client, config)
      await fillCompany(client, { config, lifetime, hasRows: true })
    })
  } finally {
    messaging.mute(false)
    await running.moveClock({ offsetMs: 0 })
  }
}

/** One at a time: a second start on the same DATABASE_URL waits here, and finds the company filled. */
async function withData({ databaseUrl }: Config, act: (client: Client) => Promise<void>): Promise<void> {
  const client = await reach(databaseUrl!)
  // A database that goes away would end the process, a running server with it; the next statement says it as well.
  client.on('error', () => undefined)
  try {
    await client.query("select pg_advisory_lock(hashtext('stowage demo company'))")
    await act(client)
  } finally {
    await client.end()
  }
}

async function ofTheDemo(client: Client, { dataDir }: Config): Promise<Exclude<WhoseData, 'somebody'>> {
  const whose = await whoseData(client)
  if (whose === 'somebody')
    throw new ConfigError(
      'DEMO',
      `off for these data: they hold a company that is not the demo's, and the demo would take over its warehouses, mails and payments. Start with DEMO=off; to try the demo, give it an empty DATA_DIR (this one is ${dataDir}) or another DATABASE_URL`,
    )
  return whose
}

interface Filling {
  readonly config: Config
  readonly lifetime: Lifetime
  readonly hasRows: boolean
}

async function fillCompany(client: Client, { config, lifetime, hasRows }: Filling): Promise<void> {
  await migrate(config.databaseUrl!)
  // Marked before the first row comes: whatever kills us, the next start begins anew.
  if (hasRows) await wipe(client, config.dataDir)
  else await mark(client, 'filling')
  say('Filling the demo company (once)')
  const begin = performance.now()
  // No service is to hear of the past, and the script calls more often in a minute than a person may.
  const settings = {
    databaseUrl: withoutWaiting(config.databaseUrl!),
    port: 0,
    host: '127.0.0.1',
    smtpUrl: undefined,
    sms: { ...config.sms, gateway: undefined },
    rateLimitPerMinute: 100_000_000,
    logLevel: 'warn',
  }
  const server = await main({ ...config, ...settings }, { manual: true })
  const done = await lifetime.started('The filling of the demo company', async () => {
    // The script is cut off in the middle; what it complains of then is of no interest.
    server.platform.log.level = 'silent'
    await server.close()
  })
  try {
    await fillDemo(server)
    await server.settle()
    await mark(client, 'filled')
  } finally {
    done()
    await server.close()
  }
  say(`The demo company is filled (${Math.round((performance.now() - begin) / 1000)} s)`)
}

/**
 * The script commits thousands of times and may be begun anew at any moment, so no commit waits for the disk. What comes
 * after it does, and with it everything before.
 */
function withoutWaiting(databaseUrl: string): string {
  const joint = databaseUrl.includes('?') ? '&' : '?'
  return `${databaseUrl}${joint}options=${encodeURIComponent('-c synchronous_commit=off')}`
}

/**
 * All rows of all tables but the migrations', and the mark in the same moment: what is emptied is never taken for anybody's.
 * Contracts are numbered from one again; events go on, because servers have read up to the last one.
 */
async function wipe(client: Client, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migration'",
  )
  await client.query('begin')
  await client.query(`truncate ${rows.map(({ name }) => name).join(', ')} continue identity`)
  await client.query('alter sequence contract_number restart')
  await mark(client, 'filling')
  await client.query('commit')
  fs.rmSync(path.join(dataDir, 'files'), { recursive: true, force: true })
}

async function mark(client: Client, state: 'filling' | 'filled'): Promise<void> {
  await client.query(
    'insert into setting (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [DEMO_MARK, JSON.stringify(state)],
  )
}
