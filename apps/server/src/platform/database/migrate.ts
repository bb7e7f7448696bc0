import fs from 'node:fs'
import path from 'node:path'
import { createHash } from 'node:crypto'
import pg from 'pg'

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
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const done: string[] = []
  try {
    await client
      .query(
        'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null)',
      )
      .catch((error: unknown) => {
        // Two first starts at once may both try; the loser's error is that the table is there.
        if (!['23505', '42P07'].includes((error as { code?: string }).code ?? '')) throw error
      })
    for (const migration of readMigrations(folder)) {
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
