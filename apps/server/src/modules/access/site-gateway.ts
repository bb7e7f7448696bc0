import * as z from 'zod/mini'
import { SiteEvent } from '@stowage/api/access'
import type { FastifyInstance } from 'fastify'
import { machineNow } from '../../platform/clock.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  lockSite,
  setLockStates,
  setSequence,
  siteRecords,
  type AccessRecord,
  type Commander,
  type LockOwner,
  type LockState,
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
    // A count of its own: a site often shares its address with the people in its Wi-Fi.
    const onRequest = scope.rateLimit({
      max: platform.config.rateLimitPerMinute,
      timeWindow: 60_000,
      cache: 20_000,
    })
    scope.post<{ Params: { siteId: string } }>(
      '/api/site-gateway/:siteId/events',
      { config: { rateLimit: false }, onRequest },
      async (request, reply) => {
        const header = (name: string): string => String(request.headers[name] ?? '')
        const body = typeof request.body === 'string' ? request.body : ''
        const [timestamp, nonce] = [header('x-timestamp'), header('x-nonce')]
        const refuse = async () => await reply.status(401).send({ error: 'signature' })
        // What no site sends is refused before anything is looked up for it.
        const isLikely =
          isSiteId(request.params.siteId) &&
          header('x-site-id') === request.params.siteId &&
          /^\d{1,12}$/.test(timestamp) &&
          Math.abs(Number(timestamp) - Date.now() / 1000) <= WINDOW_S &&
          /^[A-Za-z0-9_-]{16,64}$/.test(nonce) &&
          /^v1=[0-9a-f]{64}$/.test(header('x-signature'))
        if (!isLikely) return await refuse()
        const site = await sites.keys(request.params.siteId)
        const secret = site?.keys.find((entry) => entry.keyId === header('x-key-id'))?.secret
        if (secret === undefined) return await refuse()
        const key = keyOf(secret)
        const isSigned = isSignature(
          header('x-signature'),
          signRequest(key, { method: 'POST', path: request.url, timestamp, nonce, body }),
        )
        if (!isSigned || !isFresh(nonce)) return await refuse()
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

/** Ids of stocks are ULIDs. */
const isSiteId = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(text)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Takes a site's events in order, each once. However many they are: one look at who they concern, then one statement for
 * the records and one for the states; for a lock that moved twice the states are set twice, so that both are told.
 * What happened before the state that we know came about (from the answer to a command, from a heartbeat after an outage) goes
 * into the history only.
 * @returns the number of the last one taken
 */
export async function takeEvents(
  platform: Platform,
  stockId: string,
  events: readonly SiteEventIn[],
): Promise<number> {
  return await platform.transact(async (tx) => {
    const { sequence, owners, commanders } = await lockSite(tx, stockId, {
      lockIds: [...new Set(events.flatMap((event) => event.lockId ?? []))],
      commandIds: [...new Set(events.flatMap((event) => event.commandId ?? []))],
    })
    const fresh = events.filter((event) => event.seq > sequence).sort((a, b) => a.seq - b.seq)
    const reached = fresh.at(-1)?.seq
    if (reached === undefined) return Math.max(sequence, events.at(-1)?.seq ?? sequence)
    await setSequence(tx, stockId, reached)
    const movements = fresh.flatMap((event) => movementOf(platform, stockId, event, owners, commanders) ?? [])
    // Records before states, as whoever opens a door writes them: in this order two never wait for one another.
    const records = movements.flatMap(({ record }) => record ?? [])
    if (records.length > 0) await later(tx, siteRecords(records))
    for (const wave of inWaves(movements)) await takeWave(tx, stockId, wave)
    return reached
  })
}

interface Movement {
  readonly lockId: string
  readonly state: LockState
  readonly at: Temporal.Instant
  readonly owner: LockOwner | undefined
  /** What the history keeps of it; a controller that is away is no movement. */
  readonly record: AccessRecord | null
}

const MEANS: Readonly<Record<string, { state: LockState; action: AccessRecord['action'] | null }>> = {
  'lock.opened': { state: 'opened', action: 'opened' },
  'lock.forced': { state: 'opened', action: 'forced' },
  'lock.closed': { state: 'closed', action: 'closed' },
  'lock.offline': { state: 'unavailable', action: null },
}

function movementOf(
  platform: Platform,
  stockId: string,
  event: SiteEventIn,
  owners: ReadonlyMap<string, LockOwner>,
  commanders: ReadonlyMap<string, Commander>,
): Movement | undefined {
  const { lockId } = event
  const meaning = MEANS[event.type]
  if (lockId === undefined || meaning === undefined) return undefined
  // The site's clock is machine time; business time may be moved against it.
  const at = Temporal.Instant.from(event.at).add({ milliseconds: platform.clock.offset() })
  const owner = owners.get(lockId)
  const who = event.commandId ? commanders.get(event.commandId) : undefined
  const record = meaning.action && {
    stockId,
    boxId: owner?.boxId ?? null,
    equipmentId: owner?.equipmentId ?? null,
    lockId,
    lockName: owner?.unitNumber ?? owner?.equipmentName ?? lockId,
    contractId: owner?.contractId ?? null,
    accountId: who?.accountId ?? null,
    actorRole: who?.actorRole ?? null,
    action: meaning.action,
    code: null,
    source: event.source ?? 'sensor',
    commandId: event.commandId ?? null,
    siteEventId: event.id,
    at,
    recordedAt: machineNow(),
  }
  return { lockId, state: meaning.state, at, owner, record }
}

/** In order, cut where a lock would stand twice in one statement. */
function inWaves(movements: readonly Movement[]): Movement[][] {
  const waves: Movement[][] = []
  const next = new Map<string, number>()
  for (const movement of movements) {
    const wave = next.get(movement.lockId) ?? 0
    next.set(movement.lockId, wave + 1)
    ;(waves[wave] ??= []).push(movement)
  }
  return waves
}

async function takeWave(tx: Tx, stockId: string, wave: readonly Movement[]): Promise<void> {
  const changed = await setLockStates(tx, stockId, wave, { unlessOlder: true })
  for (const { lockId, state, at, owner } of wave) {
    if (!changed.has(lockId)) continue
    const lock = { stockId, lockId, boxId: owner?.boxId ?? null, at }
    announce(tx, lock, state, {
      unitNumber: owner?.unitNumber ?? null,
      tenantId: owner?.accountId ?? null,
    })
  }
}
