import type { SiteEvent } from '@stowage/lsp/messages'
import { machineNow } from '../../platform/clock.ts'
import { afterCommit, later, publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  adoptOpenings,
  lockSite,
  setLockStates,
  siteRecords,
  takeToldOpen,
  type SeenState,
} from './access-store.ts'
import { calmAlarms, calmRecords } from './calm-records.ts'
import { boxForced, siteAlarm } from './events.ts'
import { countRepeats } from './forced-store.ts'
import { noteList } from './health-store.ts'
import { keepChain } from './keep-chain.ts'
import { readableEvent } from './make-readable.ts'
import { mayBeToldOf, readEvents, type Reading } from './read-events.ts'
import { announce } from './record-movement.ts'
import { useKey } from './site-store.ts'
import { tellLeftOpen } from './tell-left-open.ts'
import { boxesByNumber, whoAre } from './who-is-view.ts'

/** The key that a batch came under counts no more: another one has taken its place meanwhile. */
export class UnknownKey extends Error {}

/**
 * @param asSent the same events with every member that they came with, for their chain
 * @returns the number of the last event taken @throws UnknownKey
 */
export type TakeEvents = (
  stockId: string,
  keyId: string,
  events: readonly SiteEvent[],
  asSent?: readonly unknown[],
) => Promise<number>

/** Behind these nobody knows how the locks stand: they are read. */
const LOOK_AGAIN: ReadonlySet<string> = new Set([
  'lock.online',
  'bus.error',
  'list.applied',
  'list.rejected',
  'clock.skew',
])

/**
 * Takes a site's events in order, each once. However many they are: one look at who they concern, then one statement for
 * the records and one for the states; for a lock that moved twice the states are set twice, so that both are told.
 * What happened before the state that we know came about (from the answer to a command, from a heartbeat after an outage) goes
 * into the history only.
 * @param lookSoon asks a site how it is, behind the commit
 */
export function createTakeEvents(platform: Platform, lookSoon: (stockId: string) => void): TakeEvents {
  return async (stockId, keyId, told, asSent = told) =>
    await platform.transact(async (tx) => {
      const events = told.map(readableEvent)
      const site = await lockSite(tx, stockId, keyId, {
        lockIds: listed(events, ({ lockId }) => lockId),
        commandIds: listed(events, ({ commandId }) => commandId),
      })
      if (site.sequence === undefined) throw new UnknownKey(`${stockId} ${keyId}`)
      if (site.isFirstUse) await useKey(tx, stockId, keyId, machineNow())
      const sequence = site.isFirstUse ? 0 : site.sequence
      const fresh = events.filter((event) => event.seq > sequence).sort((a, b) => a.seq - b.seq)
      const reached = fresh.at(-1)?.seq
      if (reached === undefined) return Math.max(sequence, events.at(-1)?.seq ?? sequence)
      const kept = site.isFirstUse ? { lastChain: null, chainBrokenAt: null } : site
      await keepChain(tx, platform, { stockId, keyId, reached, kept, asSent, above: sequence })
      const people = await whoAre(
        tx,
        stockId,
        listed(fresh, ({ subjectRef }) => subjectRef),
      )
      const boxes = await boxesByNumber(
        tx,
        stockId,
        listed(fresh, ({ lockId, box }) => (lockId === undefined ? box : undefined)),
      )
      const readings = readEvents(
        fresh,
        { stockId, owners: site.owners, commanders: site.commanders, people, boxes },
        platform.clock.offset(),
      )
      await takeReadings(tx, stockId, readings, platform.clock.now())
      for (const event of fresh)
        if (event.type === 'list.applied' || event.type === 'list.rejected')
          await noteList(tx, stockId, event)
      if (fresh.some(({ type }) => LOOK_AGAIN.has(type))) afterCommit(tx, () => lookSoon(stockId))
      for (const event of fresh) tellTrouble(platform, tx, stockId, event)
      return reached
    })
}

const listed = (
  events: readonly SiteEvent[],
  of: (event: SiteEvent) => string | null | undefined,
): string[] => [...new Set(events.flatMap((event) => of(event) ?? []))]

