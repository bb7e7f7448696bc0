import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { CHAIN_START, chainOf } from '@stowage/lsp/event-chain'
import type { SiteEvent, SiteEventType } from '@stowage/lsp/messages'
import { plainText } from '@stowage/lsp/plain-text'
import { said, type Log } from '../log.ts'
import { openKeptValue } from '../state/kept-value.ts'
import { openSegments } from './segments.ts'

const KEPT_MS = 30 * 24 * 3_600_000
const FORGET_EVERY_MS = 3_600_000

/** `reason` of an alarm for a door that moved while nothing looked at it. */
export const WHILE_OFF = 'while the agent was off'

export type EventDetails = Partial<Omit<SiteEvent, 'seq' | 'id' | 'type' | 'at' | 'siteId' | 'chain'>>

/**
 * A site's memory of what happened (docs/protocols/lsp.md 4). An event is in its file before anybody hears of it, and on the disk
 * before it is sent: a killed process loses none, a power cut those of the moment, which nobody was told. A number is never given
 * twice.
 */
export interface Journal {
  append(type: SiteEventType, details?: EventDetails): SiteEvent
  /** Oldest first. */
  after(seq: number, limit: number): SiteEvent[]
  unacknowledged(limit: number): SiteEvent[]
  unsentCount(): number
  lastSeq(): number
  /** Everything up to `seq` has arrived; a number behind what was said before counts too (a server restored from a backup). */
  acknowledge(seq: number): void
  /**
   * The server has numbers that this disk never gave (an old image was put back): what was noted since the start is numbered anew
   * above them, else the server would take it for things it knows.
   */
  continueAbove(seq: number): void
  synced(): Promise<void>
  close(): Promise<void>
}

export interface JournalParts {
  readonly folder: string
  readonly siteId: string
  readonly now: () => Date
  /** Said of every event: offline, clockUncertain. */
  readonly circumstances: () => Pick<SiteEvent, 'offline' | 'clockUncertain'>
  readonly onAppended: () => void
  readonly log: Log
}

export function openJournal({ folder, siteId, now, circumstances, onAppended, log }: JournalParts): Journal {
  const isNew = !existsSync(folder)
  const segments = openSegments(folder)
  const kept = openKeptValue(path.join(folder, 'acked.json'), z.object({ acked: z.int() }), (file) =>
    log.error('what the server has acknowledged is not readable, it is told again', { file }),
  )
  // A site that lost its disk goes on above every number it may have used: the server passes over numbers it has seen.
  const start = isNew || segments.newest() === undefined ? Math.floor(now().getTime() / 1000) : 0
  let last = Math.max(segments.newest()?.seq ?? start, kept.get()?.acked ?? 0)
  let acked = kept.get()?.acked ?? (isNew ? last : 0)
  let chain = segments.newest()?.chain ?? CHAIN_START
  let isBroken = false
  let forgotAt = Number.NEGATIVE_INFINITY
  /** What this run has noted above it and the server has not acknowledged may have to be numbered again. */
  let numberedFrom = last

  const write = (event: SiteEvent): void => {
    chain = event.chain ?? chain
    try {
      segments.add(event)
      if (isBroken) log.info('events are kept on the disk again')
      isBroken = false
    } catch (error) {
      // It stays in memory and is told as long as this process lives: a full card must not keep doors shut.
      if (!isBroken) log.error('an event could not be kept on the disk', { reason: said(error) })
      isBroken = true
    }
  }
  const linked = (content: SiteEvent): SiteEvent => ({ ...content, chain: chainOf(chain, content) })
  const forget = (): void => {
    if (performance.now() - forgotAt < FORGET_EVERY_MS) return
    forgotAt = performance.now()
    segments.forget(acked, now().getTime() - KEPT_MS)
  }

  return {
    append(type, details = {}) {
      const at = now().toISOString()
      const event = linked({
        ...plain(details),
        ...circumstances(),
        seq: ++last,
        id: randomUUID(),
        type,
        at,
        siteId,
      })
      write(event)
      forget()
      onAppended()
      return event
    },
    after: (seq, limit) => segments.after(seq, limit),
    unacknowledged: (limit) => segments.after(acked, limit),
    unsentCount: () => segments.countAfter(acked),
    lastSeq: () => last,
    acknowledge(seq) {
      acked = Math.min(seq, last)
      numberedFrom = Math.max(numberedFrom, acked)
      kept.setSoon({ acked })
    },
    continueAbove(seq) {
      if (seq <= last) return
      // A door that stands otherwise than an old folder has it was not forced for that.
      const again = segments
        .after(numberedFrom, Number.MAX_SAFE_INTEGER)
        .filter(({ type, reason }) => type !== 'lock.forced' || reason !== WHILE_OFF)
      log.warn('the server knows newer events of this site than its disk: numbered on above them', {
        serverSeq: seq,
        lastSeq: last,
        again: again.length,
      })
      last = seq
      acked = seq
      numberedFrom = seq
      for (const event of again) write(linked({ ...event, seq: ++last }))
      kept.set({ acked })
      onAppended()
    },
    synced: async () => {
      if (!isBroken) await segments.synced()
    },
    async close() {
      kept.flush()
      await segments.close()
    },
  }
}

/** Some of it was typed by anybody: what the server could not keep would hold back everything behind it. */
function plain(details: EventDetails): EventDetails {
  const told = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? plainText(value) : value,
  ])
  return Object.fromEntries(told) as EventDetails
}
