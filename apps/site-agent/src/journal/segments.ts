import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { SiteEvent } from '@stowage/lsp/messages'
import { openAppendFile, parseLines, type AppendFile } from '../state/append-file.ts'
import { syncFolder } from '../state/kept-value.ts'

/** Events in one file; the newest file's are kept in memory too. */
const PER_FILE = 2000
/** Half a million events, what a great site does in months: behind that the oldest go though nobody has fetched them. */
const FILES_AT_MOST = 250

interface Segment {
  readonly file: string
  readonly seqs: number[]
  /** When its newest event happened. */
  newest: number
}

/** Events on disk, in files by their numbers: what is old goes as a file, and only the newest file stands in memory. */
export interface Segments {
  add(event: SiteEvent): void
  /** Oldest first. */
  after(seq: number, limit: number): SiteEvent[]
  countAfter(seq: number): number
  newest(): SiteEvent | undefined
  /** Drops files whose events all are at most `seq` and older than `before`. */
  forget(seq: number, before: number): void
  synced(): Promise<void>
  close(): Promise<void>
}

export function openSegments(folder: string): Segments {
  const isNew = !existsSync(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const names = readdirSync(folder).filter((name) => /^\d+\.jsonl$/.test(name))
  const segments: Segment[] = []
  let events: SiteEvent[] = []
  for (const name of names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))) {
    const file = path.join(folder, name)
    const found = readEvents(file)
    const last = found.at(-1)
    if (last === undefined) {
      rmSync(file)
      continue
    }
    segments.push({ file, seqs: found.map((event) => event.seq), newest: Date.parse(last.at) })
    events = found
  }
  if (isNew) syncFolder(path.dirname(folder))
  let current: AppendFile | undefined
  let read: { file: string; events: readonly SiteEvent[] } | undefined
  let closing: Promise<void> = Promise.resolve()

  const roll = (seq: number): Segment => {
    const old = current
    // Whatever fails here fails for the file behind it too, where it is told.
    if (old)
      closing = Promise.all([closing, old.close()]).then(
        () => {},
        () => {},
      )
    const segment = { file: path.join(folder, `${String(seq).padStart(13, '0')}.jsonl`), seqs: [], newest: 0 }
    current = openAppendFile(segment.file)
    syncFolder(folder)
    segments.push(segment)
    events = []
    while (segments.length > FILES_AT_MOST) drop(0)
    return segment
  }
  const drop = (index: number): void => {
    for (const { file } of segments.splice(index, 1)) rmSync(file, { force: true })
  }
  const eventsOf = (segment: Segment): readonly SiteEvent[] => {
    if (segment === segments.at(-1)) return events
    if (read?.file !== segment.file) read = { file: segment.file, events: readEvents(segment.file) }
    return read.events
  }

  return {
    add(event) {
      let segment = segments.at(-1)
      if (segment === undefined || segment.seqs.length >= PER_FILE) segment = roll(event.seq)
      segment.seqs.push(event.seq)
      segment.newest = Date.parse(event.at)
      events.push(event)
      current ??= openAppendFile(segment.file)
      current.append(event)
    },
    after(seq, limit) {
      const found: SiteEvent[] = []
      for (const segment of segments) {
        if ((segment.seqs.at(-1) ?? 0) <= seq) continue
        const from = indexAfter(segment.seqs, seq)
        found.push(...eventsOf(segment).slice(from, from + limit - found.length))
        if (found.length >= limit) break
      }
      return found
    },
    countAfter: (seq) => segments.reduce((count, { seqs }) => count + seqs.length - indexAfter(seqs, seq), 0),
    newest: () => events.at(-1),
    forget(seq, before) {
      // The newest file stays, so that numbers and chain go on from it.
      for (let segment = segments[0]; segments.length > 1 && segment !== undefined; segment = segments[0]) {
        if ((segment.seqs.at(-1) ?? 0) > seq || segment.newest > before) break
        drop(0)
      }
    },
    async synced() {
      await closing
      await current?.synced()
    },
    async close() {
      await closing
      await current?.close()
    },
  }
}

function readEvents(file: string): SiteEvent[] {
  return parseLines(readFileSync(file, 'utf8')) as SiteEvent[]
}

/** The place of the first number above `seq`: numbers may have gaps, so it is searched, not computed. */
function indexAfter(seqs: readonly number[], seq: number): number {
  let low = 0
  let high = seqs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((seqs[middle] ?? 0) > seq) high = middle
    else low = middle + 1
  }
  return low
}
