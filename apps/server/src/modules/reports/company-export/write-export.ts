import type { Database } from '../../../platform/database/connect.ts'
import { isFileKey } from '../../../platform/files/file-key.ts'
import type { Files } from '../../../platform/files/files.ts'
import { writeArchive, type Archive } from '../../../platform/files/write-archive.ts'
import { VERSION } from '../../../platform/version.ts'
import { companyKinds, type Kind } from './company-kinds.ts'
import {
  aboutHowMany,
  atOneMoment,
  fieldsOf,
  identityFiles,
  linesOf,
  pictureKeys,
  readCounters,
  readMadeWith,
  tableShapes,
  type IdentityFile,
} from './company-view.ts'
import {
  EXPORT_MANIFEST,
  EXPORT_README,
  placeOfIdentity,
  placeOfKind,
  placeOfPicture,
  README_TEXT,
  type ExportManifest,
} from './manifest.ts'

/** A part is whole in memory, here and wherever it is read. */
const PART_BYTES = 16 * 1024 * 1024

export interface ExportParts {
  readonly db: Database
  readonly files: Files
  /** What is sealed at home, opened: of a kind's own column, by its row's id. */
  openColumn(kind: string, sealed: string, id: string): string
  openIdentity(file: IdentityFile, sealed: Buffer): Buffer
  /** Called when the moment is fixed and before anything personal is read: whoever reads documents leaves a record. */
  begin(identityDocuments: number): Promise<void>
  readonly partBytes?: number
  /** Told on the way how many lines there are so far, and about how many there will be; ends the export by throwing. */
  went?(things: number, about: number): void
}

interface Wish {
  /** Where the archive goes; it stands there when it is whole, and not before. */
  readonly target: string
  /** Whether the files of identity documents go along; without them they are named as missing. */
  readonly withIdentity: boolean
}

/**
 * Writes everything that is the company's into one archive: rows as they stood at one moment, and files. Works on a running system.
 * Nothing in it says when it was made, so the same company is the same archive, byte for byte.
 */
export async function writeCompanyExport(
  parts: ExportParts,
  { target, withIdentity }: Wish,
): Promise<ExportManifest> {
  return await writeArchive(target, async (archive) => await fillExport(archive, parts, withIdentity))
}

/** The same into any archive. */
export async function fillExport(
  archive: Archive,
  parts: ExportParts,
  withIdentity: boolean,
): Promise<ExportManifest> {
  return await atOneMoment(parts.db, async (line) => {
    const identity = withIdentity ? await identityFiles(line) : []
    await parts.begin(identity.length)
    const shapes = await tableShapes(line)
    const told = counting(parts, await aboutHowMany(line, companyKinds))
    await archive.add(EXPORT_README, Buffer.from(README_TEXT))
    const kinds: ExportManifest['kinds'][number][] = []
    for (const kind of companyKinds) {
      const shape = shapes.get(kind.table)
      if (!shape) throw new Error(`there is no table ${kind.table}; bring the database to this version first`)
      const lines = opened(parts, kind, told(linesOf(line, kind, shape)))
      const rows = await addKind(archive, kind, lines, parts.partBytes ?? PART_BYTES)
      kinds.push({ kind: kind.kind, rows, fields: fieldsOf(kind, shape) })
    }
    const missing = [
      ...(await addPictures(archive, parts, await pictureKeys(line))),
      ...(await addIdentity(archive, parts, identity)),
      ...(withIdentity ? [] : (await identityFiles(line)).map(({ id }) => placeOfIdentity(id))),
    ]
    const manifest: ExportManifest = {
      product: 'Stowage',
      format: 1,
      version: VERSION,
      migrations: await readMadeWith(line),
      kinds,
      counters: await readCounters(line),
      missing,
      entries: [...archive.entries],
    }
    await archive.add(EXPORT_MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
    return manifest
  })
}

type Lines = AsyncIterable<readonly string[]>

/** Lines as they pass, counted over all kinds. */
function counting(parts: ExportParts, about: number): (lines: Lines) => Lines {
  let things = 0
  return async function* told(lines) {
    parts.went?.(things, about)
    for await (const some of lines) {
      yield some
      things += some.length
      parts.went?.(things, about)
    }
  }
}

async function addKind(archive: Archive, { kind }: Kind, lines: Lines, partBytes: number): Promise<number> {
  let part = 1
  let rows = 0
  let size = 0
  let held: Buffer[] = []
  const flush = async (): Promise<void> => {
    await archive.add(placeOfKind(kind, part), Buffer.concat(held, size))
    part += 1
    held = []
    size = 0
  }
  for await (const some of lines)
    for (const text of some) {
      const bytes = Buffer.from(`${text}\n`)
      // Cut by what is in it alone, never by how the rows came.
      if (size > 0 && size + bytes.length > partBytes) await flush()
      held.push(bytes)
      size += bytes.length
      rows += 1
    }
  if (size > 0 || part === 1) await flush()
  return rows
}

async function* opened(
  parts: ExportParts,
  kind: Kind,
  lines: Lines,
): AsyncGenerator<readonly string[], void, void> {
  const field = kind.opened?.field
  for await (const some of lines)
    yield field === undefined ? some : some.map((text) => openField(parts, kind.kind, field, text))
}

function openField(parts: ExportParts, kind: string, field: string, text: string): string {
  const row = JSON.parse(text) as Record<string, unknown>
  const { [field]: sealed, id } = row
  if (typeof sealed !== 'string' || typeof id !== 'string') return text
  return JSON.stringify({ ...row, [field]: parts.openColumn(kind, sealed, id) })
}

/** @returns those that are not there */
async function addPictures(
  archive: Archive,
  { files }: ExportParts,
  keys: readonly string[],
): Promise<string[]> {
  const missing: string[] = []
  for (const key of keys) {
    const bytes = isFileKey(key) ? await files.get(key) : undefined
    if (bytes === undefined) missing.push(placeOfPicture(key))
    else await archive.add(placeOfPicture(key), bytes)
  }
  return missing
}

/** @returns those that are not there; one that does not open ends the export, for then the key is another one */
async function addIdentity(
  archive: Archive,
  { files, openIdentity }: ExportParts,
  identity: readonly IdentityFile[],
): Promise<string[]> {
  const missing: string[] = []
  for (const file of identity) {
    const place = placeOfIdentity(file.id)
    const sealed = await files.get(file.fileKey)
    if (sealed === undefined) missing.push(place)
    else await archive.add(place, openIdentity(file, sealed))
  }
  return missing
}
