import fs from 'node:fs'
import path from 'node:path'
import type { Config } from '@stowage/server/platform/config'
import { Refused } from './into-empty.ts'

/** What an archive comes to when it is unpacked. */
export interface Weight {
  /** Bytes of files. */
  readonly files: number
  /** Bytes of rows as the archive writes them. */
  readonly rows: number
}

/** Rows with their indexes, and the log of the transaction that writes them. */
const ROWS_GROW = 4
/** A machine with a full disk has no server. */
const LEFT_FREE = 256 * 1024 * 1024

/**
 * Refuses an archive for which this machine has no room, before anything of it is written: a few megabytes can unpack to any size. What
 * goes to a database or a bucket elsewhere is for those to say.
 * @throws Refused
 */
export function refuseWithoutRoom(
  { files, rows }: Weight,
  config: Pick<Config, 'databaseUrl' | 'objectStorage' | 'dataDir'>,
  freeIn: (folder: string) => number = freeBytes,
): void {
  const needed =
    (config.objectStorage === undefined ? files : 0) +
    (config.databaseUrl === undefined ? ROWS_GROW * rows : 0)
  if (needed === 0) return
  const free = freeIn(existing(config.dataDir))
  if (needed + LEFT_FREE > free)
    throw new Refused(
      `the archive needs about ${gigabytes(needed)} and ${config.dataDir} has ${gigabytes(free)} free, of which ${gigabytes(LEFT_FREE)} are to stay so`,
    )
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = fs.statfsSync(folder)
  return bavail * bsize
}

function existing(folder: string): string {
  return fs.existsSync(folder) ? folder : existing(path.dirname(folder))
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`
