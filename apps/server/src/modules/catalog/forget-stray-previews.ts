import type { Platform } from '../../platform/platform.ts'
import { keptPreviews } from './category-store.ts'
import { PREVIEWS } from './keep-preview.ts'

/**
 * A picture is written before its row and removed after it was replaced, so a process that dies in between leaves one that no
 * category has. A week of machine time is far more than a request takes, and enough to notice that a database from a backup
 * was put beside newer files.
 */
const DAYS_KEPT = 7
const AT_ONCE = 500

/**
 * Removes pictures that no category has. Safe on several servers: a name is never given twice, and removing what is gone is
 * nothing.
 * @returns how many were removed
 */
export async function forgetStrayPreviews(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  now: Temporal.Instant,
): Promise<number> {
  const old = await files.olderThan(PREVIEWS, now.subtract({ hours: DAYS_KEPT * 24 }))
  let removed = 0
  for (let from = 0; from < old.length; from += AT_ONCE) {
    const keys = old.slice(from, from + AT_ONCE)
    const kept = await keptPreviews(db, keys)
    for (const key of keys.filter((one) => !kept.has(one))) {
      await files.remove(key)
      removed += 1
    }
  }
  return removed
}
