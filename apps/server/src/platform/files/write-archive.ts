import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sumOf, writeTar } from './tar.ts'

export interface ArchiveEntry {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

export interface Archive {
  add(name: string, bytes: Buffer): Promise<void>
  /** What was added so far. */
  readonly entries: readonly ArchiveEntry[]
}

/**
 * Writes a compressed archive that only its owner may read. It stands at its place when it is whole and not before; nothing is
 * replaced, and what fails leaves nothing behind.
 * @throws EEXIST where something is there already
 */
export async function writeArchive<T>(target: string, write: (archive: Archive) => Promise<T>): Promise<T> {
  const draft = `${target}.part`
  const zip = createGzip({ level: 5 })
  const out = fs.createWriteStream(draft, { flags: 'wx', mode: 0o600 })
  const written = pipeline(zip, out, { end: true })
  const tar = writeTar(zip)
  const entries: ArchiveEntry[] = []
  const archive: Archive = {
    entries,
    async add(name, bytes) {
      entries.push({ name, bytes: bytes.length, sha256: sumOf(bytes) })
      await tar.add(name, bytes)
    },
  }
  try {
    const made = await write(archive)
    await tar.end()
    await written
    await syncAndName(draft, target)
    return made
  } catch (error) {
    zip.destroy()
    await written.catch(() => undefined)
    await fs.promises.rm(draft, { force: true })
    throw error
  }
}

async function syncAndName(draft: string, target: string): Promise<void> {
  const handle = await fs.promises.open(draft, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  // link() refuses to replace: an older archive of the same name stays.
  await fs.promises.link(draft, target)
  await fs.promises.rm(draft)
}
