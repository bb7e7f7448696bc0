import net from 'node:net'
import pg from 'pg'
import { dialects } from './dialects.ts'
import { createSource } from './ssr-view.ts'
import {
  encrypted,
  keepWithin,
  SourceFailure,
  type Engine,
  type ReachableSystem,
  type Source,
  type SourceLimits,
} from './source.ts'

/** How long a server may take to end a conversation that we have ended. */
const endMs = 1000

export const createPostgresSource = (limits: SourceLimits): Source => createSource(postgres, limits)

/** PostgreSQL. The session that reads can read and nothing else, whatever its user may do, and sees one moment. */
export const postgres: Engine = {
  dialect: dialects.postgres,
  read: async (system, limits, run) =>
    await inSession(system, limits, 'on', async (client) => {
      await client.query('begin isolation level repeatable read read only')
      return await run({
        columns: async (view) =>
          (await client.query(`select * from ${view} limit 0`)).fields.map(({ name }) => name),
        rows: async (text, values) =>
          (await client.query<Record<string, string | null>>(text, [...values])).rows,
      })
    }),
  write: async (system, limits, text, values) =>
    await inSession(system, limits, 'off', async (client) => {
      await client.query(text, [...values])
    }),
}

async function inSession<Result>(
  system: ReachableSystem,
  limits: SourceLimits,
  isReadOnly: 'on' | 'off',
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return await encrypted(
    system,
    async (by) => await inOne({ ...system, encryption: by }, limits, isReadOnly, run),
  )
}

async function inOne<Result>(
  system: ReachableSystem,
  limits: SourceLimits,
  isReadOnly: 'on' | 'off',
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { connectMs, statementMs } = limits
  const { encryption, server } = system
  const socket = new net.Socket()
  keepWithin(socket, limits)
  const client = new pg.Client({
    stream: () => socket,
    host: system.address,
    port: system.port,
    database: system.name,
    user: system.username,
    password: system.password,
    // By its name, though it is called by its address.
    ssl:
      encryption === 'none'
        ? false
        : {
            rejectUnauthorized: encryption === 'proven',
            ...(net.isIP(server) === 0 ? { servername: server } : { host: server }),
          },
    connectionTimeoutMillis: connectMs,
    // Here as well: a server that accepts and then says nothing does not keep the time it was told.
    query_timeout: statementMs + 1000,
    options: `-c statement_timeout=${statementMs} -c default_transaction_read_only=${isReadOnly} -c timezone=UTC -c datestyle=ISO`,
    application_name: 'stowage',
    // Texts as they come: money is never a floating number, and a zone of its own is not ours.
    types: { getTypeParser: () => String },
  })
  // A connection that is cut while nobody waits for it would end this process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await run(client)
  } catch (error) {
    throw error instanceof SourceFailure ? error : failureOf(error)
  } finally {
    void client.end().catch(() => undefined)
    setTimeout(() => socket.destroy(), endMs).unref()
  }
}

/** By the class of the SQL state; what has none is the network. */
function failureOf(error: unknown): SourceFailure {
  const state = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  // 28 password or user, 3D no such database, 42501 not granted.
  if (/^(28|3D)/.test(state) || state === '42501')
    return new SourceFailure('sourceRefuses', `the external database refuses (${state})`, error)
  if (state.startsWith('42'))
    return new SourceFailure(
      'sourceUnknown',
      `the external database has other views than SSR 1 (${state})`,
      error,
    )
  return new SourceFailure(
    'sourceAway',
    `the external database does not answer${state === '' ? '' : ` (${state})`}`,
    error,
  )
}
