import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CHAIN_START, chainOf } from '@stowage/lsp/event-chain'
import type { SiteEvent, SiteEventType } from './site-records.ts'

const KEPT_ACKNOWLEDGED = 1000
const LINES_BEFORE_COMPACTING = 5000

/** The site's memory of events: what the server has not acknowledged is never lost. */
export interface EventJournal {
  append(type: SiteEventType, at: Date, details: Record<string, string | number | boolean>): SiteEvent
  after(seq: number, limit: number): SiteEvent[]
  newest(count: number): SiteEvent[]
  unacknowledged(limit: number): SiteEvent[]
  unsentCount(): number
  lastSeq(): number
  /** Everything up to `seq` has arrived. A lower number than before takes the acknowledgement back (a restored server). */
  acknowledge(seq: number): void
}

/** Opens the journal; with `file` each event is on disk before it is told to anybody. */
export function openEventJournal(siteId: string, file: string | undefined): EventJournal {
  const isNew = file !== undefined && !existsSync(file)
  const loaded = file === undefined || isNew ? { events: [], acked: 0 } : readJournal(file)
  let { events, acked } = loaded
  // A site that lost its disk goes on above every number it may have used: the server drops numbers it has seen.
  let last = events.at(-1)?.seq ?? (isNew ? Math.floor(Date.now() / 1000) : acked)
  if (isNew) acked = last
  let lines = 0

  const compact = (): void => {
    const oldest = acked - KEPT_ACKNOWLEDGED
    events = events.filter((event) => event.seq > oldest)
    lines = 0
    if (file === undefined) return
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(
      `${file}.new`,
      [JSON.stringify({ acked }), ...events.map((event) => JSON.stringify(event)), ''].join('\n'),
      { mode: 0o600 },
    )
    renameSync(`${file}.new`, file)
  }
  const write = (line: SiteEvent | { acked: number }): void => {
    if (++lines > LINES_BEFORE_COMPACTING) compact()
    else if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  compact()

  // Numbers may have gaps after a lost disk, so the place of a number is searched, not computed.
  const indexAfter = (seq: number): number => {
    let low = 0
    let high = events.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((events[middle]?.seq ?? 0) > seq) high = middle
      else low = middle + 1
    }
    return low
  }
  const after = (seq: number, limit: number): SiteEvent[] => {
    const from = indexAfter(seq)
    return events.slice(from, from + limit)
  }

  return {
    append: (type, at, details) => {
      const content: SiteEvent = {
        ...details,
        seq: ++last,
        id: randomUUID(),
        type,
        at: at.toISOString(),
        siteId,
      }
      const before = events.at(-1)?.['chain']
      const event = { ...content, chain: chainOf(typeof before === 'string' ? before : CHAIN_START, content) }
      events.push(event)
      write(event)
      return event
    },
    after,
    newest: (count) => events.slice(-count),
    unacknowledged: (limit) => after(acked, limit),
    unsentCount: () => events.length - indexAfter(acked),
    lastSeq: () => last,
    acknowledge: (seq) => {
      acked = Math.min(seq, last)
      write({ acked })
    },
  }
}

function readJournal(file: string): { events: SiteEvent[]; acked: number } {
  const events: SiteEvent[] = []
  let acked = 0
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    if (text === '') continue
    let line: SiteEvent | { acked: number }
    try {
      line = JSON.parse(text) as SiteEvent | { acked: number }
    } catch {
      // The last line of a process killed while writing: it was told to nobody.
      continue
    }
    if ('acked' in line && typeof line.acked === 'number' && !('seq' in line)) acked = line.acked
    else if ('seq' in line) events.push(line)
  }
  return { events, acked }
}
