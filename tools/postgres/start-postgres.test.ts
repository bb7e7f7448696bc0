import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@stowage/server/platform/database/connect'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { repairLinks } from './binaries.ts'
import { type Postgres, startPostgres } from './start-postgres.ts'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'stowage-launcher-'))
afterAll(() => fs.rmSync(base, { recursive: true, force: true }))

const folderOf = (name: string): string => path.join(base, name)
const start = async (
  folder: string,
  more: { durable?: boolean; userNamespace?: boolean } = {},
): Promise<Postgres> => {
  const postgres = await startPostgres({ dataDir: folder, durable: true, log: () => undefined, ...more })
  onTestFinished(() => postgres.stop())
  return postgres
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const { pool, close } = connect(url, { max: 1 })
  try {
    return (await pool.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row)[0])
  } finally {
    await close()
  }
}

/** Everything that still runs for a folder (servers, watchdogs) by number; a minimal Linux has no ps. */
function processesOf(folder: string): { pid: number; words: string }[] {
  const all = fs.existsSync('/proc/self/cmdline')
    ? fs
        .readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => ({ pid: Number(name), words: wordsOf(name) }))
    : spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
        .stdout.split('\n')
        .map((line) => ({ pid: Number.parseInt(line, 10), words: line }))
  return all.filter(({ words }) => words.includes(`${folder}/cluster`))
}

function wordsOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

const socketsOf = (url: string): string => new URL(url).searchParams.get('host')!

async function until(what: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !what(); await sleep(20))
    if (Date.now() > end) throw new Error('did not come about in 60 s')
}

/** Another process that holds the database of a folder, or says why it may not. */
async function hold(
  folder: string,
  kind = 'durable',
  as: { uid?: number; gid?: number; path?: string } = {},
): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'hold.fixture.ts'), folder, kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: as.path ?? process.env['PATH'] },
    ...(as.uid === undefined ? {} : { uid: as.uid, gid: as.gid }),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { child, said: said.trim() }
}

test('makes a database, keeps it over a stop, leaves nothing running', async () => {
  const folder = folderOf('keeps')
  const first = await start(folder)
  await ask(first.url, 'create table kept as select 17 as number')
  expect(
    await ask(first.url, "select current_setting('fsync') || current_setting('listen_addresses')"),
  ).toEqual(['on'])
  expect(fs.statSync(socketsOf(first.url)).mode & 0o777).toBe(0o700)
  await first.stop()
  expect(processesOf(folder)).toEqual([])
  expect(fs.existsSync(socketsOf(first.url))).toBe(false)

  const second = await start(folder)
  expect(await ask(second.url, 'select number from kept')).toEqual([17])
})

test('a second start on the same data is refused and harms nobody; after kill -9 the next one has every commit', async () => {
  const folder = folderOf('killed')
  const { child, said: url } = await hold(folder)
  await ask(url, 'create table kept (number int)')
  await expect(start(folder)).rejects.toThrow(`already runs on the data in ${folder}`)
  expect((await hold(folder)).said).toContain('refused: Stowage already runs')
  await ask(url, 'insert into kept values (1), (2)')
  child.kill('SIGKILL')
  await once(child, 'exit')

  const next = await start(folder)
  expect(await ask(next.url, 'select count(*)::int from kept')).toEqual([2])
  expect(fs.existsSync(socketsOf(url))).toBe(false)
})

test('kill -9 leaves no server behind, and no folder of a test server', async () => {
  const folder = folderOf('orphan')
  const { child, said: url } = await hold(folder, 'temporary')
  expect(processesOf(folder)).not.toEqual([])
  child.kill('SIGKILL')
  await until(() => processesOf(folder).length === 0 && !fs.existsSync(folder))
  expect(fs.existsSync(socketsOf(url))).toBe(false)
})

test('a server whose watchdog was killed too is ended by the next start', async () => {
  const folder = folderOf('adopted')
  const { child, said: url } = await hold(folder)
  await ask(url, 'create table kept as select 5 as number')
  const shells = processesOf(folder).filter(({ words }) => words.startsWith('/bin/sh '))
  expect(shells).not.toEqual([])
  for (const { pid } of shells) process.kill(pid, 'SIGKILL')
  child.kill('SIGKILL')
  await once(child, 'exit')
  const next = await start(folder)
  expect(await ask(next.url, 'select number from kept')).toEqual([5])
  expect(
    processesOf(folder).filter(
      ({ words }) => words.includes('bin/postgres -D') && !words.startsWith('/bin/sh '),
    ),
  ).toHaveLength(1)
})

