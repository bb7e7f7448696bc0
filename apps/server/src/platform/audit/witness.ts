import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Files } from '../files/files.ts'
import type { Log } from '../log.ts'

/** A place in the chain: the number and the hash of a record. */
export interface Place {
  readonly sequence: number
  readonly hash: string
}

const KEY = 'audit/head'
const EVERY_MS = 60_000

/**
 * Where the chain ended when this server last looked, kept outside of the database. Who can write to the database can seal all of
 * it anew, or have our own sealer do it by unsealing a part; a database put back from an older backup ends too early. Neither is
 * to be seen in the chain itself. Undefined where nothing was seen, or the file is not one of ours.
 */
export async function seenPlace(files: Pick<Files, 'get'>): Promise<Place | undefined> {
  return readPlace((await files.get(KEY))?.toString('utf8') ?? '')
}

/** `17:5f0c…`, as it stands in the file and is typed by hand. */
export function readPlace(text: string): Place | undefined {
  const [, sequence = '', hash = ''] = /^(\d{1,15}):([0-9a-f]{64})\s*$/.exec(text.trim()) ?? []
  return hash === '' ? undefined : { sequence: Number(sequence), hash }
}

export const writePlace = ({ sequence, hash }: Place): string => `${sequence}:${hash}`

/**
 * Looks once a minute where the chain ends and keeps that, as long as the chain still holds what was seen before. Where it does
 * not, what was seen stays: whoever runs the server decides, and removes the file when he knows why.
 */
export function createWitness({
  db,
  files,
  log,
}: {
  readonly db: Database
  readonly files: Pick<Files, 'get' | 'put'>
  readonly log: Log
}): () => Promise<void> {
  let lookedAt = -Infinity
  return async () => {
    if (performance.now() - lookedAt < EVERY_MS) return
    lookedAt = performance.now()
    const seen = await seenPlace(files)
    const { rows } = await sql<{ head: Place | null; hash: string | null }>`
      select (select value from setting where name = 'audit-chain') as head,
             (select hash from audit where sequence = ${seen?.sequence ?? 0}) as hash`.execute(db)
    const head = rows[0]?.head
    if (seen !== undefined && rows[0]?.hash !== seen.hash) {
      log.error(
        { seen: seen.sequence, end: head?.sequence ?? 0 },
        'the audit is not the one that this server has seen',
      )
      return
    }
    if (head && head.sequence > (seen?.sequence ?? 0))
      await files.put(KEY, Buffer.from(`${writePlace(head)}\n`))
  }
}
