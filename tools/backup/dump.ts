import { machineNow } from '@stowage/server/platform/clock'
import { unbind } from '@stowage/server/platform/database/migrate'
import { EXPORTS_FOLDER } from '@stowage/server/modules/reports/company-export/export-pieces'
import type { Files } from '@stowage/server/platform/files/files'
import { writeArchive, type Archive } from '@stowage/server/platform/files/write-archive'
import { VERSION } from '@stowage/server/platform/version'
import pg from 'pg'
import { copyOut } from './copy-rows.ts'
import { CONTENTS, KEYS, MANIFEST, partOf, placeOfFile, type Contents, type Manifest } from './manifest.ts'

const PART_BYTES = 8 * 1024 * 1024

interface Wish {
  readonly databaseUrl: string
  readonly files: Files
  /** Where the archive goes; it stands there when it is whole, and not before. */
  readonly target: string
  /** The keys of `DATA_DIR/secrets.json`, to be put in; undefined: they stay out. */
  readonly keys?: Buffer | undefined
}

/**
 * Writes everything into one archive: rows as they stood at one moment, and files. Works on a running system.
 *
 * Files are read twice around that moment: before it those that are there, behind it those that came meanwhile. A file is written
 * before its row and removed after it was replaced, so whatever a row of that moment names is in one of the two. Archives of the
 * company, which wait for a day to be downloaded, stay out: they hold the same once more.
 */
export async function dump({ databaseUrl, files, target, keys }: Wish): Promise<Contents> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'stowage-backup' })
  // What is lost on the way fails the statement that waits; nobody else listens.
  client.on('error', () => undefined)
  try {
    return await writeArchive(target, async (archive) => {
      await client.connect()
      await unbind(client)
      return await fill(archive, { client, files, keys })
    })
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function fill(
  archive: Archive,
  { client, files, keys }: Pick<Wish, 'files' | 'keys'> & { readonly client: pg.Client },
): Promise<Contents> {
  const kept = new Set<string>()
  const addFiles = async (): Promise<void> => {
    for (const key of await files.all()) {
      if (kept.has(key) || key.startsWith(`${EXPORTS_FOLDER}/`)) continue
      const bytes = await files.get(key)
      if (bytes === undefined) continue
      kept.add(key)
      await archive.add(placeOfFile(key), bytes)
    }
  }
  if (keys !== undefined) await archive.add(KEYS, keys)
  await addFiles()
  await client.query('begin isolation level repeatable read read only')
  await client.query("set local datestyle to 'ISO'")
  const manifest = await describe(client, keys !== undefined)
  await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)))
  const rows: Record<string, number> = {}
  for (const { name: table, columns } of manifest.tables) {
    let part = 0
    rows[table] = 0
    await copyOut(client, { table, columns }, PART_BYTES, async (bytes, count) => {
      part += 1
      rows[table] = (rows[table] ?? 0) + count
      await archive.add(partOf(table, part), bytes)
    })
  }
  await client.query('commit')
  await addFiles()
  const contents: Contents = { entries: [...archive.entries], rows, files: kept.size }
  await archive.add(CONTENTS, Buffer.from(JSON.stringify(contents)))
  return contents
}

async function describe(client: pg.Client, hasKeys: boolean): Promise<Manifest> {
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migration order by name',
  )
  // Unlogged tables hold what lives for seconds; generated columns are computed by the database. Numbers of transactions mean something
  // only in the cluster that gave them: rows get one there by the column's default.
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name,
           (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
               and a.atttypid <> 'xid8'::regtype) as columns
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
       and not c.relispartition and c.relname <> 'migration'
     order by c.relname`)
  const { rows: names } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`)
  const sequences: Manifest['sequences'][number][] = []
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from "${name}"`,
    )
    if (rows[0]) sequences.push({ name, ...rows[0] })
  }
  const { rows: prints } = await client.query<{ key: string | null }>(
    "select value ->> 'storageKey' as key from setting where name = 'key-fingerprints'",
  )
  return {
    format: 1,
    version: VERSION,
    at: machineNow().toString(),
    migrations,
    tables,
    sequences,
    storageKeyFingerprint: prints[0]?.key ?? null,
    hasKeys,
  }
}
