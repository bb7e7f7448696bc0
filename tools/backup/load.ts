import fs from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { Files } from '@stowage/server/platform/files/files'
import { migrate, readMigrations } from '@stowage/server/platform/database/migrate'
import pg from 'pg'
import { copyIn } from './copy-rows.ts'
import {
  areNamesPlain,
  CONTENTS,
  KEYS,
  keyOfPlace,
  MANIFEST,
  type Contents,
  type Manifest,
  type TableShape,
  tableOfPart,
} from './manifest.ts'
import { BrokenArchive, type Entry, readTar, sumOf } from './tar.ts'

/** Why a backup is not put back: a sentence for the person at the terminal. */
export class Refused extends Error {}

export interface Checked {
  readonly manifest: Manifest
  readonly contents: Contents
  /** The secrets.json that is in it. */
  readonly keys: Buffer | undefined
}

/**
 * Reads a backup from beginning to end and holds it against its own list.
 * @throws Refused for one that is damaged, cut off, or no backup
 */
export async function check(source: string): Promise<Checked> {
  const seen: Contents['entries'][number][] = []
  let manifest: Manifest | undefined
  let contents: Contents | undefined
  let keys: Buffer | undefined
  try {
    for await (const { name, bytes } of entriesOf(source)) {
      if (name === CONTENTS) {
        contents = JSON.parse(bytes.toString('utf8')) as Contents
        continue
      }
      seen.push({ name, bytes: bytes.length, sha256: sumOf(bytes) })
      if (name === MANIFEST) manifest = JSON.parse(bytes.toString('utf8')) as Manifest
      if (name === KEYS) keys = bytes
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Refused(`${source} is not there`)
    throw new Refused(`${source} is damaged or no backup (${(error as Error).message})`)
  }
  if (manifest === undefined || contents === undefined)
    throw new Refused(`${source} is not whole: its end is missing`)
  if (manifest.format !== 1) throw new Refused(`${source} was written by a newer version of Stowage`)
  if (!areNamesPlain(manifest, contents.rows))
    throw new Refused(`${source} is no backup of ours: its tables have other names`)
  const listed = contents.entries.map((entry) => JSON.stringify(entry)).join('\n')
  if (seen.map((entry) => JSON.stringify(entry)).join('\n') !== listed)
    throw new Refused(`${source} is damaged: its parts are not those that it lists`)
  return { manifest, contents, keys }
}

async function* entriesOf(source: string): AsyncGenerator<Entry> {
  const file = fs.createReadStream(source)
  const plain = createGunzip()
  file.on('error', (error) => plain.destroy(error))
  try {
    yield* readTar(file.pipe(plain))
  } catch (error) {
    if (error instanceof BrokenArchive) throw error
    throw Object.assign(new Error((error as Error).message), { code: (error as NodeJS.ErrnoException).code })
  } finally {
    file.destroy()
    plain.destroy()
  }
}

/** @throws Refused where this version does not know what the backup was made with */
export function refuseNewer({ manifest }: Pick<Checked, 'manifest'>, folder?: string): void {
  const known = new Map(readMigrations(folder).map(({ name, hash }) => [name, hash]))
  const strange = manifest.migrations.find(({ name }) => !known.has(name))
  if (strange)
    throw new Refused(
      `the backup is of a newer version of Stowage (${manifest.version}): this one does not know its migration ${strange.name}. Restore with that version`,
    )
  const changed = manifest.migrations.find(({ name, hash }) => known.get(name) !== hash)
  if (changed)
    throw new Refused(`the backup is of another Stowage: its migration ${changed.name} is another one`)
}

/** Stands in a database while a restore is under way: one that was interrupted is begun anew. */
const UNDER_WAY = 'restore_under_way'

/** @throws Refused where somebody's data are */
export async function refuseFilled(databaseUrl: string): Promise<void> {
  const client = await open(databaseUrl)
  try {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
    )
    if (rows.length > 0 && !rows.some(({ name }) => name === UNDER_WAY))
      throw new Refused('the database is not empty. Restore into a new one; nothing is ever overwritten')
  } finally {
    await client.end()
  }
}

interface Wish {
  readonly source: string
  readonly checked: Checked
  readonly databaseUrl: string
  readonly files: Files
}

/**
 * Puts a backup into an empty database: the tables as they were then, the rows in one transaction, then the migrations that came
 * since. Files first: one that no row names is forgotten by itself, a row without its file is a loss.
 */
export async function load({ source, checked, databaseUrl, files }: Wish): Promise<void> {
  const { manifest, contents } = checked
  for await (const { name, bytes } of entriesOf(source)) {
    const key = keyOfPlace(name)
    if (key !== undefined) await files.put(key, bytes)
  }
  const first = await open(databaseUrl)
  try {
    await first.query(`create table if not exists ${UNDER_WAY} ()`)
  } finally {
    await first.end()
  }
  const then = new Set(manifest.migrations.map(({ name }) => name))
  await migrate(databaseUrl, undefined, (name) => then.has(name))
  const client = await open(databaseUrl)
  try {
    await client.query('begin')
    await client.query("set local datestyle to 'ISO'")
    const putBack = await loosen(client, manifest.tables)
    const shapes = new Map(manifest.tables.map((table) => [table.name, table]))
    for await (const { name, bytes } of entriesOf(source)) {
      const table = shapes.get(tableOfPart(name) ?? '')
      if (table) await copyIn(client, { table: table.name, columns: table.columns }, bytes)
    }
    for (const { name, value, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [`"${name}"`, value, isCalled])
    await putBack()
    for (const [table, count] of Object.entries(contents.rows)) {
      const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from "${table}"`)
      if (rows[0]?.count !== String(count))
        throw new Refused(`${table} has ${rows[0]?.count} rows instead of ${count}`)
    }
    await client.query(`drop table ${UNDER_WAY}`)
    await client.query('commit')
    await client.query('analyze')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
  await migrate(databaseUrl)
}

/**
 * Rows come table by table, so what holds between tables cannot hold on the way: foreign keys are taken off and put back behind,
 * which checks every row, and triggers of ours rest (a closed month refuses entries of its own past).
 */
async function loosen(client: pg.Client, tables: readonly TableShape[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'f' and t.relnamespace = 'public'::regnamespace`)
  for (const key of keys) await client.query(`alter table ${key.table} drop constraint "${key.name}"`)
  const names = tables.map(({ name }) => `"${name}"`)
  // What migrations have put in is in the backup as well.
  if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  return async () => {
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const key of keys)
      await client.query(`alter table ${key.table} add constraint "${key.name}" ${key.definition}`)
  }
}

async function open(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'stowage-restore' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
