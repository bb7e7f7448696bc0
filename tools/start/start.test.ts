import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@stowage/server/platform/database/connect'
import { migrate, migrationsFolder, reach } from '@stowage/server/platform/database/migrate'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../postgres/start-postgres.ts'
import { whoseData, type WhoseData } from './whose-data.ts'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-start-'))
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789abcdefg'
const script = path.join(import.meta.dirname, '../start.ts')

interface Started {
  readonly child: ChildProcess
  readonly said: () => string
  /** Exit code or signal. */
  readonly ended: Promise<number | string>
}

/** `npm start` without the demo and the web app, so that it is a matter of seconds. */
function start(env: Readonly<Record<string, string>>, words = [script, '--no-web']): Started {
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      TMPDIR: os.tmpdir(),
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      PORT: '0',
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
  return { child, said: () => said, ended }
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 80_000; !(await what()); await sleep(50))
    if (Date.now() > end) throw new Error('did not come about in 80 s')
}

const address = (said: string): string => /ready: (\S+)/.exec(said)?.[1] ?? ''

async function answers(url: string): Promise<boolean> {
  return await fetch(`${url}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** A database that is down says nothing: its socket folder goes last. */
function socketsOf(folder: string): string {
  return fs.readFileSync(path.join(folder, 'postgres/sockets'), 'utf8')
}

test('starts on an empty folder, refuses a second start on it, ends at SIGTERM with nothing left', async () => {
  const folder = path.join(base, 'one')
  const first = start({ DATA_DIR: folder })
  await until(() => address(first.said()) !== '')
  expect(await answers(address(first.said()))).toBe(true)
  expect(fs.statSync(path.join(folder, 'secrets.json')).mode & 0o077).toBe(0)

  const second = start({ DATA_DIR: folder })
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain(`already runs on the data in ${folder}`)
  // On the same port too: not something else listens there, it is the first one.
  const again = start({ DATA_DIR: folder, PORT: new URL(address(first.said())).port })
  expect(await again.ended).toBe(1)
  expect(again.said()).toContain(`already runs on the data in ${folder}`)
  expect(again.said()).not.toContain('PORT')
  expect(await answers(address(first.said()))).toBe(true)

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(fs.existsSync(socketsOf(folder))).toBe(false)
  expect(await answers(address(first.said()))).toBe(false)
  // An end in order has nothing to complain of.
  expect(first.said()).not.toContain('connection was lost')
})

test('data that hold the demo company are not started without the demo: its password is public', async () => {
  const folder = path.join(base, 'was-demo')
  const postgres = await startPostgres({
    dataDir: path.join(folder, 'postgres'),
    durable: true,
    log: () => undefined,
  })
  await migrate(postgres.url)
  const { pool, close } = connect(postgres.url, { max: 1 })
  await pool.query(`insert into setting (name, value) values ('demo-company', '"filled"')`)
  await close()
  await postgres.stop()
  const { ended, said } = start({ DATA_DIR: folder })
  expect(await ended).toBe(1)
  expect(said()).toMatch(/DEMO: expected on .*public password.*DATA_DIR/)
  expect(said()).not.toContain('    at ')
})

test('the demo does not start on a company of one’s own, and touches nothing of it', async () => {
  const postgres = await startPostgres({
    dataDir: path.join(base, 'own/postgres'),
    durable: true,
    log: () => undefined,
  })
  onTestFinished(async () => await postgres.stop())
  const { pool, close } = connect(postgres.url, { max: 1 })
  onTestFinished(close)
  // Of an older version: it is not brought up to date either.
  const older = path.join(base, 'older')
  fs.mkdirSync(older)
  const [first] = fs.readdirSync(migrationsFolder).toSorted()
  fs.copyFileSync(path.join(migrationsFolder, first ?? ''), path.join(older, first ?? ''))
  await migrate(postgres.url, older)
  const now = async (): Promise<WhoseData> => {
    const client = await reach(postgres.url)
    const whose = await whoseData(client)
    await client.end()
    return whose
  }
  expect(await now()).toBe('nobody')
  // What every start leaves in a house without anybody in it.
  await pool.query(`insert into setting values ('business-clock', '{"offsetMs":0}')`)
  await pool.query(`
    insert into role (id, alias, name, description, platform_role, permissions, built_in, created_at)
    values ('1', 'super', 'Super', '', 'superUser', '{}', true, '2026-11-21T10:00:00Z')`)
  expect(await now()).toBe('nobody')
  // No stock yet, not even an account: a company all the same.
  await pool.query(`
    insert into city (id, city, country, size, created_at)
    values ('1', 'Köln', 'DE', 1, '2026-11-21T10:00:00Z')`)
  expect(await now()).toBe('somebody')

  const contents = async (): Promise<unknown> => {
    const tables = await pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const rows = tables.rows.map(
      async ({ name }) => [name, (await pool.query(`select * from "${name}"`)).rows] as const,
    )
    return await Promise.all(rows)
  }
  const before = await contents()
  const folder = path.join(base, 'own')
  const { ended, said } = start({ DATA_DIR: folder, DATABASE_URL: postgres.url, DEMO: 'on' })
  expect(await ended).toBe(1)
  expect(said()).toMatch(/DEMO: expected off .*not the demo.*DEMO=off.*DATA_DIR/)
  expect(said()).not.toContain('    at ')
  expect(await contents()).toEqual(before)
  expect(fs.existsSync(path.join(folder, 'simulators'))).toBe(false)

  await pool.query(`insert into setting values ('demo-company', '"filled"')`)
  expect(await now()).toBe('demo')
  await pool.query(`update setting set value = '"filling"' where name = 'demo-company'`)
  expect(await now()).toBe('brokenOff')
})

test('ends, database and all, when its parent is killed', async () => {
  const folder = path.join(base, 'orphan')
  const parent = `
    const { spawn } = require('node:child_process')
    spawn(process.execPath, [${JSON.stringify(script)}, '--no-web'], { stdio: 'inherit' })
    setInterval(() => undefined, 1000)`
  const { child, said } = start({ DATA_DIR: folder }, ['-e', parent])
  await until(() => address(said()) !== '')
  child.kill('SIGKILL')
  await until(() => !fs.existsSync(socketsOf(folder)))
  expect(await answers(address(said()))).toBe(false)
})

test('ends in the middle of its start', async () => {
  const folder = path.join(base, 'early')
  const { child, said, ended } = start({ DATA_DIR: folder })
  await until(() => said().includes('Making a new database'))
  child.kill('SIGINT')
  expect(await ended).toBe(0)
  expect(said()).not.toContain('ready')
  expect(fs.existsSync(path.join(folder, 'postgres/sockets')) && fs.existsSync(socketsOf(folder))).toBe(false)
})

test.each([
  ['PORT', { PORT: 'http' }, /PORT: expected a whole number/],
  ['DEMO', { DEMO: '', HOST: '0.0.0.0' }, /DEMO: expected on or off said explicitly when HOST is 0\.0\.0\.0/],
  [
    'DEMO beside DATABASE_URL',
    { DEMO: '', DATABASE_URL: 'postgres://localhost/x' },
    /DEMO: expected .*DATABASE_URL/,
  ],
  [
    'DATABASE_URL (nobody answers)',
    { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' },
    /DATABASE_URL: expected .*127\.0\.0\.1:1.*ECONNREFUSED/,
  ],
  [
    'DATABASE_URL (no such host)',
    { DATABASE_URL: 'postgres://u:secret@nobody.invalid/x' },
    /DATABASE_URL: expected .*nobody\.invalid/,
  ],
  // Node's own way of making several folders at once never comes back from there.
  ['DATA_DIR', { DATA_DIR: '/proc/nothing/here' }, /DATA_DIR: expected a folder .*\/proc\/nothing/],
  [
    'DATA_DIR beside keys',
    { DATA_DIR: '/proc/nothing', TOKEN_KEY: KEY, STORAGE_KEY: KEY.toUpperCase() },
    /DATA_DIR: expected a folder .*\/proc\/nothing/,
  ],
  ['HOST', { HOST: '203.0.113.7' }, /HOST: 203\.0\.113\.7 is not an address of this machine/],
])('a wrong %s is said by name', async (_name, env, message) => {
  const { ended, said } = start({ DATA_DIR: path.join(base, 'wrong'), ...env })
  expect(await ended).toBe(1)
  expect(said()).toMatch(message)
  expect(said()).not.toContain('    at ')
  expect(said()).not.toContain('secret')
})

test('a busy port is said before anything starts', async () => {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as net.AddressInfo
  const folder = path.join(base, 'busy')
  const { ended, said } = start({ DATA_DIR: folder, PORT: String(port) })
  expect(await ended).toBe(1)
  expect(said()).toContain(`something else already listens on 127.0.0.1:${port}`)
  expect(fs.existsSync(path.join(folder, 'postgres'))).toBe(false)
})
