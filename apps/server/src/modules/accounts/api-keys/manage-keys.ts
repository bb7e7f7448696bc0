import type { createApiKey, revokeApiKey, ApiKey } from '@stowage/api/api-keys'
import type { Answer } from '@stowage/api/endpoint'
import { KEY_MARK } from '@stowage/api/scopes'
import type * as z from 'zod/mini'
import { authorOf, note } from '../../../platform/audit/author.ts'
import { machineNow } from '../../../platform/clock.ts'
import { publish, type Tx } from '../../../platform/database/transaction.ts'
import { fact } from '../../../platform/events/event.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { newId, newSecret } from '../../../platform/ids.ts'
import { stockExists } from '../account-view.ts'
import { announceSecurity } from '../announce-security.ts'
import { apiKeysChanged } from '../events.ts'
import type { Parts } from '../parts.ts'
import { insertKey, markRevoked, readKey, readKeys, type KeyRow } from './api-key-store.ts'
import { hashKey, isOver, limited } from './authenticate-key.ts'

/** As much of a key as is kept of it: the mark and six characters. */
const PREFIX = KEY_MARK.length + 6

type Described = z.output<typeof ApiKey>
type MakerOf = (accountId: string) => Promise<Actor | null>

export async function listKeys({ platform }: Parts, makerOf: MakerOf): Promise<Described[]> {
  const rows = await readKeys(platform.db, machineNow())
  return await Promise.all(rows.map((row) => describe(row, makerOf)))
}

/**
 * A key for a program. The answer is the only place where it stands: under an Idempotency-Key the same call is answered
 * without it, since what is kept under such a key lies in the database.
 * @throws Failure 6006 for a stock that is not there, 1005 for an end that has passed
 */
export async function createKey(
  parts: Parts,
  makerOf: MakerOf,
  call: Call<typeof createApiKey, Actor>,
): Promise<Answer<typeof createApiKey>> {
  const key = `${KEY_MARK}${newSecret()}`
  const made = await call.transact(async (tx) => {
    const id = await insert(tx, parts, call, key)
    return { ...(await describe((await readKey(tx, id)) ?? fail(9104), makerOf)), key: null }
  })
  return { ...made, key }
}

async function insert(
  tx: Tx,
  { platform }: Parts,
  call: Call<typeof createApiKey, Actor>,
  key: string,
): Promise<string> {
  const { name, scopes, stockId = null, expires } = call.body
  const now = machineNow()
  const expiresAt = expires == null ? null : Temporal.Instant.from(expires)
  if (isOver({ expiresAt }, now)) fail(1005, { field: 'expires' })
  if (stockId !== null && !(await stockExists(tx, stockId))) fail(6006, { field: 'stockId' })
  const id = newId()
  const hash = hashKey(platform.config.secrets.tokenKey, key)
  const facts = { name, prefix: key.slice(0, PREFIX), scopes, stockId, expiresAt }
  await insertKey(tx, { id, hash, ...facts, makerId: call.actor.id, at: now })
  note(tx, platform.clock, authorOf(call), {
    action: 'api-key-created',
    subjectType: 'api-key',
    subjectId: id,
    ...(stockId === null ? {} : { stockId }),
    after: { ...facts, expiresAt: expiresAt?.toString() ?? null },
  })
  announceSecurity(tx, platform, { accountId: call.actor.id, what: 'keyMade', by: 'owner' })
  return id
}

/** @throws Failure 9104; a key that was revoked before is answered as it is */
export async function revokeKey(
  { platform }: Parts,
  makerOf: MakerOf,
  call: Call<typeof revokeApiKey, Actor>,
): Promise<Described> {
  const { id } = call.params
  return await call.transact(async (tx) => {
    if (await markRevoked(tx, id, machineNow())) {
      const { name = '' } = (await readKey(tx, id)) ?? {}
      note(tx, platform.clock, authorOf(call), {
        action: 'api-key-revoked',
        subjectType: 'api-key',
        subjectId: id,
        before: { name },
      })
      publish(
        tx,
        fact(apiKeysChanged, {
          aggregate: `api-key:${id}`,
          at: platform.clock.now(),
          payload: { keyId: id },
        }),
      )
    }
    return await describe((await readKey(tx, id)) ?? fail(9104), makerOf)
  })
}

async function describe(row: KeyRow, makerOf: MakerOf): Promise<Described> {
  const { stockId, stockName, makerId, makerName } = row
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: [...row.scopes],
    stock: stockId === null ? null : { id: stockId, name: stockName ?? stockId },
    maker: { id: makerId, name: makerName },
    created: row.createdAt.toString(),
    expires: row.expiresAt?.toString() ?? null,
    revoked: row.revokedAt?.toString() ?? null,
    lastUsed: row.lastUsedAt?.toString() ?? null,
    lastUsedFrom: row.lastUsedFrom,
    state: await stateOf(row, makerOf),
  }
}

async function stateOf(row: KeyRow, makerOf: MakerOf): Promise<Described['state']> {
  if (row.revokedAt !== null) return 'revoked'
  if (isOver(row, machineNow())) return 'expired'
  const maker = row.isOrphan ? null : await makerOf(row.makerId)
  return maker !== null && limited(maker, row) !== null ? 'live' : 'idle'
}
