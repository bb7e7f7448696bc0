import { companyKinds, type Kind } from '@stowage/server/modules/reports/company-export/company-kinds'
import {
  EXPORT_MANIFEST,
  EXPORT_README,
  identityOfPlace,
  kindOfPlace,
  pictureOfPlace,
  type ExportManifest,
} from '@stowage/server/modules/reports/company-export/manifest'
import { isFileKey } from '@stowage/server/platform/files/file-key'
import { sumOf } from '@stowage/server/platform/files/tar'
import { entriesOf, Refused } from '../backup/into-empty.ts'
import type { Weight } from '../backup/room.ts'

export const kindByName: ReadonlyMap<string, Kind> = new Map(companyKinds.map((kind) => [kind.kind, kind]))

/** What stood in the archive, kind by kind. */
interface Seen {
  rows: number
  /** The names in its first line, sorted, and where that was. */
  fields?: { readonly text: string; readonly place: string }
}

/**
 * Reads an export from beginning to end, each line of it, and holds it against its manifest.
 * @throws Refused with file and line for one that is damaged, cut off, malformed, or none of ours
 */
export async function checkExport(source: string): Promise<ExportManifest> {
  const entries: ExportManifest['entries'][number][] = []
  const names = new Set<string>()
  const seen = new Map<string, Seen>()
  let manifest: ExportManifest | undefined
  let last = 'its beginning'
  try {
    for await (const { name, bytes } of entriesOf(source)) {
      last = name
      if (manifest !== undefined) throw new Refused(`${name} stands behind ${EXPORT_MANIFEST}, its last part`)
      if (name === EXPORT_MANIFEST) {
        manifest = readManifest(bytes)
        continue
      }
      if (names.has(name)) throw new Refused(`${name} is in it twice`)
      names.add(name)
      entries.push({ name, bytes: bytes.length, sha256: sumOf(bytes) })
      const kind = kindOfPlace(name)
      if (kind !== undefined) readLines(seen, kind, name, bytes)
      else if (!isFile(name)) throw new Refused(`${name} is no part of an export of this version`)
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Refused(`${source} is not there`)
    throw new Refused(
      `${source} is cut off, damaged or no export, behind ${last} (${(error as Error).message})`,
    )
  }
  if (manifest === undefined)
    throw new Refused(`${source} is not whole: it ends behind ${last}, without ${EXPORT_MANIFEST}`)
  hold(manifest, entries, seen)
  return manifest
}

/** What an export comes to in the house that it goes to. */
export const weightOf = ({ entries }: Pick<ExportManifest, 'entries'>): Weight => {
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows = entries.reduce(
    (sum, { name, bytes }) => sum + (kindOfPlace(name) === undefined ? 0 : bytes),
    0,
  )
  return { files: total - rows, rows }
}

function isFile(name: string): boolean {
  if (name === EXPORT_README || identityOfPlace(name) !== undefined) return true
  const key = pictureOfPlace(name)
  return key !== undefined && isFileKey(key)
}

function readManifest(bytes: Buffer): ExportManifest {
  let read: Partial<Record<keyof ExportManifest, unknown>> | null
  try {
    read = JSON.parse(bytes.toString('utf8')) as typeof read
  } catch (error) {
    throw new Refused(`${EXPORT_MANIFEST} is no JSON (${(error as Error).message})`)
  }
  if (typeof read !== 'object' || read?.product !== 'Stowage' || typeof read.format !== 'number')
    throw new Refused(`${EXPORT_MANIFEST} is not one of an export`)
  if (read.format !== 1) throw new Refused('the archive was written by a newer version of Stowage')
  const lists = ['migrations', 'kinds', 'counters', 'missing', 'entries'] as const
  for (const name of lists)
    if (!Array.isArray(read[name])) throw new Refused(`${EXPORT_MANIFEST}: ${name} is missing`)
  return read as ExportManifest
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The lines of a part. @throws Refused for bytes that are no UTF-8 and a last line without its end */
export function linesIn(name: string, bytes: Buffer): string[] {
  if (bytes.length === 0) return []
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new Refused(`${name} is not UTF-8`)
  }
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Refused(`${name} line ${lines.length + 1}: its end is missing`)
  return lines
}

function readLines(seen: Map<string, Seen>, kind: string, name: string, bytes: Buffer): void {
  if (!kindByName.has(kind)) throw new Refused(`${name}: this version knows no such kind`)
  const found: Seen = seen.get(kind) ?? { rows: 0 }
  seen.set(kind, found)
  for (const [index, line] of linesIn(name, bytes).entries()) {
    const place = `${name} line ${index + 1}`
    let row: unknown
    try {
      row = JSON.parse(line)
    } catch (error) {
      throw new Refused(`${place}: no JSON (${(error as Error).message})`)
    }
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw new Refused(`${place}: an object was expected`)
    const text = Object.keys(row).sort().join(' ')
    found.fields ??= { text, place }
    if (found.fields.text !== text)
      throw new Refused(`${place}: ${difference(found.fields.text, text)}, unlike ${found.fields.place}`)
    found.rows += 1
  }
}

function difference(wanted: string, got: string): string {
  const [there, here] = [wanted.split(' '), got.split(' ')]
  const missing = there.filter((field) => !here.includes(field))
  const more = here.filter((field) => !there.includes(field))
  return [
    ...missing.map((field) => `${field} is missing`),
    ...more.map((field) => `there is no field ${field}`),
  ].join(', ')
}

function hold(
  manifest: ExportManifest,
  entries: ExportManifest['entries'],
  seen: ReadonlyMap<string, Seen>,
): void {
  for (const { kind, rows, fields } of manifest.kinds) {
    if (!kindByName.has(kind)) throw new Refused(`${EXPORT_MANIFEST}: this version knows no kind ${kind}`)
    const found = seen.get(kind) ?? { rows: 0 }
    const wanted = [...fields].sort().join(' ')
    if (found.fields !== undefined && found.fields.text !== wanted)
      throw new Refused(`${found.fields.place}: ${difference(wanted, found.fields.text)}`)
    if (found.rows !== rows)
      throw new Refused(`data/${kind}.jsonl has ${found.rows} lines, ${EXPORT_MANIFEST} says ${rows}`)
  }
  const named = new Set(manifest.kinds.map(({ kind }) => kind))
  const stray = [...seen.keys()].find((kind) => !named.has(kind))
  if (stray !== undefined) throw new Refused(`data/${stray}.jsonl is not in ${EXPORT_MANIFEST}`)
  const listed = new Map(manifest.entries.map((entry) => [entry.name, entry]))
  for (const { name, bytes, sha256 } of entries) {
    const entry = listed.get(name)
    if (entry === undefined) throw new Refused(`${name} is not in ${EXPORT_MANIFEST}`)
    if (entry.bytes !== bytes || entry.sha256 !== sha256)
      throw new Refused(`${name} is damaged: it is not what ${EXPORT_MANIFEST} says`)
    listed.delete(name)
  }
  for (const name of listed.keys()) throw new Refused(`${name} is missing`)
}
