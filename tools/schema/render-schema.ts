import path from 'node:path'
import pg from 'pg'

const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  float8: 'number',
  date: 'Temporal.PlainDate',
  timestamptz: 'Temporal.Instant',
  time: 'Temporal.PlainTime',
  jsonb: 'Json',
  xid8: 'string',
  _text: 'string[]',
  _int4: 'number[]',
}

interface Column {
  readonly table_name: string
  readonly column_name: string
  readonly udt_name: string
  readonly is_nullable: 'YES' | 'NO'
  readonly column_default: string | null
  readonly is_identity: 'YES' | 'NO'
  readonly is_generated: 'ALWAYS' | 'NEVER'
}

/**
 * The Kysely interfaces of a migrated database as TypeScript, by path below `platform/database/`: a file for each room of
 * the server with the tables it owns, and `schema.ts`, which puts them together.
 * @param ownerOf the room to which a table belongs, as `modules/billing` or `platform`
 */
export async function renderSchema(
  url: string,
  ownerOf: (table: string) => string,
): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(
      `select table_name, column_name, udt_name, is_nullable, column_default, is_identity, is_generated
         from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
    )
    return render(rows, ownerOf)
  } finally {
    await client.end()
  }
}

const HEAD =
  '// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.'

function render(rows: readonly Column[], ownerOf: (table: string) => string): Map<string, string> {
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const rooms = Map.groupBy(tables.keys(), ownerOf)
  const owners = [...rooms.keys()].map((room) => path.posix.basename(room)).sort()
  const files = new Map<string, string>()
  for (const [room, names] of rooms)
    files.set(`schema/${path.posix.basename(room)}.ts`, roomText(room, names, tables))
  files.set(
    'schema.ts',
    [
      HEAD,
      ...owners.map((owner) => `import type { ${typeName(owner)}Tables } from './schema/${owner}.ts'`),
      '',
      'export interface Schema',
      '  extends',
      ...owners.map((owner, at) => `    ${typeName(owner)}Tables${at < owners.length - 1 ? ',' : ' {}'}`),
      '',
    ].join('\n'),
  )
  return files
}

function roomText(
  room: string,
  names: readonly string[],
  tables: ReadonlyMap<string, readonly Column[]>,
): string {
  const body = names.flatMap((table) => [
    `export interface ${typeName(table)}Table {`,
    ...(tables.get(table) ?? []).map((column) => `  ${column.column_name}: ${typeOf(column)}`),
    '}',
    '',
  ])
  const used = ['Generated', 'GeneratedAlways'].filter((word) =>
    body.some((line) => line.includes(`${word}<`)),
  )
  return [
    HEAD,
    ...(used.length > 0 ? [`import type { ${used.join(', ')} } from 'kysely'`] : []),
    ...(body.some((line) => /\bJson\b/.test(line)) ? [`import type { Json } from '../json.ts'`] : []),
    '',
    ...body,
    `export interface ${typeName(path.posix.basename(room))}Tables {`,
    ...names.map((table) => `  ${table}: ${typeName(table)}Table`),
    '}',
    '',
  ].join('\n')
}

/** `box_claim` and `management-system` as `BoxClaim` and `ManagementSystem`. */
const typeName = (name: string): string =>
  name.replace(/(^|[_-])([a-z])/g, (_all, _dash: string, letter: string) => letter.toUpperCase())

function typeOf(column: Column): string {
  const base = TYPES[column.udt_name]
  if (!base) throw new Error(`no type for ${column.table_name}.${column.column_name} (${column.udt_name})`)
  const type = column.is_nullable === 'YES' ? `${base} | null` : base
  if (column.is_identity === 'YES' || column.is_generated === 'ALWAYS') return `GeneratedAlways<${type}>`
  return column.column_default === null ? type : `Generated<${type}>`
}
