import type { Files } from '@stowage/server/platform/files/files'
import { sumOf } from '@stowage/server/platform/files/tar'
import { copyIn } from './copy-rows.ts'
import { entriesOf, fillEmpty, Refused } from './into-empty.ts'
import type { Weight } from './room.ts'
import {
  areNamesPlain,
  CONTENTS,
  KEYS,
  keyOfPlace,
  MANIFEST,
  readContents,
  readManifest,
  type Contents,
  type Manifest,
  tableOfPart,
} from './manifest.ts'

export interface Checked {
  readonly manifest: Manifest
  readonly contents: Contents
  /** The secrets.json that is in it. */
  readonly keys: Buffer | undefined
  readonly weight: Weight
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
        contents = readContents(bytes)
        continue
      }
      seen.push({ name, bytes: bytes.length, sha256: sumOf(bytes) })
      if (name === MANIFEST) manifest = readManifest(bytes)
      if (name === KEYS) keys = bytes
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Refused(`${source} is not there`)
    if (error instanceof Refused) throw error
    throw new Refused(`${source} is damaged or no backup (${(error as Error).message})`)
  }
  if (manifest === undefined || contents === undefined)
    throw new Refused(`${source} is not whole: its end is missing`)
  if (!areNamesPlain(manifest, contents.rows))
    throw new Refused(`${source} is no backup of ours: its tables have other names`)
  const listed = contents.entries.map((entry) => JSON.stringify(entry)).join('\n')
  if (seen.map((entry) => JSON.stringify(entry)).join('\n') !== listed)
    throw new Refused(`${source} is damaged: its parts are not those that it lists`)
  const weighing = (isIt: (name: string) => boolean): number =>
    seen.reduce((sum, { name, bytes }) => sum + (isIt(name) ? bytes : 0), 0)
  const weight = {
    files: weighing((name) => keyOfPlace(name) !== undefined),
    rows: weighing((name) => tableOfPart(name) !== undefined),
  }
  return { manifest, contents, keys, weight }
}

interface Wish {
  readonly source: string
  readonly checked: Checked
  readonly databaseUrl: string
  readonly files: Files
}

/**
 * Puts a backup into an empty database. Files first: one that no row names is forgotten by itself, a row without its file is a loss.
 */
export async function load({ source, checked, databaseUrl, files }: Wish): Promise<void> {
  const { manifest, contents } = checked
  for await (const { name, bytes } of entriesOf(source)) {
    const key = keyOfPlace(name)
    if (key !== undefined) await files.put(key, bytes)
  }
  const shapes = new Map(manifest.tables.map((table) => [table.name, table]))
  await fillEmpty(databaseUrl, manifest, [...shapes.keys()], async (client) => {
    for await (const { name, bytes } of entriesOf(source)) {
      const table = shapes.get(tableOfPart(name) ?? '')
      if (table) await copyIn(client, { table: table.name, columns: table.columns }, bytes)
    }
    for (const { name, value, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [`"${name}"`, value, isCalled])
    for (const [table, count] of Object.entries(contents.rows)) {
      const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from "${table}"`)
      if (rows[0]?.count !== String(count))
        throw new Refused(`${table} has ${rows[0]?.count} rows instead of ${count}`)
    }
  })
}
