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
