import fs from 'node:fs'
import { createGunzip } from 'node:zlib'
import { migrate, readMigrations, unbind } from '@stowage/server/platform/database/migrate'
import { BrokenArchive, type Entry, readTar } from '@stowage/server/platform/files/tar'
import pg from 'pg'

/** Why an archive is not put in: a sentence for the person at the terminal. */
export class Refused extends Error {}

/** Parts are of 8 or 16 MB and what one more row has; a file is what somebody uploaded. */
const MOST_BYTES = 64 * 1024 * 1024
/** The lists of what is in it: a line for each file of the largest operator. */
const MOST_OF_A_LIST = 384 * 1024 * 1024
const MOST_ENTRIES = 3_000_000
const LISTS: ReadonlySet<string> = new Set(['manifest.json', 'contents.json'])
const mostOf = (name: string): number => (LISTS.has(name) ? MOST_OF_A_LIST : MOST_BYTES)

/** The parts of an archive, each whole in memory, none larger than any that we write. */
export async function* entriesOf(source: string): AsyncGenerator<Entry> {
  const file = fs.createReadStream(source)
  const plain = createGunzip()
  file.on('error', (error) => plain.destroy(error))
  try {
    let count = 0
    for await (const entry of readTar(file.pipe(plain), mostOf)) {
      if ((count += 1) > MOST_ENTRIES) throw new BrokenArchive(`it has more than ${MOST_ENTRIES} parts`)
      yield entry
    }
  } catch (error) {
    if (error instanceof BrokenArchive) throw error
    throw Object.assign(new Error((error as Error).message), { code: (error as NodeJS.ErrnoException).code })
  } finally {
    file.destroy()
    plain.destroy()
  }
}

interface MadeWith {
  readonly version: string
  readonly migrations: readonly { readonly name: string; readonly hash: string }[]
}

/** @throws Refused where this version does not know what the archive was made with */
export function refuseNewer({ manifest }: { readonly manifest: MadeWith }, folder?: string): void {
  const known = new Map(readMigrations(folder).map(({ name, hash }) => [name, hash]))
  const strange = manifest.migrations.find(({ name }) => !known.has(name))
  if (strange)
    throw new Refused(
      `the archive is of a newer version of Stowage (${manifest.version}): this one does not know its migration ${strange.name}. Use that version`,
    )
  const changed = manifest.migrations.find(({ name, hash }) => known.get(name) !== hash)
  if (changed)
    throw new Refused(`the archive is of another Stowage: its migration ${changed.name} is another one`)
}

/** Stands in a database while an archive is put in: one that was interrupted is begun anew. */
const UNDER_WAY = 'restore_under_way'

/** @throws Refused where somebody's data are */
export async function refuseFilled(databaseUrl: string): Promise<void> {
  const client = await open(databaseUrl)
  try {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
    )
    if (rows.length > 0 && !rows.some(({ name }) => name === UNDER_WAY))
      throw new Refused('the database is not empty. Take a new one; nothing is ever overwritten')
  } finally {
    await client.end()
  }
}

/**
 * Fills an empty database in one transaction: the tables as they were when the archive was made, then what `fill` puts in, then the
 * migrations that came since.
 * @param tables whose rows come: emptied of what migrations have put in, checked as a whole behind `fill`
 * @param lastly what is done when all of it holds: files are put where nothing takes them back
 */
export async function fillEmpty(
  databaseUrl: string,
  { migrations }: Pick<MadeWith, 'migrations'>,
  tables: readonly string[],
  fill: (client: pg.Client) => Promise<void>,
  lastly: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<void> {
  const first = await open(databaseUrl)
  try {
    await first.query(`create table if not exists ${UNDER_WAY} ()`)
  } finally {
    await first.end()
  }
  const then = new Set(migrations.map(({ name }) => name))
  await migrate(databaseUrl, undefined, (name) => then.has(name))
  const client = await open(databaseUrl)
  try {
    await client.query('begin')
    await client.query("set local datestyle to 'ISO'")
    const putBack = await loosen(client, tables)
    await fill(client)
    await putBack()
    await lastly(client)
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
async function loosen(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class t on t.oid = c.conrelid
     where c.contype = 'f' and t.relnamespace = 'public'::regnamespace`)
  for (const key of keys) await client.query(`alter table ${key.table} drop constraint "${key.name}"`)
  const names = tables.map((name) => `"${name}"`)
  // What migrations have put in is in the archive as well.
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
  await unbind(client)
  return client
}
