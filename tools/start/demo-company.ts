import { main, type Running } from '@stowage/server/main'
import type { Config } from '@stowage/server/platform/config'
import fs from 'node:fs'
import path from 'node:path'
import { fillDemo, isEmpty } from '../demo/fill.ts'
import { say } from './lifetime.ts'

/** The name of the setting that says how far the demo company is. */
const MARK = 'demo-company'

/**
 * Fills the demo company into an empty database, on a server that nobody reaches; a filling that was killed halfway is
 * begun anew. A database with somebody's own company in it is left alone.
 */
export async function fillCompanyIfNeeded(config: Config): Promise<void> {
  // No service is to hear of the past, and the script calls more often in a minute than a person may.
  const settings = {
    port: 0,
    host: '127.0.0.1',
    smtpUrl: undefined,
    rateLimitPerMinute: 100_000_000,
    logLevel: 'warn',
  }
  const server = await main({ ...config, ...settings }, { manual: true })
  try {
    const mark = await readMark(server)
    if (mark === 'filling') await wipe(server)
    else if (!(await isEmpty(server))) return
    await fill(server)
  } finally {
    await server.close()
  }
}

/** The console's "fill anew", beside the running server: everything goes, and the company stands again as of today. */
export async function refillCompany(running: Running): Promise<void> {
  const { messaging } = running.modules
  await running.moveClock({ offsetMs: 0 })
  await writeMark(running, 'filling')
  messaging.mute(true)
  try {
    await fillCompanyIfNeeded(running.platform.config)
  } finally {
    messaging.mute(false)
    await running.moveClock({ offsetMs: 0 })
  }
}

async function fill(server: Running): Promise<void> {
  say('Filling the demo company (once)')
  const begin = performance.now()
  await writeMark(server, 'filling')
  await fillDemo(server)
  await server.settle()
  await writeMark(server, 'filled')
  say(`The demo company is filled (${Math.round((performance.now() - begin) / 1000)} s)`)
}

async function readMark({ platform }: Running): Promise<unknown> {
  const row = await platform.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', MARK)
    .executeTakeFirst()
  return row?.value
}

async function writeMark({ platform }: Running, state: 'filling' | 'filled'): Promise<void> {
  const value = JSON.stringify(state)
  await platform.db
    .insertInto('setting')
    .values({ name: MARK, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** All rows of all tables but the migrations'. Numbers of events go on: the server has read up to the last one. */
async function wipe({ platform }: Running): Promise<void> {
  const { rows } = await platform.pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migration'",
  )
  await platform.pool.query(`truncate ${rows.map(({ name }) => name).join(', ')} continue identity`)
  fs.rmSync(path.join(platform.config.dataDir, 'files'), { recursive: true, force: true })
  await writeMark({ platform } as Running, 'filling')
}
