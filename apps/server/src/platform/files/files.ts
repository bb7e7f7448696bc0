import fs from 'node:fs/promises'
import path from 'node:path'
import { randomBytes } from 'node:crypto'

/** Where bytes are kept. Keys are made by us: `kyc/01J…`; they never come from outside. */
export interface Files {
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Buffer<ArrayBuffer> | undefined>
  remove(key: string): Promise<void>
  /** What was kept in a folder (`kyc`) before this machine time and not changed since, drafts of a crashed `put` included. */
  olderThan(folder: string, before: Temporal.Instant): Promise<string[]>
}

const KEY = /^[a-z0-9-]+\/[A-Za-z0-9._-]+$/

/** A folder on this machine, outside the web root; a file is whole or not there (written beside, synced, renamed). */
export function createLocalFiles(folder: string): Files {
  const place = (key: string): string => {
    if (!KEY.test(key) || key.includes('..')) throw new Error('not a file key of ours')
    return path.join(folder, key)
  }
  return {
    async put(key, bytes) {
      const target = place(key)
      await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const draft = `${target}.${randomBytes(6).toString('hex')}`
      const handle = await fs.open(draft, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await fs.rename(draft, target)
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
      const names = await fs.readdir(path.dirname(place(`${inside}/-`))).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      })
      const old: string[] = []
      for (const name of names) {
        const key = `${inside}/${name}`
        // Gone since the folder was read: another server is at the same.
        const stat = KEY.test(key) ? await fs.stat(place(key)).catch(() => undefined) : undefined
        if (stat?.isFile() === true && stat.mtimeMs < before.epochMilliseconds) old.push(key)
      }
      return old
    },
  }
}
