import { lockStatusOf } from '@stowage/domain/box'
import { machineNow } from '../../platform/clock.ts'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import {
  insertRecord,
  lockStates,
  ownersOfLocks,
  setLockStates,
  takeLeftOpen,
  type LockState,
} from './access-store.ts'
import { boxLeftOpen, locksRead, siteAvailability } from './events.ts'
import { SiteUnavailable } from './locks-client.ts'
import type { AccessTools } from './open-door.ts'
import { announce } from './record-movement.ts'

/** A box open for this long is told to its tenant (specification 9: 20 minutes). */
const LEFT_OPEN = { minutes: 20 }
/** Misses of the heartbeat after which a site counts as away (LSP/1 4.4). */
const MISSES = 3
const ASK_AGAIN_MS = 10_000

export interface SiteWatch {
  /**
   * Whether the site answered lately; asks it when nothing is known or the answer is older than 10 s. False means that a
   * locks server is set up and away: where there is none, nothing is missing and nobody is to be alarmed.
   */
  isOk(stockId: string): Promise<boolean>
  /** Job: heartbeat of every site, and the state of its locks as the site knows it. */
  beat(): Promise<void>
}

interface SiteHealth {
  isOk: boolean
  misses: number
  askedAt: number
}

export function createSiteWatch(tools: AccessTools): SiteWatch {
  const health = new Map<string, SiteHealth>()

  async function ask(stockId: string): Promise<SiteHealth> {
    const before = health.get(stockId) ?? { isOk: false, misses: 0, askedAt: 0 }
    const after = { ...before, askedAt: performance.now() }
    try {
      const site = await tools.sites.address(stockId)
      if (!site) throw new SiteUnavailable('no locks server is set up')
      await tools.locks.call(site, 'GET', '/v1/health', undefined, 2500)
      after.isOk = true
      after.misses = 0
    } catch (error) {
      if (!(error instanceof SiteUnavailable)) throw error
      after.misses += 1
      // One lost heartbeat is no outage for those who were connected; for the first question it is.
      after.isOk = (before.isOk && after.misses < MISSES) || !(await tools.sites.isExpected(stockId))
    }
    health.set(stockId, after)
    if (after.isOk !== before.isOk && before.askedAt > 0) await tellAvailability(tools, stockId, after.isOk)
    return after
  }

  return {
    async isOk(stockId) {
      const known = health.get(stockId)
      if (known && known.askedAt > performance.now() - ASK_AGAIN_MS) return known.isOk
      return (await ask(stockId)).isOk
    },
    async beat() {
      for (const stockId of await tools.sites.all()) {
        const state = await ask(stockId)
        if (state.misses >= MISSES) await markUnavailable(tools, stockId)
        else if (state.isOk) await readLocks(tools, stockId)
      }
    },
  }
}

async function tellAvailability({ platform }: AccessTools, stockId: string, isOk: boolean): Promise<void> {
  await platform.transact(async (tx) =>
    publish(
      tx,
      fact(siteAvailability, {
        aggregate: `site:${stockId}`,
        stockId,
        at: platform.clock.now(),
        payload: { stockId, isOk },
      }),
    ),
  )
}

interface SiteLock {
  readonly id: string
  readonly state: string
  readonly online: boolean
}

/** Takes over what the site says of its locks where it differs: an event may have been lost, a lock replaced by hand. */
async function readLocks({ platform, locks, sites }: AccessTools, stockId: string): Promise<void> {
  const site = await sites.address(stockId)
  if (!site) return
  // What moves from now on, within this same millisecond too, is newer than what the site is about to say.
  const asked = platform.clock.now().subtract({ milliseconds: 1 })
  const answer = await locks.call(site, 'GET', '/v1/locks', undefined, 5000).catch((error: unknown) => {
    if (error instanceof SiteUnavailable) return undefined
    throw error
  })
  const seen = ((answer?.body ?? {}) as { locks?: SiteLock[] }).locks ?? []
  const states = new Map<string, LockState>(
    seen.map(({ id, online, state }) => [id, lockStatusOf(online ? state : null)]),
  )
  await applyStates(platform, stockId, states, asked)
}

async function markUnavailable({ platform, catalog }: AccessTools, stockId: string): Promise<void> {
  const stock = await catalog.stockTerms(stockId)
  const known = await lockStates(platform.db, stockId)
  if (!stock || known.size === 0) return
  const states = new Map([...known.keys()].map((lockId) => [lockId, 'unavailable'] as const))
  await applyStates(platform, stockId, states, platform.clock.now())
}

/** @param at of the reading: a lock that has moved since stays as it is */
async function applyStates(
  platform: AccessTools['platform'],
  stockId: string,
  states: ReadonlyMap<string, LockState>,
  at: Temporal.Instant,
): Promise<void> {
  const current = await lockStates(platform.db, stockId)
  const changed = [...states].filter(([lockId, state]) => current.get(lockId) !== state)
  if (changed.length === 0) return
  await platform.transact(async (tx) => {
    const owners = await ownersOfLocks(
      tx,
      stockId,
      changed.map(([lockId]) => lockId),
    )
    const moved = await setLockStates(
      tx,
      stockId,
      changed.map(([lockId, state]) => ({ lockId, state, at })),
      { unlessOlder: true },
    )
    if ([...moved].some((lockId) => !current.has(lockId)))
      publish(tx, fact(locksRead, { aggregate: `site:${stockId}`, stockId, at, payload: { stockId } }))
    for (const [lockId, state] of changed) {
      if (!moved.has(lockId)) continue
      const owner = owners.get(lockId)
      // The first reading of a lock is no movement.
      if (current.has(lockId))
        announce(tx, { stockId, lockId, boxId: owner?.boxId ?? null, at }, state, {
          unitNumber: owner?.unitNumber ?? null,
          tenantId: owner?.accountId ?? null,
        })
    }
  })
}

/** Job: boxes open for 20 minutes; one record and one mail per opening, also when the site says nothing. */
export async function noticeLeftOpen({ platform }: AccessTools): Promise<void> {
  await platform.transact(async (tx) => {
    const at = platform.clock.now()
    for (const lock of await takeLeftOpen(tx, at.subtract(LEFT_OPEN), at)) {
      const owner = (await ownersOfLocks(tx, lock.stockId, [lock.lockId])).get(lock.lockId)
      if (!owner?.boxId) continue
      await insertRecord(tx, {
        stockId: lock.stockId,
        boxId: owner.boxId,
        equipmentId: null,
        lockId: lock.lockId,
        lockName: owner.unitNumber,
        contractId: owner.contractId,
        accountId: null,
        actorRole: null,
        action: 'left_open',
        code: null,
        source: 'sensor',
        commandId: null,
        siteEventId: null,
        at,
        recordedAt: machineNow(),
      })
      publish(
        tx,
        fact(boxLeftOpen, {
          aggregate: `box:${owner.boxId}`,
          stockId: lock.stockId,
          at,
          payload: {
            stockId: lock.stockId,
            boxId: owner.boxId,
            accountId: owner.accountId,
            since: lock.openSince.toString(),
          },
        }),
      )
    }
  })
}
