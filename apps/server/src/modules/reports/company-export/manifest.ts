/** The last entry of an export: what it is, and what came before it, so that a part that is missing or changed is seen. */
export interface ExportManifest {
  readonly product: 'Stowage'
  readonly format: 1
  readonly version: string
  /** What its database was made with: an import begins there. */
  readonly migrations: readonly { readonly name: string; readonly hash: string }[]
  readonly kinds: readonly {
    readonly kind: string
    readonly rows: number
    readonly fields: readonly string[]
  }[]
  /** Where numbers go on that no row says. */
  readonly counters: readonly { readonly name: string; readonly value: string; readonly isCalled: boolean }[]
  /** Files that rows name and that are not there. */
  readonly missing: readonly string[]
  readonly entries: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[]
}

export const EXPORT_MANIFEST = 'manifest.json'
export const EXPORT_README = 'README.txt'

/** A long kind stands in several files: `mails.jsonl`, `mails.2.jsonl`, … */
export const placeOfKind = (kind: string, part: number): string =>
  part === 1 ? `data/${kind}.jsonl` : `data/${kind}.${part}.jsonl`
export const kindOfPlace = (name: string): string | undefined =>
  /^data\/([a-z-]+)(?:\.[1-9]\d*)?\.jsonl$/.exec(name)?.[1]

export const placeOfPicture = (key: string): string => `files/${key}`
export const pictureOfPlace = (name: string): string | undefined => /^files\/(.+)$/.exec(name)?.[1]

export const placeOfIdentity = (id: string): string => `identity-documents/${id}`
export const identityOfPlace = (name: string): string | undefined =>
  /^identity-documents\/([0-9A-Za-z]+)$/.exec(name)?.[1]

/** For whoever opens the archive without knowing us. */
export const README_TEXT = `An export of a company from Stowage, open self-storage software.

data/             one file for each kind of thing, one line of JSON for each thing (JSON Lines, UTF-8)
files/            pictures and floor plans, under the names that box-categories and floor-plans give
identity-documents/  what people have handed in, each under the id of its line in identity-documents.jsonl, as it was; guard them
manifest.json     the version, the fields of each kind, counts, and the SHA-256 of every part

Amounts of money are whole numbers in the smallest unit of the currency that stands beside them (1099 EUR is 10.99 euros).
Days are 2026-11-22, instants are in UTC. A field that ends with Id names the id of a thing in another file.
In ledger-entries the amounts of one postingId add up to zero; debit is positive.

There are no passwords, keys or PINs in it. docs/operations/export-and-import.md says how it is put into an empty system.
`
