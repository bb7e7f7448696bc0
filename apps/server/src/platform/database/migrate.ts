import fs from 'node:fs'
import path from 'node:path'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { ConfigError } from '../config.ts'

export const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations')

interface Migration {
  readonly name: string
  readonly sql: string
  readonly hash: string
}

export function readMigrations(folder = migrationsFolder): Migration[] {
  return fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = fs.readFileSync(path.join(folder, file), 'utf8')
      return { name: file.replace(/\.sql$/, ''), sql, hash: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Brings the database up to date: each SQL file once, in order, in a transaction of its own with its row in `migration`.
 * Two servers starting at once wait for one another on the table lock. A file that has changed after it ran is refused:
 * what stands in a database is history.
 * @param isWanted leaves out those that came later: before rows of an older version are put back
 * @throws ConfigError DATABASE_URL, when nobody answers there, or not as is needed
 */
export async function migrate(
  url: string,
  folder = migrationsFolder,
  isWanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const client = await reach(url)
  const done: string[] = []
  try {
    await unbind(client)
    await client
      .query(
        'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null)',
      )
      .catch((error: unknown) => {
        // Two first starts at once may both try; the loser's error is that the table is there.
        const { code, message } = error as { code?: string; message: string }
        if (code === '42501') throw new ConfigError('DATABASE_URL', `a user who may make tables (${message})`)
        if (!['23505', '42P07'].includes(code ?? '')) throw error
      })
    for (const migration of readMigrations(folder).filter(({ name }) => isWanted(name))) {
      await client.query('begin')
      await client.query('lock table migration in exclusive mode')
      const known = await client.query<{ hash: string }>('select hash from migration where name = $1', [
        migration.name,
      ])
      if (known.rows[0] && known.rows[0].hash !== migration.hash)
        throw new Error(`migration ${migration.name} has changed after it was applied`)
      if (!known.rows[0]) {
        await client.query(migration.sql)
        await client.query('insert into migration (name, hash, applied_at) values ($1, $2, $3)', [
          migration.name,
          migration.hash,
          new Date(),
        ])
        done.push(migration.name)
      }
      await client.query('commit')
    }
    return done
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

/**
 * The first word with the database: what is wrong with the setting shows here. Its password is never repeated.
 * @throws ConfigError DATABASE_URL
 */
export async function reach(url: string): Promise<pg.Client> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    refuseOldServer(rows[0]?.server_version_num ?? '0')
    return client
  } catch (error) {
    await client?.end().catch(() => undefined)
    if (error instanceof ConfigError) throw error
    throw new ConfigError(
      'DATABASE_URL',
      `a PostgreSQL that lets us in (${placeOf(url)}: ${sentenceOf(error)})`,
    )
  }
}

/** Behind a pooler the role itself says how long statements of servers may take; what is done alone, and whole, takes as long as it takes. */
export async function unbind(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout to 0')
  await client.query('set lock_timeout to 0')
}

const oldestMajor = 15

/** @param number as `server_version_num` says it: 150004 is 15.4 */
export function refuseOldServer(number: string): void {
  const major = Math.floor(Number(number) / 10_000)
  if (major < oldestMajor)
    throw new ConfigError('DATABASE_URL', `PostgreSQL ${oldestMajor} or newer, not ${major}`)
}

/** Host and port of an address, and never its password. */
export function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'not an address'
  const { hostname, port, searchParams } = new URL(url)
  return searchParams.get('host') ?? `${hostname}:${port === '' ? '5432' : port}`
}

/** A name with several addresses fails with one error for each, and no sentence of its own. */
function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(sentenceOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
