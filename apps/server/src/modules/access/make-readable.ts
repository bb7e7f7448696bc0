import type { Health, SiteEvent } from '@stowage/lsp/messages'
import { plainText } from '@stowage/lsp/plain-text'

// What a site says has the form of its message and is signed, and may still be nothing that a table can keep: a zero byte that
// somebody typed at a door, a counter beyond its column, a moment before all time. A batch is taken whole or not at all, and the
// heartbeats of all sites are one statement: what one site says must spoil neither its own history nor the word of others.

const LARGEST = 2 ** 31 - 1
/** Since the year 2000, and before years have five digits: what PostgreSQL and Temporal read alike. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0, 1), Date.UTC(9999, 0, 1)]
const LONGEST_UPTIME_S = 100 * 366 * 24 * 3600

/** @param text RFC 3339 @returns the same moment, or the nearest that can be kept */
export function readableInstant(text: string): string {
  const ms = Date.parse(text)
  const isOrdinary = ms >= EARLIEST && ms <= LATEST && !/\.\d{10}/.test(text)
  if (isOrdinary) return text
  return new Date(Number.isNaN(ms) ? EARLIEST : Math.min(LATEST, Math.max(EARLIEST, ms))).toISOString()
}

const readableCount = (count: number): number => Math.min(LARGEST, Math.max(0, count))
const isKept = (count: number | undefined): boolean => count !== undefined && Math.abs(count) <= LARGEST

/** An event as the tables take it: its texts plain, its numbers and moments within what a column holds. */
export function readableEvent(event: SiteEvent): SiteEvent {
  const { listVersion, version, openSince, ...rest } = event
  const texts = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === 'string' ? plainText(value) : value,
  ])
  return {
    ...(Object.fromEntries(texts) as typeof rest),
    at: readableInstant(event.at),
    ...(openSince === undefined ? {} : { openSince: readableInstant(openSince) }),
    ...(isKept(listVersion) ? { listVersion } : {}),
    ...(isKept(version) ? { version } : {}),
  }
}

/** What a site says of itself, as the table of all sites takes it. */
export function readableHealth(health: Health): Health {
  const { accessListValidUntil, offlineSince, uptimeS } = health
  return {
    ...health,
    version: plainText(health.version),
    uptimeS: Number.isFinite(uptimeS) ? Math.min(LONGEST_UPTIME_S, Math.max(0, uptimeS)) : 0,
    accessListVersion: readableCount(health.accessListVersion),
    unsentEvents: readableCount(health.unsentEvents),
    accessListValidUntil: accessListValidUntil === null ? null : readableInstant(accessListValidUntil),
    offlineSince: typeof offlineSince === 'string' ? readableInstant(offlineSince) : null,
  }
}