async function takeReadings(
  tx: Tx,
  stockId: string,
  readings: readonly Reading[],
  now: Temporal.Instant,
): Promise<void> {
  const followUps = readings.filter(mayBeToldOf)
  if (followUps.length > 0) {
    const adopted = await adoptOpenings(
      tx,
      stockId,
      followUps.flatMap(({ record }) => record ?? []),
    )
    for (const reading of followUps) if (adopted.has(reading.event.id)) reading.record = null
  }
  const { joined: isNew, repeats } = await calmRecords(tx, stockId, readings)
  // Records before states, as whoever opens a door writes them: in this order two never wait for one another.
  const records = readings.flatMap(({ record }) => record ?? [])
  if (records.length > 0) {
    const done = (rows: readonly unknown[]): void => {
      for (const row of rows as { siteEventId: string | null; isNew: boolean }[])
        if (row.isNew && row.siteEventId !== null) isNew.add(row.siteEventId)
    }
    // What is told of by alarms is told once, also by a site that tells it all again under another key.
    if (readings.some(isAlarm) || isNew.size > 0) done((await siteRecords(records).execute(tx)).rows)
    else await later(tx, siteRecords(records), { done })
  }
  if (repeats.size > 0) await countRepeats(tx, stockId, repeats)
  for (const wave of inWaves(readings)) await takeWave(tx, stockId, wave)
  const leftOpen = readings.flatMap(({ event }) =>
    event.type === 'lock.left_open' ? (event.lockId ?? []) : [],
  )
  if (leftOpen.length > 0)
    await tellLeftOpen(tx, await takeToldOpen(tx, stockId, [...new Set(leftOpen)], now), now)
  const news = readings.filter((reading) => isNew.has(reading.event.id) && isAlarm(reading))
  const forced = await calmAlarms(tx, stockId, news.filter(isForced))
  for (const reading of news)
    if (isForced(reading)) {
      if (forced.has(reading)) alarmOfForced(tx, stockId, reading)
    } else alarm(tx, stockId, reading)
}

const isForced = ({ event: { type, lockId } }: Reading): boolean =>
  type === 'lock.forced' && lockId !== undefined
const isAlarm = (reading: Reading): boolean =>
  isForced(reading) || reading.record?.action === 'locked_out' || reading.record?.action === 'tamper'

function alarmOfForced(tx: Tx, stockId: string, { event, owner, at }: Reading): void {
  const { lockId } = event
  if (lockId === undefined) return
  const { unitNumber = null, boxId = null } = owner ?? {}
  const name = unitNumber ?? owner?.equipmentName ?? lockId
  const payload = { stockId, lockId, boxId, unitNumber, name, at: at.toString() }
  publish(tx, fact(boxForced, { aggregate: `lock:${stockId}:${lockId}`, stockId, at, payload }))
}

function alarm(tx: Tx, stockId: string, { record, at }: Reading): void {
  if (!record) return
  const name = record.lockName
  const about = { aggregate: `lock:${stockId}:${record.lockId ?? ''}`, stockId, at }
  publish(
    tx,
    fact(siteAlarm, {
      ...about,
      payload: {
        stockId,
        kind: record.action === 'tamper' ? 'tamper' : 'lockedOut',
        name,
        at: at.toString(),
      },
    }),
  )
}

const TROUBLE = { power: 'power', 'clock.skew': 'clock' } as const

/** What is wrong with a whole site is no try at a door, and has no record in their history. */
function tellTrouble(platform: Platform, tx: Tx, stockId: string, { type, seq, reason }: SiteEvent): void {
  if (type !== 'power' && type !== 'clock.skew') return
  platform.log.warn({ siteId: stockId, type, seq, reason }, 'a site reports trouble')
  const at = platform.clock.now()
  const payload = { stockId, kind: TROUBLE[type], name: reason ?? null, at: at.toString() }
  publish(tx, fact(siteAlarm, { aggregate: `site:${stockId}`, stockId, at, payload }))
}

type Moved = Reading & { readonly state: SeenState }

/** A lock that moves oftener in one batch is told with how it began and how it ended. */
const TOLD_AT_MOST = 6

/** In order, cut where a lock would stand twice in one statement. */
function inWaves(readings: readonly Reading[]): Moved[][] {
  const moves = new Map<string, Moved[]>()
  for (const reading of readings) {
    if (reading.state === null) continue
    const { lockId } = reading.state
    const known = moves.get(lockId) ?? []
    moves.set(lockId, known)
    known.push({ ...reading, state: reading.state })
  }
  const waves: Moved[][] = []
  for (const all of moves.values()) {
    const told = all.length > TOLD_AT_MOST ? [...all.slice(0, 2), ...all.slice(-2)] : all
    for (const [wave, move] of told.entries()) (waves[wave] ??= []).push(move)
  }
  return waves
}

async function takeWave(tx: Tx, stockId: string, wave: readonly Moved[]): Promise<void> {
  const states = wave.map(({ state }) => state)
  const changed = await setLockStates(tx, stockId, states, { unlessOlder: true })
  for (const { state, owner } of wave) {
    if (!changed.has(state.lockId)) continue
    const lock = { stockId, lockId: state.lockId, boxId: owner?.boxId ?? null, at: state.at }
    announce(tx, lock, state.state, {
      unitNumber: owner?.unitNumber ?? null,
      tenantId: owner?.accountId ?? null,
    })
  }
}
