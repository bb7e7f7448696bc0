import { lockStatusOf } from '@stowage/domain/box'
import { machineNow } from '../../platform/clock.ts'
import { afterCommit, publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { createTurns } from '../../platform/take-turns.ts'
import { wantLists } from './access-list-store.ts'
import {
  lockStates,
  loseLocks,
  ownersOfLocks,
  setLockStates,
  type LockState,
  type SeenState,
} from './access-store.ts'
import { locksRead, siteAvailability, siteChanged } from './events.ts'
import {
  claimSites,
  noteHeartbeats,
  noteLocksRead,
  readHealth,
  type Heartbeat,
  type SiteState,
} from './health-store.ts'
import { SiteUnavailable } from './lock-gateway.ts'
import { readableInstant } from './make-readable.ts'
import type { AccessTools } from './open-door.ts'
import { announce } from './record-movement.ts'
import { tellSettings } from './tell-settings.ts'

/** Misses of the heartbeat after which a site counts as away (LSP/1 4.4): with one every 15 s, within 45 s. */
const MISSES = 3
/** Two processes that beat out of step ask a site once in their turn. */
const BEAT_MS = 13_000
const ASK_AGAIN_MS = 10_000
/** Questions to sites at a time: one that is away keeps nobody waiting but these. */
const AT_ONCE = 64
/**
 * Readings of locks at a time, whatever asks for them. One of a large house is a megabyte of short life; what sixty hold at once
 * outlives the young space, and the heap grows by it to a multiple of what is alive.
 */
const READ_AT_ONCE = 8
/** Events tell what moves; that all of it was told is looked at this often. */
const READ_LOCKS_MS = 5 * 60_000
const WARN_SKEW_MS = 20_000
const TOLD_SINGLY = 50

export interface SiteWatch {
  /**
   * Whether the site answered lately; asks it when nothing is known or the answer is older than 10 s. False means that a
   * locks server is set up and away: where there is none, nothing is missing and nobody is to be alarmed.
   */
  isOk(stockId: string): Promise<boolean>
  /**
   * Job: heartbeat of every site that is this process's to ask, and the state of its locks where it may not be known.
   * @param options.all every site and every lock, whoever asked when
   */
  beat(options?: { readonly all?: boolean }): Promise<void>
  /** Something at the site speaks for asking it now; many reasons at once are one. */
  lookSoon(stockId: string): void
  close(): Promise<void>
}

interface Kept {
  readonly isOk: boolean
  readonly until: number
}

export function createSiteWatch(tools: AccessTools): SiteWatch {
  const { platform, gateway, tunnels } = tools
  const kept = new Map<string, Kept>()
  const asking = new Map<string, Promise<boolean>>()
  const looking = new Map<string, Promise<void>>()
  const again = new Set<string>()
  const warned = new Set<string>()
  const inTurn = createTurns({ atOnce: READ_AT_ONCE, waiting: Infinity })
  let isClosed = false

  async function ask(stockId: string): Promise<Heartbeat> {
    const at = machineNow()
    try {
      const reading = await gateway.health(stockId)
      const isSkewed = Math.abs(reading.skewMs) > WARN_SKEW_MS
      if (isSkewed && !warned.has(stockId))
        platform.log.warn({ siteId: stockId, skewMs: reading.skewMs }, "a site's clock is wrong")
      if (isSkewed) warned.add(stockId)
      else warned.delete(stockId)
      return { stockId, at, reading }
    } catch (error) {
      if (!(error instanceof SiteUnavailable)) throw error
      return { stockId, at, reading: null, trouble: error.trouble }
    }
  }

  async function askNow(stockId: string): Promise<boolean> {
    const [state] = await note(tools, [await ask(stockId)])
    // Asked here, a site is not due at the next beat: what that would have done about its locks is done now, behind the answer.
    if (state !== undefined) inBackground(stockId, async () => await attend([state]))
    return await keep(stockId, state?.isOk ?? false)
  }
  async function keep(stockId: string, isOk: boolean): Promise<boolean> {
    const shown = isOk || !(await tools.sites.isExpected(stockId))
    kept.set(stockId, { isOk: shown, until: performance.now() + ASK_AGAIN_MS })
    return shown
  }

  /** Nobody waits for it but the end; one at a time for each site. */
  function inBackground(stockId: string, look: () => Promise<void>, mayWait = false): void {
    if (isClosed) return
    if (looking.has(stockId)) {
      if (mayWait) again.add(stockId)
      return
    }
    const looks = look()
      .catch((error: unknown) =>
        platform.log.error({ err: error, siteId: stockId }, 'a site was not looked at'),
      )
      .finally(() => {
        looking.delete(stockId)
        if (again.delete(stockId)) lookSoon(stockId)
      })
    looking.set(stockId, looks)
  }
  /** What speaks for it while the site is being looked at may have come too late for that look: another one follows. */
  function lookSoon(stockId: string): void {
    const look = async (): Promise<void> => {
      const states = await note(tools, [await ask(stockId)])
      await attend(states.map(unread))
    }
    inBackground(stockId, look, true)
  }

  /** One site after another for each of so many; what fails for one is told of and does not keep the others. */
  async function inTurns<T, R>(items: readonly T[], each: (item: T) => Promise<R>): Promise<R[]> {
    const done: R[] = []
    const rest = items.values()
    const work = async (): Promise<void> => {
      for (const item of rest) {
        try {
          done.push(await each(item))
        } catch (error) {
          platform.log.error({ err: error }, 'a site could not be watched')
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work))
    return done
  }

  async function attend(states: readonly SiteState[]): Promise<void> {
    await inTurns(states, async (state) => {
      await keep(state.stockId, state.isOk)
      if (state.misses === 0 && state.lacksSettings) await tellSettings(tools, state.stockId)
      if (state.misses >= MISSES) await lose(tools, state.stockId)
      else if (state.misses === 0 && mayHaveMoved(state))
        await inTurn(async () => {
          // Whoever goes down reads no hundred houses first.
          if (!isClosed) await readLocks(tools, state.stockId)
        })
    })
  }

  return {
    async isOk(stockId) {
      const known = kept.get(stockId)
      if (known && known.until > performance.now()) return known.isOk
      const asked = asking.get(stockId)
      if (asked) return await asked
      const answer = heardLately(tools, stockId)
        .then(async (isOk) => (isOk === undefined ? await askNow(stockId) : await keep(stockId, isOk)))
        .finally(() => asking.delete(stockId))
      asking.set(stockId, answer)
      return await answer
    },
    async beat({ all = false } = {}) {
      await tunnels.keep()
      const at = machineNow()
      const claimed = await claimSites(platform.db, at, all ? at : at.subtract({ milliseconds: BEAT_MS }))
      const heartbeats = await inTurns([...tunnels.own(), ...claimed], ask)
      const states = await note(tools, heartbeats)
      await attend(all ? states.map(unread) : states)
    },
    lookSoon,
    async close() {
      isClosed = true
      again.clear()
      await Promise.all(looking.values())
    },
  }
}

/** What the heartbeats of all processes say, where they are young enough to be said again; undefined: ask. */
async function heardLately({ platform }: AccessTools, stockId: string): Promise<boolean | undefined> {
  const health = await readHealth(platform.db, stockId)
  if (health?.isOk !== true || health.contactAt === null) return undefined
  const age = Date.now() - health.contactAt.epochMilliseconds
  return age < ASK_AGAIN_MS ? true : undefined
}

/** Writes heartbeats down and tells whom it concerns that a site has gone or come. */
async function note(
  { platform, pushLists }: AccessTools,
  heartbeats: readonly Heartbeat[],
): Promise<SiteState[]> {
  if (heartbeats.length === 0) return []
  return await platform.transact(async (tx) => {
    const states = await noteHeartbeats(tx, heartbeats, MISSES)
    for (const { stockId, wasOk, isOk, hasNews } of states) {
      const about = { aggregate: `site:${stockId}`, stockId, at: platform.clock.now() }
      // That a site does not answer before it ever has is no news.
      if (wasOk !== isOk && (wasOk !== null || isOk))
        publish(tx, fact(siteAvailability, { ...about, payload: { stockId, isOk } }))
      if (hasNews) publish(tx, fact(siteChanged, { ...about, payload: { stockId } }))
    }
    const lacking = states.filter(({ lacksList }) => lacksList).map(({ stockId }) => stockId)
    await wantLists(tx, lacking, machineNow())
    if (lacking.length > 0) afterCommit(tx, pushLists)
    return states
  })
}

/** Whether an event may be missing: the site was away, has told more than has come, or was not read for long. */
function mayHaveMoved({ wasOk, locksReadAt, toldSequence, takenSequence }: SiteState): boolean {
  return (
    wasOk !== true ||
    locksReadAt === null ||
    (toldSequence !== null && toldSequence > takenSequence) ||
    Date.now() - locksReadAt.epochMilliseconds > READ_LOCKS_MS
  )
}

const unread = (state: SiteState): SiteState => ({ ...state, locksReadAt: null })

/** Takes over what the site says of its locks where it differs: an event may have been lost, a lock replaced by hand. */
async function readLocks({ platform, gateway }: AccessTools, stockId: string): Promise<void> {
  const readAt = machineNow()
  // What moves from now on, within this same millisecond too, is newer than what the site is about to say.
  const asked = platform.clock.now().subtract({ milliseconds: 1 })
  const seen = await gateway.locks(stockId).catch((error: unknown) => {
    if (error instanceof SiteUnavailable) return undefined
    throw error
  })
  if (!seen) return
  const offset = { milliseconds: platform.clock.offset() }
  const states = seen.locks.map(({ id, online, state, openSince }): SeenState => {
    const since =
      openSince === undefined ? asked : Temporal.Instant.from(readableInstant(openSince)).add(offset)
    return {
      lockId: id,
      state: lockStatusOf(online ? state : null),
      at: asked,
      openSince: Temporal.Instant.compare(since, asked) < 0 ? since : asked,
    }
  })
  // A lock that the site does not have any more, or never had under this number, is not closed for having been so once.
  const there = new Set(states.map(({ lockId }) => lockId))
  const gone = [...(await lockStates(platform.db, stockId))].filter(
    ([lockId, state]) => state !== 'unavailable' && !there.has(lockId),
  )
  for (const [lockId] of gone) states.push({ lockId, state: 'unavailable', at: asked, openSince: asked })
  await applyStates(platform, stockId, states, asked)
  await noteLocksRead(platform.db, stockId, readAt)
}

/** The site is away: nobody knows how its locks stand. One message for all of them. */
async function lose({ platform }: AccessTools, stockId: string): Promise<void> {
  const at = platform.clock.now()
  await platform.transact(async (tx) => {
    if ((await loseLocks(tx, stockId, at)) > 0) tellLocksRead(tx, stockId, at)
  })
}

function tellLocksRead(tx: Tx, stockId: string, at: Temporal.Instant): void {
  publish(tx, fact(locksRead, { aggregate: `site:${stockId}`, stockId, at, payload: { stockId } }))
}

/** @param at of the reading: a lock that has moved since stays as it is */
async function applyStates(
  platform: AccessTools['platform'],
  stockId: string,
  states: readonly SeenState[],
  at: Temporal.Instant,
): Promise<void> {
  const current = await lockStates(platform.db, stockId)
  const changed = states.filter(({ lockId, state }) => current.get(lockId) !== state)
  if (changed.length === 0) return
  await platform.transact(async (tx) => {
    const owners = await ownersOfLocks(
      tx,
      stockId,
      changed.map(({ lockId }) => lockId),
    )
    const moved = await setLockStates(tx, stockId, changed, { unlessOlder: true })
    // The first reading of a lock is no movement, nor is its going out of sight; a whole house that comes back is one message.
    const isMovement = (lockId: string, state: LockState): boolean =>
      changed.length <= TOLD_SINGLY && current.has(lockId) && state !== 'unavailable'
    if (changed.some(({ lockId, state }) => moved.has(lockId) && !isMovement(lockId, state)))
      tellLocksRead(tx, stockId, at)
    for (const { lockId, state } of changed) {
      if (!moved.has(lockId) || !isMovement(lockId, state)) continue
      const owner = owners.get(lockId)
      announce(tx, { stockId, lockId, boxId: owner?.boxId ?? null, at }, state, {
        unitNumber: owner?.unitNumber ?? null,
        tenantId: owner?.accountId ?? null,
      })
    }
  })
}
