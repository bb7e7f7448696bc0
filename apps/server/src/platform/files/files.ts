import fs from 'node:fs/promises'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { checkKey, isFileKey } from './file-key.ts'

/** Where bytes are kept. Keys are made by us: `kyc/01J…`; they never come from outside. */
export interface Files {
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Buffer<ArrayBuffer> | undefined>
  remove(key: string): Promise<void>
  /** What was kept in a folder (`kyc`) before this machine time and not changed since, drafts of a crashed `put` included. */
  olderThan(folder: string, before: Temporal.Instant): Promise<string[]>
  /** The keys of everything that is kept; for backups and moves. */
  all(): Promise<string[]>
}

/** A `put` under way, or what a crashed one left. */
const DRAFT = /\.[0-9a-f]{12}$/

/** A folder on this machine, outside the web root; a file is whole or not there (written beside, synced, renamed). */
export function createLocalFiles(folder: string): Files {
  const place = (key: string): string => path.join(folder, checkKey(key))
  const namesIn = async (of: string): Promise<string[]> =>
    await fs.readdir(of).catch((error: unknown) => {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
      throw error
    })
  return {
    async put(key, bytes) {
      const target = place(key)
      await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const draft = `${target}.${randomBytes(6).toString('hex')}`
      try {
        const handle = await fs.open(draft, 'w', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await fs.rename(draft, target)
      } catch (error) {
        // On a full disk a half file would take the place that the next try needs.
        await fs.rm(draft, { force: true }).catch(() => undefined)
        throw error
      }
    },
    async get(key) {
      return await fs.readFile(place(key)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      })
    },
    async remove(key) {
      await fs.rm(place(key), { force: true })
    },
    async olderThan(inside, before) {
      const names = await namesIn(path.dirname(place(`${inside}/-`)))
      const old: string[] = []
      for (const name of names) {
        const key = `${inside}/${name}`
        // Gone since the folder was read: another server is at the same.
        const stat = isFileKey(key) ? await fs.stat(place(key)).catch(() => undefined) : undefined
        if (stat?.isFile() === true && stat.mtimeMs < before.epochMilliseconds) old.push(key)
      }
      return old
    },
    async all() {
      const keys: string[] = []
      for (const inside of (await namesIn(folder)).sort())
        for (const name of (await namesIn(path.join(folder, inside))).sort())
          if (isFileKey(`${inside}/${name}`) && !DRAFT.test(name)) keys.push(`${inside}/${name}`)
      return keys
    },
  }
}
