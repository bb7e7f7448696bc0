import { setTimeout as sleep } from 'node:timers/promises'
import { S3mini } from 's3mini'
import { checkKey, isFileKey } from './file-key.ts'
import type { Files } from './files.ts'
import type { ObjectStorage } from './read-files-url.ts'

/** Every call may be made again: a key always gets the same bytes. */
const PAUSES_MS = [100, 500]
const TIMEOUT_MS = 20_000

/** The storage cannot be reached or is broken: answered with 503, and the caller may come again. */
export class StorageAway extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Files in a bucket that all servers share. What is sealed is sealed before it comes here. */
export function createObjectStorage(settings: ObjectStorage): Files {
  const bucket = new S3mini({ ...settings, requestAbortTimeout: TIMEOUT_MS })

  async function patiently<T>(what: string, ask: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await ask()
      } catch (error) {
        const status = (error as { status?: number }).status ?? statusIn(error)
        // 403, 404: neither the third try nor a later call changes it.
        if (status !== undefined && status < 500 && status !== 408 && status !== 429)
          throw new Error(`the file storage refuses to ${what} (status ${status})`, { cause: error })
        const pause = PAUSES_MS[tries]
        if (pause === undefined) throw new StorageAway(`the file storage could not ${what}`, { cause: error })
        await sleep(pause)
      }
    }
  }
  const list = async (prefix: string): Promise<{ key: string; at: number }[]> => {
    const found = await patiently('list', async () => await bucket.listObjects('/', prefix))
    if (found === null) throw new Error('the bucket of FILES_URL is not there')
    return found
      .map((one) => ({ key: one.Key, at: one.LastModified.getTime() }))
      .filter(({ key }) => isFileKey(key))
  }

  return {
    async put(key, bytes) {
      checkKey(key)
      await patiently(
        'keep a file',
        async () => await bucket.putObject(key, Buffer.from(bytes), 'application/octet-stream'),
      )
    },
    async get(key) {
      checkKey(key)
      const bytes = await patiently('give a file', async () => await bucket.getObjectArrayBuffer(key))
      return bytes === null ? undefined : Buffer.from(bytes)
    },
    async remove(key) {
      checkKey(key)
      await patiently('remove a file', async () => await bucket.deleteObject(key))
    },
    async olderThan(folder, before) {
      checkKey(`${folder}/-`)
      return (await list(`${folder}/`))
        .filter(({ at }) => at < before.epochMilliseconds)
        .map(({ key }) => key)
    },
    async all() {
      return (await list('')).map(({ key }) => key).sort()
    },
  }
}

/** Listing says its status in words only. */
function statusIn(error: unknown): number | undefined {
  const [, status] = /failed with status (\d{3})/.exec((error as Error).message) ?? []
  return status === undefined ? undefined : Number(status)
}