test('a pid file that names a process of somebody else (numbers begin anew in a container) does not stand in the way', async () => {
  const folder = folderOf('pid')
  const first = await start(folder)
  await first.stop()
  fs.writeFileSync(path.join(folder, 'cluster/postmaster.pid'), `${process.pid}\n${folder}/cluster\n`)
  const second = await start(folder)
  expect(await ask(second.url, 'select 1')).toEqual([1])
})

test('says when the server ended by itself', async () => {
  const postgres = await start(folderOf('ends'))
  const pid = Number(
    fs.readFileSync(path.join(folderOf('ends'), 'cluster/postmaster.pid'), 'utf8').split('\n')[0],
  )
  process.kill(pid, 'SIGINT')
  await postgres.ended
  expect(processesOf(folderOf('ends'))).toEqual([])
})

test('data of another PostgreSQL is refused by name and left as it is', async () => {
  const folder = folderOf('older')
  fs.mkdirSync(path.join(folder, 'cluster'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'cluster/PG_VERSION'), '17\n')
  await expect(start(folder)).rejects.toThrow(/written by PostgreSQL 17.*brings PostgreSQL 18/)
  expect(fs.readdirSync(path.join(folder, 'cluster'))).toEqual(['PG_VERSION'])
})

test('a start killed while the database was being made begins it anew', async () => {
  const folder = folderOf('half')
  fs.mkdirSync(path.join(folder, 'cluster.new/base'), { recursive: true })
  expect(await ask((await start(folder)).url, 'select 1')).toEqual([1])
})

test('library links that a refused install script did not make are made', () => {
  const native = path.join(base, 'package/native')
  fs.mkdirSync(path.join(native, 'lib'), { recursive: true })
  fs.writeFileSync(path.join(native, 'lib/libicu.so.60.2'), 'code')
  fs.writeFileSync(
    path.join(native, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so.60' }]),
  )
  repairLinks(native)
  repairLinks(native)
  expect(fs.readFileSync(path.join(native, 'lib/libicu.so.60'), 'utf8')).toBe('code')
})

test.runIf(process.getuid?.() === 0)(
  'root without user namespaces: as nobody, where nobody can go',
  async () => {
    const copies = (): string[] =>
      fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith('stowage-postgres-'))
    const before = copies()
    onTestFinished(() => {
      for (const name of copies().filter((copy) => !before.includes(copy)))
        fs.rmSync(path.join(os.tmpdir(), name), { recursive: true })
    })
    // The folder of the tests is 0700, as a home is.
    await expect(start(folderOf('home'), { userNamespace: false })).rejects.toThrow(
      /as user nobody it cannot enter .*DATA_DIR/,
    )
    fs.chmodSync(base, 0o711)
    const folder = folderOf('nobody')
    const first = await start(folder, { userNamespace: false })
    await ask(first.url, 'create table kept as select 3 as number')
    await first.stop()
    // The same data under the other way of running.
    const second = await start(folder)
    expect(await ask(second.url, 'select number from kept')).toEqual([3])
    await second.stop()
    const third = await start(folder, { userNamespace: false })
    expect(await ask(third.url, 'select number from kept')).toEqual([3])
  },
)

test.runIf(process.getuid?.() === 0)(
  'a user number without a name, as containers have: by a user namespace, or a sentence',
  async () => {
    const nameless = { uid: 54_321, gid: 54_321 }
    fs.chmodSync(base, 0o711)
    const folder = folderOf('nameless')
    fs.mkdirSync(folder, { mode: 0o700 })
    fs.chownSync(folder, nameless.uid, nameless.gid)
    const refused = await hold(folder, 'durable', { ...nameless, path: '/nowhere' })
    expect(refused.said).toMatch(/refused: User number 54321 has no name on this machine.*DATABASE_URL/)
    const { child, said } = await hold(folder, 'durable', nameless)
    expect(await ask(said, 'select 1')).toEqual([1])
    expect(fs.statSync(path.join(folder, 'cluster')).uid).toBe(nameless.uid)
    child.kill('SIGINT')
    await until(() => processesOf(folder).length === 0)
  },
)
