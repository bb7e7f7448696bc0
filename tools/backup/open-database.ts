import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '@stowage/server/platform/config'
import { startPostgres } from '../postgres/start-postgres.ts'

export interface OpenDatabase {
  readonly url: string
  close(): Promise<void>
}

/**
 * Where commands find the database of a server that has these settings: PostgreSQL itself, since what they do is bound to one
 * connection, and a pooler in transaction mode does not take its settings.
 * @throws where the two name different databases: somebody changed one of them for this command, and means that one
 */
export function directUrl(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return directOf({
    databaseUrl: env['DATABASE_URL'] || undefined,
    listenUrl: env['DATABASE_LISTEN_URL'] || undefined,
  })
}

function directOf({ databaseUrl, listenUrl }: Pick<Config, 'databaseUrl' | 'listenUrl'>): string | undefined {
  if (databaseUrl === undefined || listenUrl === undefined) return databaseUrl
  const [one, other] = [databaseUrl, listenUrl].map((url) => new URL(url).pathname.slice(1))
  if (one !== other)
    throw new Error(
      `DATABASE_URL names the database ${one}, DATABASE_LISTEN_URL ${other}: give both of one, or leave DATABASE_LISTEN_URL out`,
    )
  return listenUrl
}

/**
 * The database of these settings: that of DATABASE_URL (past a pooler: of DATABASE_LISTEN_URL), or the one in DATA_DIR. That one may
 * be running under `npm start`, and is then asked over its socket, or is started for as long as it is needed.
 * @param isNew a folder without data gets a new, empty database
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'listenUrl' | 'dataDir'>,
  say: (sentence: string) => void,
  { isNew }: { readonly isNew: boolean },
): Promise<OpenDatabase> {
  const given = directOf(config)
  if (given !== undefined) return { url: given, close: async () => undefined }
  const folder = path.join(config.dataDir, 'postgres')
  const cluster = path.join(folder, 'cluster')
  const running = runningUrl(cluster)
  if (running !== undefined) return { url: running, close: async () => undefined }
  if (!isNew && !fs.existsSync(cluster))
    throw new Error(
      `There is no database in ${folder}; give the DATA_DIR with which Stowage is started, or DATABASE_URL`,
    )
  const postgres = await startPostgres({ dataDir: folder, durable: true, log: say })
  return { url: postgres.url, close: async () => await postgres.stop() }
}

/** PostgreSQL writes into its pid file who it is and where its socket is. */
function runningUrl(cluster: string): string | undefined {
  try {
    const lines = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const sockets = lines[4]?.trim() ?? ''
    if (lines[7]?.trim() !== 'ready' || !fs.existsSync(sockets)) return undefined
    // A file that a killed server left: its process is another one's or nobody's, its socket answers nobody.
    process.kill(Number(lines[0]), 0)
    return `postgres://stowage@localhost/postgres?host=${encodeURIComponent(sockets)}`
  } catch {
    return undefined
  }
}
