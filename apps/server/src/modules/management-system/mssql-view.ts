import { once } from 'node:events'
import net from 'node:net'
import { dialects } from './dialects.ts'
import {
  isUntrusted,
  keepWithin,
  SourceFailure,
  untrusted,
  type Engine,
  type ReachableSystem,
  type SourceLimits,
} from './source.ts'

/** What is used of the driver `mssql` 12, which is not among this program's own packages (decision 260). */
export interface MssqlDriver {
  readonly ConnectionPool: new (config: object) => MssqlPool
}
interface MssqlPool {
  connect(): Promise<unknown>
  request(): MssqlRequest
  close(): Promise<unknown>
  on(event: 'error', heard: (error: Error) => void): unknown
}
interface MssqlRequest {
  input(name: string, value: string | null): unknown
  query(text: string): Promise<{
    readonly recordset?: readonly Readonly<Record<string, string | null>>[] & {
      readonly columns?: Readonly<Record<string, unknown>>
    }
  }>
}

const driverName = 'mssql'
const installed = async (): Promise<MssqlDriver> => {
  const loaded = (await import(driverName)) as MssqlDriver & { readonly default?: MssqlDriver }
  return loaded.default ?? loaded
}

/**
 * SQL Server. Experimental: its text and its options are tested, a server was never there to ask. Its transactions know no
 * read-only ones: the user it is given must be able to do nothing else.
 */
export function createMssqlEngine(load: () => Promise<MssqlDriver> = installed): Engine {
  return {
    dialect: dialects.mssql,
    read: async (system, limits, run) =>
      await inSession(load, system, limits, async (ask) =>
        run({
          columns: async (view) => Object.keys((await ask(`select top (0) * from ${view}`))?.columns ?? {}),
          rows: async (text, values) => (await ask(text, values)) ?? [],
        }),
      ),
    write: async (system, limits, text, values) =>
      await inSession(load, system, limits, async (ask) => void (await ask(text, values))),
  }
}

type Ask = (
  text: string,
  values?: readonly (string | null)[],
) => Promise<Awaited<ReturnType<MssqlRequest['query']>>['recordset']>

/** How long it may take to take leave. */
const CLOSE_MS = 1000
/** The pool tries one line, lets it go and takes the next; more are a server that sends its caller on and on. */
const MOST_LINES = 3

/**
 * The lines of one conversation. Each leads to the address that was looked up and is allowed: a SQL Server may send its caller to another
 * one at sign-in, and the driver goes there.
 */
function createLines(system: ReachableSystem, limits: SourceLimits) {
  const lines: net.Socket[] = []
  return {
    connect: async (): Promise<net.Socket> => {
      if (lines.length === MOST_LINES) throw new Error('it sends its caller on and on')
      const line = net.connect(system.port, system.address)
      lines.push(line)
      line.on('error', () => undefined)
      keepWithin(line, limits)
      await once(line, 'connect', { signal: AbortSignal.timeout(limits.connectMs) })
      return line
    },
    cut: (): void => {
      for (const line of lines) line.destroy(new Error('the conversation is over'))
    },
  }
}

/** Here and not by the driver alone, which first asks the server to stop and waits for its word. */
async function within<Answer>(ms: number, answer: Promise<Answer>, late: () => void): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late()
    reject(new SourceFailure('sourceAway', 'the external database does not answer in time'))
  }, ms)
  return await Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}

async function inSession<Result>(
  load: () => Promise<MssqlDriver>,
  system: ReachableSystem,
  limits: SourceLimits,
  run: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const { connectMs, statementMs, totalMs } = limits
  const lines = createLines(system, limits)
  const driver = await load().catch((error: unknown) => {
    throw new SourceFailure('sourceKind', `the driver ${driverName} is not installed`, error)
  })
  const pool = new driver.ConnectionPool({
    server: system.address,
    port: system.port,
    database: system.name,
    user: system.username,
    password: system.password,
    connectionTimeout: connectMs,
    requestTimeout: statementMs,
    pool: { max: 1, min: 0 },
    options: {
      connector: lines.connect,
      encrypt: true,
      // It is called by its address, to which no certificate is made out: of one that has to prove itself the name is asked.
      trustServerCertificate: system.encryption !== 'proven',
      ...(system.encryption === 'proven' ? { serverName: system.server } : {}),
      useUTC: true,
      readOnlyIntent: true,
      appName: 'stowage',
    },
  })
  // A line that breaks while nobody waits for it would end the thread.
  pool.on('error', () => undefined)
  const converse = async (): Promise<Result> => {
    // Until it is in, it shakes hands twice and signs in.
    await within(3 * connectMs, pool.connect(), lines.cut)
    return await run(async (text, values = []) => {
      const request = pool.request()
      for (const [index, value] of values.entries()) request.input(`p${index + 1}`, value)
      return (await within(statementMs + 1000, request.query(text), lines.cut)).recordset
    })
  }
  try {
    return await (totalMs === undefined ? converse() : within(totalMs, converse(), lines.cut))
  } catch (error) {
    throw error instanceof SourceFailure ? error : failureOf(error)
  } finally {
    await within(CLOSE_MS, pool.close(), lines.cut).catch(() => undefined)
    lines.cut()
  }
}

/** By the number of the server's error: 18456 login, 4060 database, 229 not granted; 207 and 208 columns and tables. */
function failureOf(error: unknown): SourceFailure {
  const { number, code, cause } = error as {
    readonly number?: number
    readonly code?: string
    readonly cause?: unknown
  }
  if (isUntrusted(error) || isUntrusted(cause)) return untrusted(error)
  if (code === 'ELOGIN' || [18456, 4060, 229].includes(number ?? 0))
    return new SourceFailure('sourceRefuses', `the external database refuses (${number ?? code})`, error)
  if ([207, 208, 102].includes(number ?? 0))
    return new SourceFailure(
      'sourceUnknown',
      `the external database has other views than SSR 1 (${number})`,
      error,
    )
  return new SourceFailure('sourceAway', `the external database does not answer (${code ?? ''})`, error)
}
