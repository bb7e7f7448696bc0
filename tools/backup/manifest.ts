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

type Field = (value: unknown) => boolean
const isText: Field = (value) => typeof value === 'string'
const isCount: Field = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const listOf =
  (isOne: Field): Field =>
  (value) =>
    Array.isArray(value) && value.every(isOne)
const shaped =
  (fields: Readonly<Record<string, Field>>): Field =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, fits]) => fits((value as Record<string, unknown>)[name]))

const isManifest = shaped({
  format: (value) => value === 1,
  version: isText,
  at: isText,
  migrations: listOf(shaped({ name: isText, hash: isText })),
  tables: listOf(shaped({ name: isText, columns: listOf(isText) })),
  sequences: listOf(
    shaped({
      name: isText,
      value: (value) => typeof value === 'string' && /^\d{1,19}$/.test(value),
      isCalled: (value) => typeof value === 'boolean',
    }),
  ),
  storageKeyFingerprint: (value) => value === null || isText(value),
})
const isContents = shaped({
  entries: listOf(shaped({ name: isText, bytes: isCount, sha256: isText })),
  rows: (value) => shaped({})(value) && Object.values(value as object).every(isCount),
  files: isCount,
})

/** @throws Refused for one of a newer format, and for what has another shape; what is no JSON */
export function readManifest(bytes: Buffer): Manifest {
  const read = JSON.parse(bytes.toString('utf8')) as { readonly format?: unknown } | null
  if (typeof read?.format === 'number' && read.format > 1)
    throw new Refused('the backup was written by a newer version of Stowage')
  if (!isManifest(read)) throw new Refused(`${MANIFEST} is not one of a backup`)
  return read as Manifest
}

/** @throws as `readManifest` */
export function readContents(bytes: Buffer): Contents {
  const read: unknown = JSON.parse(bytes.toString('utf8'))
  if (!isContents(read)) throw new Refused(`${CONTENTS} is not one of a backup`)
  return read as Contents
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
