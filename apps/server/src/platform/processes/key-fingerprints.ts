import { createHash, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { ConfigError } from '../config-error.ts'
import type { Secrets } from '../config.ts'
import type { Database } from '../database/connect.ts'
import type { Log } from '../log.ts'

interface Fingerprints {
  readonly tokenKey: string
  readonly storageKey: string
}

export const KEY_FINGERPRINTS = 'key-fingerprints'

/** Says whether two servers have the same key, and nothing about it: whoever reads the database learns no key from it. */
export function fingerprint(key: string): string {
  const derived = hkdfSync('sha256', Buffer.from(key, 'base64url'), '', 'stowage fingerprint', 32)
  return createHash('sha256').update(Buffer.from(derived)).digest('hex').slice(0, 16)
}

/** What stands in the database; undefined before the first start. */
export async function readFingerprints(db: Database): Promise<Fingerprints | undefined> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', KEY_FINGERPRINTS)
    .executeTakeFirst()
  return row?.value as Fingerprints | undefined
}

/**
 * Holds this server's keys against those of the servers before it and beside it. Under another STORAGE_KEY, documents and lock
 * secrets would not open, and new ones would open nowhere else. Under another TOKEN_KEY beside a server that runs, every second
 * call would be signed out; alone it is a key that somebody changed, which signs everybody out once.
 * @param others how many other processes run on the database
 * @throws ConfigError STORAGE_KEY, TOKEN_KEY
 */
export async function holdKeys(
  { db, log }: { db: Database; log: Log },
  secrets: Secrets,
  others: number,
): Promise<void> {
  const mine: Fingerprints = {
    tokenKey: fingerprint(secrets.tokenKey),
    storageKey: fingerprint(secrets.storageKey),
  }
  const value = JSON.stringify(mine)
  await sql`insert into setting (name, value) values (${KEY_FINGERPRINTS}, ${value}::jsonb) on conflict do nothing`.execute(
    db,
  )
  const known = (await readFingerprints(db)) ?? mine
  if (known.storageKey !== mine.storageKey)
    throw new ConfigError(
      'STORAGE_KEY',
      `the key with which this database's documents and secrets are sealed (fingerprint ${known.storageKey}; the one given has ${mine.storageKey}). Servers on one database share TOKEN_KEY and STORAGE_KEY, or one DATA_DIR; after a restore, give the key of that time`,
    )
  if (known.tokenKey === mine.tokenKey) return
  if (others > 0)
    throw new ConfigError(
      'TOKEN_KEY',
      `the key of the servers that run on this database (fingerprint ${known.tokenKey}; the one given has ${mine.tokenKey}). To change it, stop all of them first`,
    )
  log.warn('TOKEN_KEY is another one than before: everybody has to sign in again')
  await db.updateTable('setting').set({ value }).where('name', '=', KEY_FINGERPRINTS).execute()
}
