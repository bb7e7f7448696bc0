import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startPostgres, type Postgres } from '../../postgres/start-postgres.ts'
import { cutOffDatabase, type CutOff } from './cut-off-database.ts'
import type { Drill } from './drill.ts'

/** A copy that follows a database by streaming replication. */
export interface Standby {
  /** The way to it, which can be cut. */
  readonly line: CutOff
  /** Reaches it whatever is cut. */
  readonly url: string
  stop(): Promise<void>
  /** It stands still, and reads on. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** It becomes a database of its own. */
  promote(): Promise<void>
}

/**
 * Makes a standby of a running PostgreSQL: a copy of its folder between two marks, as pg_basebackup makes one (which the
 * PostgreSQL of npm does not bring), and a slot so that nothing it needs is thrown away.
 */
export async function openStandby(
  drill: Drill,
  primary: { readonly url: string; readonly cluster: string },
): Promise<Standby> {
  const folder = path.join(drill.folder, 'standby')
  const cluster = path.join(folder, 'cluster')
  const sockets = new URL(primary.url).searchParams.get('host') ?? ''
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query("select pg_create_physical_replication_slot('reports', true)")
    await client.query("select pg_backup_start('reports', true)")
    fs.cpSync(primary.cluster, cluster, {
      recursive: true,
      filter: (file) =>
        !/^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_notify\/.+)$/.test(
          path.relative(primary.cluster, file),
        ),
    })
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    fs.writeFileSync(path.join(cluster, 'backup_label'), rows[0]?.label ?? '')
  } finally {
    await client.end()
  }
  fs.chmodSync(cluster, 0o700)
  fs.writeFileSync(path.join(cluster, 'standby.signal'), '')
  fs.appendFileSync(
    path.join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${sockets} user=stowage'\nprimary_slot_name = 'reports'\n`,
  )
  const postgres: Postgres = await startPostgres({ dataDir: folder, durable: true, log: () => undefined })
  drill.atEnd(async () => await postgres.stop())
  const line = await cutOffDatabase(postgres.url)
  drill.atEnd(line.close)
  const say = async (statement: string): Promise<void> => {
    const own = new pg.Client({ connectionString: postgres.url })
    // What is lost on the way fails the statement that waits; a client that is left behind would end the drill with the database.
    own.on('error', () => undefined)
    try {
      await own.connect()
      await own.query(statement)
    } finally {
      await own.end().catch(() => undefined)
    }
  }
  return {
    line,
    url: postgres.url,
    stop: async () => await postgres.stop(),
    pause: async () => await say('select pg_wal_replay_pause()'),
    resume: async () => await say('select pg_wal_replay_resume()'),
    promote: async () => await say('select pg_promote()'),
  }
}
