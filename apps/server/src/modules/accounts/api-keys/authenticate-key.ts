import { createHmac, hkdfSync } from 'node:crypto'
import { KEY_MARK } from '@stowage/api/scopes'
import { permissions } from '@stowage/domain/roles'
import { machineNow } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/connect.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { dropOldest } from '../drop-oldest.ts'
import { keyByHash, noteUses, type KeyFacts, type KeyUse } from './api-key-store.ts'

const KEPT = 1000
/** More than any key of ours has: what is longer is not even hashed. */
const LONGEST = 100

/** Keys are 256 random bits: nobody runs through them, so one keyed hash is enough, and slow hashing would only cost calls. */
export function hashKey(tokenKey: string, key: string): string {
  const secret = hkdfSync('sha256', Buffer.from(tokenKey, 'base64url'), '', 'stowage api key', 32)
  return createHmac('sha256', Buffer.from(secret)).update(key).digest('base64url')
}

export interface KeyAuthenticator {
  /** Who acts with a key, by the rights that its maker has now; null for a key that opens nothing. */
  authenticate(key: string, from: string): Promise<Actor | null>
  /** Keys have changed, here or in another process. */
  forget(): void
  /** Writes down when keys were last used. */
  noteUses(): Promise<void>
}

/** @param makerOf the account as a session of its would find it now; null where it would find none */
export function createKeyAuthenticator(
  db: Database,
  tokenKey: string,
  makerOf: (accountId: string) => Promise<Actor | null>,
): KeyAuthenticator {
  const known = new Map<string, Promise<KeyFacts | undefined>>()
  const used = new Map<string, KeyUse>()

  async function find(hash: string): Promise<KeyFacts | undefined> {
    const kept = known.get(hash)
    if (kept) return await kept
    const reading = keyByHash(db, hash)
    dropOldest(known, KEPT)
    known.set(hash, reading)
    const forget = (): void => {
      if (known.get(hash) === reading) known.delete(hash)
    }
    // What is no key is not kept: whoever tries many would push the real ones out.
    reading.then((found) => found === undefined && forget(), forget)
    return await reading
  }

  return {
    async authenticate(text, from) {
      if (text.length > LONGEST || !text.startsWith(KEY_MARK)) return null
      const key = await find(hashKey(tokenKey, text))
      const now = machineNow()
      if (key === undefined || key.revokedAt !== null || isOver(key, now)) return null
      const maker = await makerOf(key.makerId)
      const actor = maker && limited(maker, key)
      if (actor) used.set(key.id, { id: key.id, at: now, from })
      return actor
    },
    forget: () => known.clear(),
    async noteUses() {
      if (used.size === 0) return
      const uses = [...used.values()]
      used.clear()
      await noteUses(db, uses)
    },
  }
}

export const isOver = (key: Pick<KeyFacts, 'expiresAt'>, now: Temporal.Instant): boolean =>
  key.expiresAt !== null && Temporal.Instant.compare(key.expiresAt, now) <= 0

/**
 * The maker's rights of this moment, never more. A key of one stock acts as staff of that stock do: nothing that counts at
 * every stock, and nothing that is a superUser's alone. Who has become a client has no keys.
 */
export function limited(maker: Actor, key: KeyFacts): Actor | null {
  if (maker.platformRole === 'client') return null
  const acting = { ...maker, familyId: null, key: { id: key.id, scopes: new Set(key.scopes) } }
  if (key.stockId === null) return acting
  if (maker.stockId !== null && maker.stockId !== key.stockId) return null
  return {
    ...acting,
    platformRole: 'staff',
    grants: maker.platformRole === 'superUser' ? new Set<string>(permissions) : maker.grants,
    stockId: key.stockId,
  }
}
