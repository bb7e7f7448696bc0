import { sql } from 'kysely'
import { machineNow } from '../clock.ts'
import { Failure } from '../failure.ts'
import type { Log } from '../log.ts'
import { KEY_FINGERPRINTS } from '../processes/key-fingerprints.ts'
import { connect, type Database } from './connect.ts'
import { placeOf } from './migrate.ts'

/** Where reports read: a copy that follows the database, or the database itself (decision record 288). */
export interface ReportsDatabase {
  /**
   * Reads what nobody writes. From the copy where there is one that follows closely; else, and where reading from it fails, from the
   * database itself: then `read` runs a second time.
   * @returns with what was read also up to when, at least, the copy had followed by then; null: read from the database itself
   */
  read<T>(
    read: (db: Database) => Promise<T>,
  ): Promise<{ readonly found: T; readonly asOf: Temporal.Instant | null }>
  /** How the copy fares now; null where none is named. */
  describe(): Promise<CopyState | null>
  close(): Promise<void>
}

export interface CopyState {
  /** Host and port. */
  readonly place: string
  /** Since the last change that it has; null where that is not known. */
  readonly behindSeconds: number | null
  /** Why reports do not read from it: not reached, no copy that follows, a copy of another company's, or too far behind. null: they do. */
  readonly unread: 'away' | 'noCopy' | 'foreign' | 'behind' | null
}

/** Servers write a row of their own every ten seconds, so a copy that follows is never this far behind for want of news. */
const MOST_BEHIND_SECONDS = 300
/** A copy that failed is let alone for so long: nobody waits for its timeout behind the one who did. */
const LEFT_ALONE_MS = 10_000

/** No copy is named. */
export const readItself = (db: Database): ReportsDatabase => ({
  read: async (read) => ({ found: await read(db), asOf: null }),
  describe: async () => await Promise.resolve(null),
  close: async () => await Promise.resolve(),
})

export function createReportsDatabase(options: {
  readonly url: string
  /** The database itself. */
  readonly db: Database
  /** The fingerprint of its STORAGE_KEY, by which a copy of it is known. */
  readonly house: string
  readonly log: Log
  readonly leftAloneMs?: number
}): ReportsDatabase {
  const { db, log, leftAloneMs = LEFT_ALONE_MS } = options
  const copy = connect(options.url, {
    max: 4,
    onError: (error) => log.warn({ err: error }, 'a connection to the copy for reports was lost'),
  })
  const place = placeOf(options.url)
  let leftAloneUntil = 0
  let toldOf: CopyState['unread'] = null

  /** Operators hear of each change once, not at each report. */
  function tell(unread: CopyState['unread'], error?: unknown): void {
    if (unread !== null) leftAloneUntil = performance.now() + leftAloneMs
    if (unread === toldOf) return
    toldOf = unread
    if (unread === null) log.info({ place }, 'reports read from their copy again')
    else
      log.warn(
        { place, unread, ...(error === undefined ? {} : { err: error }) },
        'the copy for reports cannot be read; they read the database itself',
      )
  }

  return {
    async read(read) {
      const itself = async () => ({ found: await read(db), asOf: null })
      if (performance.now() < leftAloneUntil) return await itself()
      try {
        // Before the report looks: what it sees is at least as new.
        const { at, unread } = await lookAtCopy(copy.db, options.house)
        if (unread !== null) {
          tell(unread)
          return await itself()
        }
        const found = await read(copy.db)
        tell(null)
        return { found, asOf: at }
      } catch (error) {
        // What the report refuses it refuses anywhere; what takes too long there takes as long here.
        if (error instanceof Failure || (error as { code?: string }).code === '57014') throw error
        tell('away', error)
        return await itself()
      }
    },
    async describe() {
      try {
        const { at, unread } = await lookAtCopy(copy.db, options.house)
        return { place, behindSeconds: at === null ? null : secondsSince(at), unread }
      } catch {
        return { place, behindSeconds: null, unread: 'away' }
      }
    },
    close: async () => await copy.close(),
  }
}

/**
 * Whether a database is a copy that follows another one, and how far it has come.
 * A standby that became a database of its own is refused: it would show the same old figures for ever. So is the standby of another
 * company, to which a mistyped address leads: its figures would be shown as ours.
 */
export async function lookAtCopy(
  db: Database,
  house: string,
): Promise<{ readonly at: Temporal.Instant | null; readonly unread: CopyState['unread'] }> {
  const { rows } = await sql<{ isFollowing: boolean; at: Temporal.Instant | null; house: string | null }>`
    select pg_is_in_recovery() as "isFollowing", pg_last_xact_replay_timestamp() as at,
           (select value ->> 'storageKey' from setting where name = ${KEY_FINGERPRINTS}) as house`.execute(db)
  const { isFollowing = false, at = null, house: its = null } = rows[0] ?? {}
  if (!isFollowing) return { at: null, unread: 'noCopy' }
  // Before its first start a database has none, and no figures.
  if (its !== null && its !== house) return { at: null, unread: 'foreign' }
  return { at, unread: at === null || secondsSince(at) > MOST_BEHIND_SECONDS ? 'behind' : null }
}

/** The clocks of two machines may differ a little. */
const secondsSince = (at: Temporal.Instant): number =>
  Math.max(0, Math.round(machineNow().since(at).total('seconds')))
