import { dialects } from './dialects.ts'
import { SourceFailure, type Engine, type ReachableSystem, type SourceLimits } from './source.ts'

/** What is used of the driver `mssql` 12, which is not among this program's own packages (decision 260). */
export interface MssqlDriver {
  readonly ConnectionPool: new (config: object) => MssqlPool
}
interface MssqlPool {
  connect(): Promise<unknown>
  request(): MssqlRequest
  close(): Promise<unknown>
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

async function inSession<Result>(
  load: () => Promise<MssqlDriver>,
  system: ReachableSystem,
  { connectMs, statementMs }: SourceLimits,
  run: (ask: Ask) => Promise<Result>,
): Promise<Result> {
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
      encrypt: true,
      // It is called by its address, to which no certificate is made out.
      trustServerCertificate: true,
      useUTC: true,
      readOnlyIntent: true,
      appName: 'stowage',
    },
  })
  try {
    await pool.connect()
    return await run(async (text, values = []) => {
      const request = pool.request()
      for (const [index, value] of values.entries()) request.input(`p${index + 1}`, value)
      return (await request.query(text)).recordset
    })
  } catch (error) {
    throw error instanceof SourceFailure ? error : failureOf(error)
  } finally {
    await pool.close().catch(() => undefined)
  }
}

/** By the number of the server's error: 18456 login, 4060 database, 229 not granted; 207 and 208 columns and tables. */
function failureOf(error: unknown): SourceFailure {
  const { number, code } = error as { readonly number?: number; readonly code?: string }
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
