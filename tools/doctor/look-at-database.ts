import { machineNow } from '@stowage/server/platform/clock'
import { type Config, ConfigError } from '@stowage/server/platform/config'
import { connect, type Database } from '@stowage/server/platform/database/connect'
import { placeOf, reach, readMigrations } from '@stowage/server/platform/database/migrate'
import { lookAtCopy } from '@stowage/server/platform/database/reports-copy'
import { countParked } from '@stowage/server/platform/events/parked'
import { countUnknownDeliveries } from '@stowage/server/platform/events/queue-view'
import { fingerprint, readFingerprints } from '@stowage/server/platform/processes/key-fingerprints'
import { isAlive, listProcesses } from '@stowage/server/platform/processes/process-store'
import { VERSION } from '@stowage/server/platform/version'
import type pg from 'pg'
import { bad, type Finding, looked, ok, warn } from './finding.ts'
import { lookAtJobRows } from './look-at-job-rows.ts'

/** Whether there is a database that a server can work with; nothing is changed in it. */
export async function lookAtDatabase(url: string, config: Config): Promise<Finding[]> {
  let client: pg.Client
  try {
    client = await reach(url)
  } catch (error) {
    return [bad('database', (error as Error).message)]
  }
  const found: Finding[] = []
  try {
    const { rows } = await client.query<{ version: string; now: string }>(
      "select current_setting('server_version') as version, clock_timestamp()::text as now",
    )
    found.push(ok('database', `PostgreSQL ${rows[0]?.version ?? ''}`))
    found.push(...(await looked('rights', async () => [await lookAtRights(client)])))
    found.push(...(await looked('migrations', async () => await lookAtMigrations(client))))
    found.push(...(await looked('notifications', async () => [await lookAtNotify(client, url)])))
    found.push(...(await looked('clock', async () => [await lookAtClock(client)])))
  } finally {
    await client.end().catch(() => undefined)
  }
  if (found.every(({ level }) => level !== 'bad'))
    found.push(...(await looked('servers', async () => await lookAtServers(url, config))))
  return found
}

async function lookAtRights(client: pg.Client): Promise<Finding> {
  await client.query('begin')
  try {
    await client.query('create table doctor_probe (id int)')
    await client.query('drop table doctor_probe')
    return ok('rights', 'tables can be made')
  } catch (error) {
    return bad('rights', `the user of DATABASE_URL may not make tables (${(error as Error).message})`)
  } finally {
    await client.query('rollback')
  }
}

async function lookAtMigrations(client: pg.Client): Promise<Finding[]> {
  const there = await client.query<{ isThere: boolean }>(
    `select to_regclass('migration') is not null as "isThere"`,
  )
  const known = readMigrations()
  if (there.rows[0]?.isThere !== true)
    return [warn('migrations', `an empty database; the first start applies ${known.length}`)]
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration')
  const done = new Map(rows.map(({ name, hash }) => [name, hash]))
  const found: Finding[] = []
  const changed = known.filter(({ name, hash }) => done.has(name) && done.get(name) !== hash)
  if (changed[0]) found.push(bad('migrations', `${changed[0].name} has changed after it was applied`))
  const waiting = known.filter(({ name }) => !done.has(name))
  if (waiting.length > 0)
    found.push(warn('migrations', `${waiting.length} will be applied by the next start`))
  const names = new Set(known.map(({ name }) => name))
  const newer = rows.filter(({ name }) => !names.has(name))
  if (newer[0])
    found.push(
      warn(
        'migrations',
        `the database is of a newer version (${newer[0].name}); this one works on it while servers are exchanged`,
      ),
    )
  return found.length > 0 ? found : [ok('migrations', `all ${known.length} are applied`)]
}

/** Behind PgBouncer in transaction mode a listener hears nothing: then servers hear of one another by looking, seconds later. */
async function lookAtNotify(client: pg.Client, url: string): Promise<Finding> {
  const word = `probe-${process.pid}`
  const heard = new Promise<boolean>((resolve) => {
    client.once('notification', ({ payload }) => resolve(payload === word))
    setTimeout(() => resolve(false), 2000).unref()
  })
  await client.query('listen stowage_doctor')
  // From somebody else: a pooler tells of it whoever has the connection then.
  const teller = await reach(url)
  await teller.query('select pg_notify($1, $2)', ['stowage_doctor', word])
  await teller.end()
  const isHeard = await heard
  await client.query('unlisten stowage_doctor').catch(() => undefined)
  return isHeard
    ? ok('notifications', 'heard')
    : warn(
        'notifications',
        'not heard: a pooler in transaction mode is in between. Give DATABASE_LISTEN_URL, the address of PostgreSQL itself',
      )
}

/**
 * The way of servers to their database, where it is another one than that of commands: a pooler in transaction mode, which takes no
 * settings of a connection (docs/operations/many-servers.md).
 */
