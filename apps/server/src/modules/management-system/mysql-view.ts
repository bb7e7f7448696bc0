import net from 'node:net'
import type { Connection, QueryError, RowDataPacket } from 'mysql2/promise'
import { dialects } from './dialects.ts'
import {
  encrypted,
  keepWithin,
  SourceFailure,
  type Engine,
  type ReachableSystem,
  type SourceLimits,
} from './source.ts'

/** MySQL and MariaDB; the driver is loaded when the first such source is read. */
export const mysql: Engine = {
  dialect: dialects.mysql,
  read: async (system, limits, run) =>
    await inSession(system, limits, async (ask, tell) => {
      const [[version]] = await ask<RowDataPacket[]>('select version() as version')
      // Two names for one wish: a statement that goes on behind our back ends all the same.
      await tell(
        String(version?.['version']).includes('MariaDB')
          ? `set session max_statement_time = ${limits.statementMs / 1000}`
          : `set session max_execution_time = ${limits.statementMs}`,
      )
      await tell('set session transaction isolation level repeatable read')
      await tell('start transaction with consistent snapshot, read only')
      return await run({
        columns: async (view) => {
          const [, fields] = await ask<RowDataPacket[]>(`select * from ${view} limit 0`)
          return fields.map(({ name }) => name)
        },
        rows: async (text, values) => (await ask<RowDataPacket[]>(text, values))[0],
      })
    }),
  write: async (system, limits, text, values) =>
    await inSession(system, limits, async (ask) => void (await ask(text, values))),
}

type Ask = <Rows extends RowDataPacket[]>(
  text: string,
  values?: readonly (string | null)[],
) => ReturnType<typeof Connection.prototype.execute<Rows>>

async function inSession<Result>(
  system: ReachableSystem,
  limits: SourceLimits,
  run: (ask: Ask, tell: (text: string) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  return await encrypted(system, async (by) => await inOne({ ...system, encryption: by }, limits, run))
}

async function inOne<Result>(
  system: ReachableSystem,
  limits: SourceLimits,
  run: (ask: Ask, tell: (text: string) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const { connectMs, statementMs } = limits
  const isProven = system.encryption === 'proven'
  const { createConnection } = await import('mysql2/promise')
  const socket = net.connect(system.port, system.address)
  socket.on('error', () => undefined)
  keepWithin(socket, limits)
  /** Here and not by the driver, which waits for the answer to `prepare` without end. */
  const inTime = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const timer = setTimeout(() => socket.destroy(new Error('no answer in time')), statementMs + 1000)
    return await answer.finally(() => clearTimeout(timer))
  }
  try {
    const connection = await createConnection({
      stream: () => socket,
      // To whom its certificate has to be made out; the line is there already.
      host: system.server,
      ...(system.encryption === 'none'
        ? {}
        : { ssl: { rejectUnauthorized: isProven, verifyIdentity: isProven } }),
      database: system.name,
      user: system.username,
      password: system.password,
      connectTimeout: connectMs,
      charset: 'utf8mb4',
      // A server that asks for a file of ours gets none.
      flags: ['-LOCAL_FILES'],
      // Zones are not ours to turn: times are taken as they stand.
      dateStrings: true,
      disableEval: true,
    })
    connection.on('error', () => undefined)
    const tell = async (text: string): Promise<unknown> => await inTime(connection.query(text))
    await tell("set session time_zone = '+00:00'")
    // Prepared: values never stand in the text, whatever the server's rules for quotes are.
    return await run(async (sql, values = []) => await inTime(connection.execute({ sql }, [...values])), tell)
  } catch (error) {
    throw error instanceof SourceFailure ? error : failureOf(error)
  } finally {
    socket.destroy()
  }
}

const refusals = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_BAD_DB_ERROR',
  'ER_ACCOUNT_HAS_BEEN_LOCKED',
])
const unknowns = new Set(['ER_NO_SUCH_TABLE', 'ER_BAD_FIELD_ERROR', 'ER_PARSE_ERROR', 'ER_VIEW_INVALID'])

function failureOf(error: unknown): SourceFailure {
  const { code = '', sqlState } = error as Partial<QueryError>
  if (refusals.has(code))
    return new SourceFailure('sourceRefuses', `the external database refuses (${code})`, error)
  if (unknowns.has(code))
    return new SourceFailure(
      'sourceUnknown',
      `the external database has other views than SSR 1 (${code})`,
      error,
    )
  const said = sqlState === undefined && code === '' ? '' : ` (${code})`
  return new SourceFailure('sourceAway', `the external database does not answer${said}`, error)
}
