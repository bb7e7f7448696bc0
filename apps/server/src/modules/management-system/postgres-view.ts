import net from 'node:net'
import pg from 'pg'
import { SourceFailure, type ReachableSystem, type Source, type SourceMapObject } from './source.ts'

interface PostgresLimits {
  readonly connectMs: number
  readonly statementMs: number
  /** Rows of one answer; more are refused, not cut. */
  readonly rows: number
  /** Of all its answers together; whoever sends more is left. */
  readonly bytes: number
}

/** Letters of one column: more than any of ours holds, so that what is longer is refused for what it is. */
const longest = 1000
/** How long a server may take to end a conversation that we have ended. */
const endMs = 1000

/**
 * The views of an external system in PostgreSQL (SSR 1). Column names are compared without case, columns that are not known stay
 * unread, a view or column that is missing is named in the log. The session can read and nothing else, whatever its user may do.
 */
export function createPostgresSource(limits: PostgresLimits): Source {
  return {
    mapObjects: async (system) =>
      await inSession(system, limits, async (client) => {
        await checkVersion(client)
        const rows = await readRows(client, 'ssr_map_objects', mapColumns, {
          site: system.siteId,
          order: ['MapName', 'ObjectNo'],
          most: limits.rows,
        })
        return rows.map(toMapObject)
      }),
  }
}

const mapColumns = [
  'MapName',
  'ObjectNo',
  'UnitNumber',
  'PosX',
  'PosY',
  'SizeX',
  'SizeY',
  'Rotation',
] as const
type Row<Column extends string> = Readonly<Record<Column, string | null>>

function toMapObject(row: Row<(typeof mapColumns)[number]>): SourceMapObject {
  return {
    mapName: row.MapName ?? '',
    objectNo: Number(row.ObjectNo),
    unitNumber: row.UnitNumber,
    x: numberOf(row.PosX),
    y: numberOf(row.PosY),
    width: numberOf(row.SizeX),
    height: numberOf(row.SizeY),
    rotation: row.Rotation === null ? null : Number(row.Rotation),
  }
}

/** NaN where there is none: nothing lies at 0 because nobody said where it lies. */
const numberOf = (text: string | null): number => (text === null ? Number.NaN : Number(text))

async function inSession<Result>(
  system: ReachableSystem,
  { connectMs, statementMs, bytes }: PostgresLimits,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const socket = new net.Socket()
  socket.on('data', () => {
    // Rows are asked for with a limit; what is no such database keeps to none.
    if (socket.bytesRead > bytes) socket.destroy()
  })
  const client = new pg.Client({
    stream: () => socket,
    host: system.address,
    port: system.port,
    database: system.name,
    user: system.username,
    password: system.password,
    connectionTimeoutMillis: connectMs,
    // Here as well: a server that accepts and then says nothing does not keep the time it was told.
    query_timeout: statementMs + 1000,
    options: `-c statement_timeout=${statementMs} -c default_transaction_read_only=on`,
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

async function checkVersion(client: pg.Client): Promise<void> {
  const [meta] = await readRows(client, 'ssr_meta', ['ContractVersion'] as const, { most: 1 })
  const version = meta?.ContractVersion ?? ''
  if (!/^1(\.|$)/.test(version))
    throw new SourceFailure('sourceUnknown', `the external database speaks SSR "${version.slice(0, 16)}"`)
}

async function readRows<const Column extends string>(
  client: pg.Client,
  view: string,
  columns: readonly Column[],
  options: { readonly site?: string; readonly order?: readonly Column[]; readonly most: number },
): Promise<Row<Column>[]> {
  const { fields } = await client.query(`select * from ${view} limit 0`)
  const real = new Map(fields.map(({ name }) => [name.toLowerCase(), client.escapeIdentifier(name)]))
  const named = (column: string): string => {
    const found = real.get(column.toLowerCase())
    if (found === undefined) throw new SourceFailure('sourceUnknown', `${view} has no column ${column}`)
    return found
  }
  const { site, order = [], most } = options
  const text = [
    `select ${columns.map((column) => `left(${named(column)}::text, ${longest}) as "${column}"`).join(', ')} from ${view}`,
    ...(site === undefined ? [] : [`where ${named('SiteID')}::text = $1`]),
    // With the view's name, or a column of the same name would be the text it is answered as.
    ...(order.length === 0
      ? []
      : [`order by ${order.map((column) => `${view}.${named(column)}`).join(', ')}`]),
    `limit ${most + 1}`,
  ].join(' ')
  const { rows } = await client.query<Row<Column>>(text, site === undefined ? [] : [site])
  return rows
}
