import path from 'node:path'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config.ts'
import { createLocalFiles, type Files } from './files.ts'
import type { Log } from '../log.ts'
import { createObjectStorage, StorageAway } from './object-storage.ts'

/** Where FILES_URL says, or in the data folder. */
export function openFiles({ objectStorage, dataDir }: Pick<Config, 'objectStorage' | 'dataDir'>): Files {
  return objectStorage === undefined
    ? createLocalFiles(localFilesFolder(dataDir))
    : createObjectStorage(objectStorage)
}

export const localFilesFolder = (dataDir: string): string => path.join(dataDir, 'files')

/**
 * Looks whether the bucket lets this server in. One that is away now may be back soon, and is no reason not to start.
 * @throws ConfigError FILES_URL
 */
export async function checkStorage(files: Files, log: Log): Promise<void> {
  try {
    await files.olderThan('audit', Temporal.Instant.fromEpochMilliseconds(0))
  } catch (error) {
    if (!(error instanceof StorageAway))
      throw new ConfigError('FILES_URL', `a bucket that this key may read (${(error as Error).message})`)
    log.warn({ err: error }, 'the file storage is away')
  }
}
