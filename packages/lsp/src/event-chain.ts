import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { SiteEvent } from './messages.ts'

/** What stands before the first record that a site ever kept, or kept after it lost its disk. */
export const CHAIN_START = '0'.repeat(64)

/**
 * The link of an event to the one before it: SHA-256 over the chain of that one and the canonical JSON of this one without its own
 * chain. Who has an event and its predecessor can say that nothing was taken out or put in between.
 * @param event as it was sent, with every member that only a newer site knows
 */
export function chainOf(previous: string, event: SiteEvent | Link): string {
  const { chain: _own, ...content } = event
  return createHash('sha256')
    .update(`${previous}\n${canonicalJson(content)}`)
    .digest('hex')
}

/** An event as it was sent, for its chain. */
export interface Link {
  readonly seq: number
  readonly chain?: string | undefined
}

export interface ChainReading {
  /** Of the last event; what the next batch goes on from. Null: its site has never given a chain. */
  readonly last: string | null
  /** The first event that does not follow from the one before it: something between them is missing, or was changed. */
  readonly brokenAt: number | undefined
}

/**
 * Whether events follow from one another, and from the last one before them.
 * @param previous chain of the last event taken; null: nothing is known, and the first event here is believed
 * @param links in order
 */
export function followChain(previous: string | null, links: readonly Link[]): ChainReading {
  let last = previous
  let brokenAt: number | undefined
  for (const link of links) {
    if (link.chain === undefined) {
      // A site that never gave any breaks none.
      if (last !== null) brokenAt ??= link.seq
      continue
    }
    if (last !== null && !isNext(last, link)) brokenAt ??= link.seq
    last = link.chain
  }
  return { last, brokenAt }
}

function isNext(previous: string, link: Link): boolean {
  try {
    return chainOf(previous, link) === link.chain
  } catch {
    // Nested beyond all sense: no site's own work, and no reason to lose the event.
    return false
  }
}
