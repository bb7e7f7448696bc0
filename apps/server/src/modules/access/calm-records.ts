import type { Tx } from '../../platform/database/transaction.ts'
import { becomeForced, forcedToldAt, recentMoves, setForcedTold } from './forced-store.ts'
import type { Reading } from './read-events.ts'

/** One alarm for a door in this time, and so many openings that its contact alone has seen, with a row each. */
const CALM = { minutes: 10 }
const ROWS = 6
/** A door that opened without a reason is told as opened first, and as forced right behind. */
const SAME_OPENING_MS = 5000

type Instant = Temporal.Instant
const within = (one: Instant, other: Instant): boolean =>
  Math.abs(one.epochMilliseconds - other.epochMilliseconds) < CALM.minutes * 60_000

/** What a contact saw and nobody is known for. */
const isMove = ({ record }: Reading): boolean =>
  record !== null &&
  record.source === 'sensor' &&
  record.accountId === null &&
  record.commandId === null &&
  (record.action === 'opened' || record.action === 'closed' || record.action === 'forced')

/** The opening and the word that it was forced, in one batch: one thing that happened. */
function joinForced(readings: readonly Reading[]): void {
  const openings = new Map<string, Reading>()
  for (const reading of readings) {
    const { lockId } = reading.event
    if (lockId === undefined || reading.record === null || !isMove(reading)) continue
    const before = openings.get(lockId)
    openings.delete(lockId)
    if (reading.record.action === 'opened') openings.set(lockId, reading)
    else if (
      reading.record.action === 'forced' &&
      before &&
      reading.at.epochMilliseconds - before.at.epochMilliseconds <= SAME_OPENING_MS
    )
      before.record = null
  }
}

interface Calmed {
  /** Events whose record was there already, and bears their id from now on. */
  readonly joined: Set<string>
  /** By lock, how many openings have no row: to be counted when the rows are written. */
  readonly repeats: ReadonlyMap<string, number>
}

/**
 * Before a batch's records are written: a forced opening is one record, and a contact that rattles leaves so many rows in ten minutes and
 * a count of the rest, not thousands. What a site tells again under another key may be counted twice; its rows are not.
 */
export async function calmRecords(tx: Tx, stockId: string, readings: readonly Reading[]): Promise<Calmed> {
  joinForced(readings)
  const forced = readings.filter(({ record }) => record?.action === 'forced')
  const lockIds = [...new Set(forced.flatMap(({ record }) => record?.lockId ?? []))]
  const [first] = forced
  if (!first || lockIds.length === 0) return { joined: new Set(), repeats: new Map() }
  const moves = await recentMoves(tx, stockId, lockIds, { since: first.at.subtract(CALM), limit: ROWS })
  const repeats = new Map<string, number>()
  for (const reading of readings) {
    const lockId = reading.record?.lockId
    if (lockId == null || !lockIds.includes(lockId) || !isMove(reading)) continue
    const known = (moves.get(lockId) ?? []).filter((at) => within(at, reading.at))
    const isOpening = reading.record?.action !== 'closed'
    if (known.length < ROWS) {
      if (isOpening) moves.set(lockId, [...known, reading.at])
      continue
    }
    if (isOpening) repeats.set(lockId, (repeats.get(lockId) ?? 0) + 1)
    reading.record = null
  }
  const joined = await becomeForced(
    tx,
    stockId,
    forced.flatMap(({ record }) => record ?? []),
    SAME_OPENING_MS,
  )
  for (const reading of forced) if (joined.has(reading.event.id)) reading.record = null
  return { joined, repeats }
}

/**
 * Of forced openings that are new those that people are told of: of each door one within ten minutes, by the site's own time, so that
 * what comes late is told as if it had come in time.
 */
export async function calmAlarms(tx: Tx, stockId: string, forced: readonly Reading[]): Promise<Set<Reading>> {
  const told = new Set<Reading>()
  if (forced.length === 0) return told
  const lockIds = [...new Set(forced.flatMap(({ event }) => event.lockId ?? []))]
  const last = await forcedToldAt(tx, stockId, lockIds)
  for (const reading of forced) {
    const lockId = reading.event.lockId ?? ''
    const before = last.get(lockId)
    if (before && within(before, reading.at)) continue
    last.set(lockId, reading.at)
    told.add(reading)
  }
  if (told.size > 0) await setForcedTold(tx, stockId, last)
  return told
}