export async function lookAtPooler({
  databaseUrl,
  listenUrl,
}: Pick<Config, 'databaseUrl' | 'listenUrl'>): Promise<Finding[]> {
  if (databaseUrl === undefined) return []
  const about = 'pooler'
  const place = placeOf(databaseUrl)
  const { pool, close } = connect(databaseUrl, { max: 1, isPooled: listenUrl !== undefined })
  try {
    const { rows } = await pool.query<{ name: string; setting: string }>(
      "select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout') order by name",
    )
    if (listenUrl === undefined) return []
    const unset = rows.filter(({ setting }) => setting === '0').map(({ name }) => name)
    return [
      unset.length === 0
        ? ok(about, `${place} leads to the database`)
        : warn(
            about,
            `${place} leads to the database, and nothing ends a statement that hangs: set ${unset.join(' and ')} by "alter role"`,
          ),
    ]
  } catch (error) {
    const { message } = error as Error
    return [
      bad(
        about,
        message.includes('startup parameter') && listenUrl === undefined
          ? `${place} is a pooler (${message}): give DATABASE_LISTEN_URL, the address of PostgreSQL itself`
          : `${place} does not lead to the database (${message})`,
      ),
    ]
  } finally {
    await close()
  }
}

const SKEW_MS = 2000

async function lookAtClock(client: pg.Client): Promise<Finding> {
  const before = machineNow()
  const { rows } = await client.query<{ ms: string }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms',
  )
  const skew = Math.round(
    Number(rows[0]?.ms) - (before.epochMilliseconds + machineNow().epochMilliseconds) / 2,
  )
  const says = `this machine and the database differ by ${Math.abs(skew)} ms`
  return Math.abs(skew) > SKEW_MS ? warn('clock', `${says}: run a time service on both`) : ok('clock', says)
}

const UNREAD = {
  away: 'is not reached',
  noCopy: 'follows no other database: a standby that became one of its own, or never was a copy',
  foreign: 'is a copy of another installation (its STORAGE_KEY is another one)',
  behind: 'is more than five minutes behind',
} as const

/** Without it reports read the database itself: nobody is kept from working, and nobody else would tell. */
export async function lookAtReportsCopy(url: string, storageKey: string): Promise<Finding[]> {
  const about = 'REPORTS_DATABASE_URL'
  const { db, close } = connect(url, { max: 1 })
  try {
    const { at, unread } = await lookAtCopy(db, fingerprint(storageKey))
    if (unread !== null)
      return [warn(about, `${placeOf(url)} ${UNREAD[unread]}. Reports read the database itself`)]
    const seconds = Math.round(
      machineNow()
        .since(at ?? machineNow())
        .total('seconds'),
    )
    return [ok(about, `${placeOf(url)} follows, its last change is ${Math.max(0, seconds)} s old`)]
  } catch (error) {
    return [
      warn(
        about,
        `${placeOf(url)} ${UNREAD.away} (${(error as Error).message}). Reports read the database itself`,
      ),
    ]
  } finally {
    await close()
  }
}

/** Where no server runs all that is due waits; that is said already. */
async function countUnknown(db: Database, running: number): Promise<number> {
  return running === 0 ? 0 : await countUnknownDeliveries(db, machineNow())
}

async function lookAtServers(url: string, config: Config): Promise<Finding[]> {
  const { db, close } = connect(url, { max: 1 })
  try {
    const there = await db
      .selectFrom('migration')
      .select('name')
      .where('name', '=', '0330-server-processes')
      .execute()
    if (there.length === 0) return []
    const found: Finding[] = []
    const rows = (await listProcesses(db)).filter((row) => isAlive(row, machineNow()))
    const versions = [...new Set(rows.map(({ version }) => version))]
    found.push(
      rows.length === 0
        ? warn('servers', 'none runs on this database')
        : ok(
            'servers',
            `${rows.length} run: ${rows.map(({ host, port, pid }) => `${host}:${port} (${pid})`).join(', ')}`,
          ),
    )
    if (versions.some((version) => version !== VERSION))
      found.push(warn('servers', `they are of version ${versions.join(', ')}; this is ${VERSION}`))
    const prints = await readFingerprints(db)
    if (prints && prints.storageKey !== fingerprint(config.secrets.storageKey))
      found.push(
        bad('STORAGE_KEY', 'is not the one under which documents and secrets are sealed in this database'),
      )
    if (prints && prints.tokenKey !== fingerprint(config.secrets.tokenKey))
      found.push(
        rows.length > 0
          ? bad('TOKEN_KEY', 'is not the one of the servers that run')
          : warn('TOKEN_KEY', 'is another one than before: everybody signs in anew'),
      )
    if (
      rows.length > 1 &&
      config.objectStorage === undefined &&
      new Set(rows.map(({ host }) => host)).size > 1
    )
      found.push(bad('FILES_URL', 'not set, and servers run on several machines: each has files of its own'))
    const parked = await countParked(db)
    if (parked > 0)
      found.push(warn('events', `${parked} failed too often and wait for somebody (page System)`))
    found.push(...(await lookAtJobRows(db)))
    const unknown = await countUnknown(db, rows.length)
    if (unknown > 0)
      found.push(
        warn(
          'events',
          `${unknown} follow-ups are due that only another version can do, and no server of it runs (docs/operations/upgrade.md)`,
        ),
      )
    return found
  } catch (error) {
    if (error instanceof ConfigError) return [bad('servers', error.message)]
    throw error
  } finally {
    await close()
  }
}
