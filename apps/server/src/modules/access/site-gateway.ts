import * as z from 'zod/mini'
import { SiteEvent } from '@stowage/api/access'
import type { FastifyInstance } from 'fastify'
import { machineNow } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  insertRecord,
  lockSequence,
  ownersOfLocks,
  setLockState,
  setSequence,
  whoCommanded,
  type AccessRecord,
  type LockOwner,
} from './access-store.ts'
import { isSignature, keyOf, signAnswer, signRequest } from './lsp-signature.ts'
import { announce } from './record-movement.ts'
import type { Sites } from './sites.ts'

const Batch = z.object({ events: z.array(SiteEvent).check(z.maxLength(500)) })
type SiteEventIn = z.output<typeof SiteEvent>

const WINDOW_S = 60

/**
 * `POST /api/site-gateway/{siteId}/events`: what a site saw, signed, in order, at least once. Known numbers are passed
 * over, the rest is taken in one transaction, and the answer names the last one taken, signed in turn.
 */
export async function mountSiteGateway(
  app: FastifyInstance,
  platform: Platform,
  sites: Sites,
): Promise<void> {
  const nonces = new Map<string, number>()
  const isFresh = (nonce: string): boolean => {
    const now = Date.now()
    for (const [old, at] of nonces) {
      if (at > now - 10 * 60_000) break
      nonces.delete(old)
    }
    if (nonces.has(nonce)) return false
    nonces.set(nonce, now)
    return true
  }

  await app.register(async (scope) => {
    // The signature covers the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { siteId: string } }>(
      '/api/site-gateway/:siteId/events',
      { config: { rateLimit: false } },
      async (request, reply) => {
        const header = (name: string): string => String(request.headers[name] ?? '')
        const body = typeof request.body === 'string' ? request.body : ''
        const site = await sites.keys(request.params.siteId)
        const secret = site?.keys.find((entry) => entry.keyId === header('x-key-id'))?.secret
        const [timestamp, nonce] = [header('x-timestamp'), header('x-nonce')]
        if (secret === undefined || header('x-site-id') !== request.params.siteId)
          return await reply.status(401).send({ error: 'signature' })
        const key = keyOf(secret)
        const isSigned = isSignature(
          header('x-signature'),
          signRequest(key, { method: 'POST', path: request.url, timestamp, nonce, body }),
        )
        if (!isSigned || Math.abs(Number(timestamp) - Date.now() / 1000) > WINDOW_S || !isFresh(nonce))
          return await reply.status(401).send({ error: 'signature' })
        const batch = z.safeParse(Batch, parseJson(body))
        const answer = batch.success
          ? JSON.stringify({ ackSeq: await takeEvents(platform, request.params.siteId, batch.data.events) })
          : JSON.stringify({ error: 'malformed' })
        const status = batch.success ? 200 : 400
        return await reply
          .status(status)
          .headers({
            'content-type': 'application/json',
            'x-timestamp': timestamp,
            'x-signature': signAnswer(key, { status, timestamp, nonce, body: answer }),
          })
          .send(answer)
      },
    )
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Takes a site's events in order, each once. @returns the number of the last one taken */
export async function takeEvents(
  platform: Platform,
  stockId: string,
  events: readonly SiteEventIn[],
): Promise<number> {
  return await platform.transact(async (tx) => {
    const last = await lockSequence(tx, stockId)
    const fresh = events.filter((event) => event.seq > last).sort((a, b) => a.seq - b.seq)
    const reached = fresh.at(-1)?.seq ?? last
    if (fresh.length === 0) return Math.max(last, events.at(-1)?.seq ?? last)
    const owners = await ownersOfLocks(tx, stockId, [
      ...new Set(fresh.flatMap((event) => event.lockId ?? [])),
    ])
    for (const event of fresh) await takeEvent(tx, platform, stockId, event, owners.get(event.lockId ?? ''))
    await setSequence(tx, stockId, reached)
    return reached
  })
}

async function takeEvent(
  tx: Tx,
  platform: Platform,
  stockId: string,
  event: SiteEventIn,
  owner: LockOwner | undefined,
): Promise<void> {
  if (event.lockId === undefined) return
  // The site's clock is machine time; business time may be moved against it.
  const at = Temporal.Instant.from(event.at).add({ milliseconds: platform.clock.offset() })
  const who = event.commandId ? await whoCommanded(tx, event.commandId) : undefined
  const record = (action: AccessRecord['action']): AccessRecord => ({
    stockId,
    boxId: owner?.boxId ?? null,
    equipmentId: owner?.equipmentId ?? null,
    lockId: event.lockId ?? null,
    lockName: owner?.unitNumber ?? owner?.equipmentName ?? event.lockId ?? null,
    contractId: owner?.contractId ?? null,
    accountId: who?.accountId ?? null,
    actorRole: who?.actorRole ?? null,
    action,
    code: null,
    source: event.source ?? 'sensor',
    commandId: event.commandId ?? null,
    siteEventId: event.id,
    at,
    recordedAt: machineNow(),
  })
  const lock = {
    stockId,
    lockId: event.lockId,
    boxId: owner?.boxId ?? null,
    accountId: null,
    contractId: null,
    at,
  }
  if (event.type === 'lock.opened' || event.type === 'lock.closed' || event.type === 'lock.forced') {
    const state = event.type === 'lock.closed' ? 'closed' : 'opened'
    await insertRecord(tx, record(event.type === 'lock.forced' ? 'forced' : state))
    if (await setLockState(tx, { stockId, lockId: event.lockId, state, at }))
      await announce(tx, lock, state, owner?.unitNumber ?? null, owner?.accountId ?? null)
    return
  }
  if (
    event.type === 'lock.offline' &&
    (await setLockState(tx, { stockId, lockId: event.lockId, state: 'unavailable', at }))
  )
    await announce(tx, lock, 'unavailable', owner?.unitNumber ?? null, owner?.accountId ?? null)
}
