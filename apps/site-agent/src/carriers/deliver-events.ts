import type { SiteEvent } from '@stowage/lsp/messages'
import type { Journal } from '../journal/journal.ts'
import { said, type Log } from '../log.ts'

const BATCH = 200
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

export interface Delivery {
  /** There is something new, or the way is free again. */
  kick(): void
  /** Forgets the pause behind a failure: the server has been heard. */
  kickNow(): void
  close(): Promise<void>
}

export interface DeliveryParts {
  readonly journal: Journal
  /**
   * Takes a batch to the server. @returns the newest number that it has
   * @throws where it did not get there, or nobody proved that it did
   */
  readonly send: (events: readonly SiteEvent[], ended: AbortSignal) => Promise<number>
  /** False: no carrier is there now; it kicks when it is. */
  readonly isOpen: () => boolean
  readonly onDelivered: () => void
  readonly log: Log
  readonly firstPauseMs?: number
}

/** Tells the server what happened: in order, in batches, again and again until it is acknowledged. */
export function deliverEvents(parts: DeliveryParts): Delivery {
  const { journal, send, isOpen, onDelivered, log, firstPauseMs = FIRST_PAUSE_MS } = parts
  const ended = new AbortController()
  let isRunning = false
  let again: NodeJS.Timeout | undefined
  let failures = 0
  let current: Promise<void> = Promise.resolve()

  const sendBatch = async (): Promise<void> => {
    await journal.synced()
    const events = journal.unacknowledged(BATCH)
    const [first, last] = [events[0], events.at(-1)]
    if (first === undefined || last === undefined) return
    const ackSeq = await send(events, ended.signal)
    if (!Number.isSafeInteger(ackSeq) || ackSeq < first.seq) throw new Error('nothing was acknowledged')
    if (failures > 0) log.info('events are told again', { waited: failures })
    failures = 0
    journal.acknowledge(Math.min(ackSeq, last.seq))
    onDelivered()
  }
  const isDue = (): boolean => !ended.signal.aborted && isOpen() && journal.unsentCount() > 0
  const run = async (): Promise<void> => {
    isRunning = true
    try {
      while (isDue()) await sendBatch()
    } catch (error) {
      if (ended.signal.aborted) return
      failures += 1
      if (failures === 1) log.warn('events could not be told', { reason: said(error) })
      const pause = Math.min(firstPauseMs * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS)
      // Not all sites of a server that comes back at the same moment.
      again = setTimeout(retry, pause * (0.75 + Math.random() / 2)).unref()
    } finally {
      isRunning = false
    }
  }
  const retry = (): void => {
    again = undefined
    kick()
  }
  const kick = (): void => {
    if (!isRunning && again === undefined && isDue()) current = run()
  }
  return {
    kick,
    kickNow() {
      clearTimeout(again)
      again = undefined
      kick()
    },
    async close() {
      ended.abort()
      clearTimeout(again)
      await current
    },
  }
}
