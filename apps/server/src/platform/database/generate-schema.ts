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

/** The Kysely interfaces of a migrated database as TypeScript text: the source of `schema.ts`, and of the test that holds it. */
export async function generateSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(
      `select table_name, column_name, udt_name, is_nullable, column_default, is_identity, is_generated
         from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
    )
    return render(rows)
  } finally {
    await client.end()
  }
}

function render(rows: readonly Column[]): string {
  const tables = new Map<string, Column[]>()
  for (const row of rows) tables.set(row.table_name, [...(tables.get(row.table_name) ?? []), row])
  const name = (table: string): string =>
    `${table.replace(/(^|_)([a-z])/g, (_all, _dash: string, letter: string) => letter.toUpperCase())}Table`
  const out = [
    '// Made from the migrated database by `node tools/generate-schema.ts`; a test holds it against the migrations.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
    '',
    '/** A jsonb column: read as whatever it is, written as JSON text or a plain object. */',
    'export type Json = ColumnType<unknown, string | object, string | object>',
    '',
  ]
  for (const [table, columns] of tables) {
    out.push(`export interface ${name(table)} {`)
    for (const column of columns) {
      const base = TYPES[column.udt_name]
      if (!base) throw new Error(`no type for ${table}.${column.column_name} (${column.udt_name})`)
      let type = base
      if (column.is_nullable === 'YES') type = base === 'Json' ? 'Json | null' : `${base} | null`
      if (column.is_identity === 'YES' || column.is_generated === 'ALWAYS') type = `GeneratedAlways<${type}>`
      else if (column.column_default !== null) type = `Generated<${type}>`
      out.push(`  ${column.column_name}: ${type}`)
    }
    out.push('}', '')
  }
  out.push(
    'export interface Schema {',
    ...[...tables.keys()].map((table) => `  ${table}: ${name(table)}`),
    '}',
    '',
  )
  return out.join('\n')
}
