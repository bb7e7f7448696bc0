import fs from 'node:fs'
import type { Writable } from 'node:stream'
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

/** Where the bytes of an archive go: a stream, or a function that takes them. */
type Target = Writable | ((bytes: AsyncIterable<Buffer>) => Promise<void>)

/**
 * Writes a compressed archive to wherever it is to go. What fails on either side ends both.
 * @throws what `write` throws, or the target
 */
export async function packArchive<T>(target: Target, write: (archive: Archive) => Promise<T>): Promise<T> {
  const zip = createGzip({ level: 5 })
  const written = pipeline(zip, target as Writable)
  // A target that fails while nothing is being written to it would be waited for without an end.
  const broken = new Promise<never>((_resolve, reject) => void written.catch(reject))
  broken.catch(() => undefined)
  const tar = writeTar(zip)
  const entries: ArchiveEntry[] = []
  const archive: Archive = {
    entries,
    async add(name, bytes) {
      entries.push({ name, bytes: bytes.length, sha256: sumOf(bytes) })
      await Promise.race([tar.add(name, bytes), broken])
    },
  }
  try {
    const made = await write(archive)
    await Promise.race([tar.end(), broken])
    await written
    return made
  } catch (error) {
    zip.destroy()
    await written.catch(() => undefined)
    throw error
  }
}

/**
 * Writes a compressed archive that only its owner may read. It stands at its place when it is whole and not before; nothing is
 * replaced, and what fails leaves nothing behind.
 * @throws EEXIST where something is there already
 */
export async function writeArchive<T>(target: string, write: (archive: Archive) => Promise<T>): Promise<T> {
  const draft = `${target}.part`
  try {
    const made = await packArchive(fs.createWriteStream(draft, { flags: 'wx', mode: 0o600 }), write)
    await syncAndName(draft, target)
    return made
  } catch (error) {
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
