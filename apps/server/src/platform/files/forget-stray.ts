import type { Files } from './files.ts'

/**
 * A file is written before its row and removed after it was replaced, so a process that dies in between leaves one that no row
 * names. A week of machine time is far more than a request takes, and enough to notice that a database from a backup was put
 * beside newer files.
 */
const DAYS_KEPT = 7
const AT_ONCE = 500

/**
 * Removes files of a folder that nothing names any more. Safe on several servers: a key is never given twice, and removing what
 * is gone is nothing.
 * @param named which of these keys something names
 * @param now machine time
 * @returns how many were removed
 */
export async function forgetStray(
  files: Files,
  folder: string,
  named: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  now: Temporal.Instant,
): Promise<number> {
  const old = await files.olderThan(folder, now.subtract({ hours: DAYS_KEPT * 24 }))
  let removed = 0
  for (let from = 0; from < old.length; from += AT_ONCE) {
    const keys = old.slice(from, from + AT_ONCE)
    const kept = await named(keys)
    for (const key of keys.filter((one) => !kept.has(one))) {
      await files.remove(key)
      removed += 1
    }
  }
  return removed
}
