import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../platform/database/connect.ts'
import { fieldOf, type Kind } from './company-kinds.ts'

/** What the database says of the table of a kind. */
interface Shape {
  readonly columns: readonly string[]
  /** By which its rows are told apart, with their type. */
  readonly keys: readonly { readonly name: string; readonly isText: boolean }[]
}

/** One moment of the database, for as long as `read` takes: nobody waits for it. */
export async function atOneMoment<T>(db: Database, read: (line: Database) => Promise<T>): Promise<T> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (line) => {
      await sql`set local timezone to 'UTC'`.execute(line)
      await sql`set local statement_timeout to 0`.execute(line)
      // The first question fixes the moment.
      await sql`select 1 from setting limit 1`.execute(line)
      return await read(line)
    })
}

/** The columns of each table, in their order, and its primary key; generated columns are made anew wherever the rows go. */
export async function tableShapes(db: Database): Promise<ReadonlyMap<string, Shape>> {
  const { rows } = await sql<Shape & { name: string }>`
    select c.relname as name,
           (select json_agg(a.attname order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
           (select json_agg(json_build_object('name', a.attname, 'isText', a.atttypid = 'text'::regtype) order by k.place)
              from pg_index i, unnest(i.indkey::int2[]) with ordinality k(attnum, place), pg_attribute a
             where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as keys
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(db)
  return new Map(rows.map(({ name, ...shape }) => [name, shape]))
}

/** How many rows these kinds have, as the database thinks of itself: counting them would take as long as writing them. */
export async function aboutHowMany(db: Database, kinds: readonly Kind[]): Promise<number> {
  const { rows } = await sql<{ about: number }>`
    select coalesce(sum(greatest(reltuples, 0)), 0)::bigint as about from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname in (${sql.join(kinds.map(({ table }) => table))})`.execute(
    db,
  )
  return rows[0]?.about ?? 0
}

/** What a line of this kind has, in its order: the database's columns without those that stay at home. */
export function fieldsOf(kind: Kind, { columns }: Shape): string[] {
  const shown = columns.filter((column) => kind.hidden?.[column] === undefined).map(fieldOf)
  return kind.opened === undefined ? shown : [...shown, kind.opened.field]
}

/**
 * The rows of one kind as lines of JSON, some at a time, in the order of their keys: letter by letter, whatever the language of the
 * database, so that the same rows are the same lines everywhere.
 */
export async function* linesOf(
  line: Database,
  kind: Kind,
  shape: Shape,
  rowsAtOnce = 2000,
): AsyncGenerator<readonly string[], void, void> {
  const shown = shape.columns
    .filter((column) => kind.hidden?.[column] === undefined)
    .map((column) => sql`${valueOf(kind, column)} as ${sql.ref(fieldOf(column))}`)
  // Opened by whoever has the key, on its way into the file.
  if (kind.opened !== undefined)
    shown.push(sql`${sql.ref(`t.${kind.opened.column}`)} as ${sql.ref(kind.opened.field)}`)
  const order = shape.keys.map(({ name, isText }) =>
    isText ? sql`${sql.ref(`t.${name}`)} collate "C"` : sql`${sql.ref(`t.${name}`)}`,
  )
  const where = sql.raw(kind.where ?? 'true')
  await sql`
    declare company_rows no scroll cursor for
    select row_to_json(x)::text as line from (
      select ${sql.join(shown)} from ${sql.table(kind.table)} t where ${where} order by ${sql.join(order)}) x`.execute(
    line,
  )
  for (;;) {
    const { rows } = await sql<{
      line: string
    }>`fetch ${sql.raw(String(rowsAtOnce))} from company_rows`.execute(line)
    if (rows.length > 0) yield rows.map((row) => row.line)
    if (rows.length < rowsAtOnce) break
  }
  await sql`close company_rows`.execute(line)
}

const valueOf = (kind: Kind, column: string): RawBuilder<unknown> => {
  const shortened = kind.shortened?.[column]
  return shortened === undefined ? sql.ref(`t.${column}`) : sql.raw(shortened)
}

export interface Counter {
  readonly name: string
  readonly value: string
  readonly isCalled: boolean
}

/** Where numbers go on that no row says: of contracts, of payments by transfer. */
export async function readCounters(db: Database): Promise<Counter[]> {
  const { rows: names } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`.execute(
    db,
  )
  const counters: Counter[] = []
  for (const { name } of names) {
    const { rows } = await sql<Counter>`
      select ${name} as name, last_value::text as value, is_called as "isCalled" from ${sql.table(name)}`.execute(
      db,
    )
    counters.push(...rows)
  }
  return counters
}

export async function readMadeWith(
  db: Database,
): Promise<{ readonly name: string; readonly hash: string }[]> {
  return await db.selectFrom('migration').select(['name', 'hash']).orderBy('name').execute()
}

/** Pictures that a row names, in the order of their keys. */
export async function pictureKeys(db: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from (
      select preview_key as key from box_category where preview_key is not null
      union select background ->> 'file' from floor_map where background ->> 'file' is not null
    ) k order by key collate "C"`.execute(db)
  return rows.map(({ key }) => key)
}

export interface IdentityFile {
  readonly id: string
  readonly fileKey: string
  readonly sealedKey: string | null
}

/** Identity documents whose file is still kept. */
export async function identityFiles(db: Database): Promise<IdentityFile[]> {
  const { rows } = await sql<IdentityFile>`
    select id, file_key as "fileKey", sealed_key as "sealedKey" from kyc_document where shredded_at is null order by id collate "C"`.execute(
    db,
  )
  return rows
}
