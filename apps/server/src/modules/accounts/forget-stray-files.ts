import { discardDocuments } from './hand-in-document.ts'
import { keptFiles } from './kyc-store.ts'
import type { Parts } from './parts.ts'

/**
 * A file is written before its row and removed after it was replaced, so a process that dies in between leaves one that no
 * document names. A week of machine time is far more than a request takes, and enough to notice that a database from a
 * backup was put beside newer files.
 */
const DAYS_KEPT = 7
const AT_ONCE = 500

/**
 * Removes sealed identity documents that nobody's document is kept in. Safe on several servers: a key is never given twice, and
 * removing what is gone is nothing.
 * @returns how many were removed
 */
export async function forgetStrayFiles(parts: Parts, now: Temporal.Instant): Promise<number> {
  const { db, files } = parts.platform
  const old = await files.olderThan('kyc', now.subtract({ hours: DAYS_KEPT * 24 }))
  let removed = 0
  for (let from = 0; from < old.length; from += AT_ONCE) {
    const keys = old.slice(from, from + AT_ONCE)
    const kept = await keptFiles(db, keys)
    const stray = keys.filter((key) => !kept.has(key)).map((fileKey) => ({ fileKey }))
    await discardDocuments(parts, stray)
    removed += stray.length
  }
  return removed
}
