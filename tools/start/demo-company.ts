import fs from 'node:fs'
import path from 'node:path'
import { main, type Running } from '@stowage/server/main'
import type { Config } from '@stowage/server/platform/config'
import { connect, type Connection } from '@stowage/server/platform/database/connect'
import { migrate } from '@stowage/server/platform/database/migrate'
import { DEMO_MARK, readDemoMark } from '@stowage/server/platform/demo-mark'
import { fillDemo, isEmpty } from '../demo/fill.ts'
import { type Lifetime, say } from './lifetime.ts'

/**
 * Fills the demo company into an empty database, on a server that nobody reaches; a filling that was killed halfway is
 * begun anew. A database with somebody's own company in it is left alone.
 */
export async function fillCompanyIfNeeded(config: Config, lifetime: Lifetime): Promise<void> {
  if (!(await makeRoom(config))) return
  say('Filling the demo company (once)')
  const begin = performance.now()
  // No service is to hear of the past, and the script calls more often in a minute than a person may.
  const settings = {
    databaseUrl: withoutWaiting(config.databaseUrl!),
    port: 0,
    host: '127.0.0.1',
    smtpUrl: undefined,
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
    await mark(server.platform, 'filled')
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

/** The console's "fill anew", beside the running server: everything goes, and the company stands again as of today. */
export async function refillCompany(running: Running, lifetime: Lifetime): Promise<void> {
  const { messaging } = running.modules
  await running.moveClock({ offsetMs: 0 })
  await mark(running.platform, 'filling')
  messaging.mute(true)
  try {
    await fillCompanyIfNeeded(running.platform.config, lifetime)
  } finally {
    messaging.mute(false)
    await running.moveClock({ offsetMs: 0 })
  }
}

/** Whether the database is to be filled: it is empty, or made so because a filling broke off in it. */
async function makeRoom({ databaseUrl, dataDir }: Config): Promise<boolean> {
  await migrate(databaseUrl!)
  const connection = connect(databaseUrl!, { max: 1 })
  try {
    const brokenOff = (await readDemoMark(connection.db)) === 'filling'
    if (!brokenOff && !(await isEmpty(connection.db))) return false
    if (brokenOff) await wipe(connection, dataDir)
    await mark(connection, 'filling')
    return true
  } finally {
    await connection.close()
  }
}

/** All rows of all tables but the migrations'. Numbers of events go on: servers have read up to the last one. */
async function wipe({ pool }: Connection, dataDir: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migration'",
  )
  await pool.query(`truncate ${rows.map(({ name }) => name).join(', ')} continue identity`)
  fs.rmSync(path.join(dataDir, 'files'), { recursive: true, force: true })
}

async function mark({ db }: Pick<Connection, 'db'>, state: 'filling' | 'filled'): Promise<void> {
  const value = JSON.stringify(state)
  await db
    .insertInto('setting')
    .values({ name: DEMO_MARK, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
