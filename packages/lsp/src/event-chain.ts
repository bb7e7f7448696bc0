import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { SiteEvent } from './messages.ts'

/** What stands before the first record that a site ever kept, or kept after it lost its disk. */
export const CHAIN_START = '0'.repeat(64)

/**
 * The link of an event to the one before it: SHA-256 over the chain of that one and the canonical JSON of this one without its own
 * chain. Who has an event and its predecessor can say that nothing was taken out or put in between.
 */
export function chainOf(previous: string, event: SiteEvent): string {
  const { chain: _own, ...content } = event
  return createHash('sha256')
    .update(`${previous}\n${canonicalJson(content)}`)
    .digest('hex')
}
