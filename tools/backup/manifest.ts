import * as z from 'zod/mini'
import { Refused } from './into-empty.ts'

/** The first entry of a backup: what it is and what it was made of. */
export interface Manifest {
  readonly format: 1
  readonly version: string
  /** Machine time of the moment that the rows show. */
  readonly at: string
  readonly migrations: readonly { readonly name: string; readonly hash: string }[]
  readonly tables: readonly TableShape[]
  readonly sequences: readonly { readonly name: string; readonly value: string; readonly isCalled: boolean }[]
  /** Of the STORAGE_KEY under which documents and secrets are sealed; null before the first start. */
  readonly storageKeyFingerprint: string | null
  readonly hasKeys: boolean
}

export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
}

/** The last entry: what came before it, so that a part that is missing or changed is seen. */
export interface Contents {
  readonly entries: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
  readonly rows: Readonly<Record<string, number>>
  readonly files: number
}

const shapeOfManifest = z.object({
  format: z.literal(1),
  version: z.string(),
  at: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(
    z.object({ name: z.string(), value: z.string().check(z.regex(/^\d{1,19}$/)), isCalled: z.boolean() }),
  ),
  storageKeyFingerprint: z.nullable(z.string()),
  hasKeys: z.boolean(),
})

const shapeOfContents = z.object({
  entries: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  rows: z.record(z.string(), z.int()),
  files: z.int(),
})

/** @throws Refused for one of a newer format, and for what has another shape; what is no JSON */
export function readManifest(bytes: Buffer): Manifest {
  const read = JSON.parse(bytes.toString('utf8')) as { readonly format?: unknown } | null
  if (typeof read?.format === 'number' && read.format > 1)
    throw new Refused('the backup was written by a newer version of Stowage')
  const { success, data } = shapeOfManifest.safeParse(read)
  if (!success) throw new Refused(`${MANIFEST} is not one of a backup`)
  return data
}

/** @throws as `readManifest` */
export function readContents(bytes: Buffer): Contents {
  const { success, data } = shapeOfContents.safeParse(JSON.parse(bytes.toString('utf8')))
  if (!success) throw new Refused(`${CONTENTS} is not one of a backup`)
  return data
}

/**
 * Whether all that an archive names can be written into a statement: it may come from somebody else, and where the database's user is
 * its superuser, as in a folder of ours, a name with a quotation mark in it would run programs.
 */
export function areNamesPlain(
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
  rows: Contents['rows'],
): boolean {
  const names = [
    ...tables.flatMap(({ name, columns }) => [name, ...columns]),
    ...sequences.map(({ name }) => name),
    ...Object.keys(rows),
  ]
  return names.every((name) => /^[a-z][a-z0-9_]*$/.test(name))
}

export const MANIFEST = 'manifest.json'
export const CONTENTS = 'contents.json'
export const KEYS = 'secrets.json'

export const partOf = (table: string, part: number): string =>
  `tables/${table}.${String(part).padStart(6, '0')}.copy`
export const tableOfPart = (name: string): string | undefined => /^tables\/(.+)\.\d{6}\.copy$/.exec(name)?.[1]
export const placeOfFile = (key: string): string => `files/${key}`
export const keyOfPlace = (name: string): string | undefined => /^files\/(.+)$/.exec(name)?.[1]
