import { followChain, type Link } from '@stowage/lsp/event-chain'
import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Platform } from '../../platform/platform.ts'
import { setSequence } from './access-store.ts'
import { siteAlarm, siteChanged } from './events.ts'

/** One break is one alarm; a site whose events never follow from one another raises one a day. */
const ALARM_AGAIN = { hours: 24 }

/** What stands in the events' own words, of those that are new. */
function linksOf(asSent: readonly unknown[], above: number): Link[] {
  return asSent
    .filter((event): event is Link => isLink(event) && event.seq > above)
    .sort((a, b) => a.seq - b.seq)
}
const isLink = (event: unknown): event is Link =>
  typeof event === 'object' && event !== null && 'seq' in event && typeof event.seq === 'number'

/** Keeps how far a site has told. Events that do not follow from what came before are taken all the same, and people are told. */
export async function keepChain(
  tx: Tx,
  { clock, log }: Platform,
  about: {
    readonly stockId: string
    readonly keyId: string
    /** The last event that is taken now. */
    readonly reached: number
    readonly kept: { readonly lastChain: string | null; readonly chainBrokenAt: Temporal.Instant | null }
    readonly asSent: readonly unknown[]
    /** What has this number or a lower one was taken before. */
    readonly above: number
  },
): Promise<void> {
  const { stockId, keyId, reached, kept, asSent, above } = about
  const { last, brokenAt } = followChain(kept.lastChain, linksOf(asSent, above))
  const at = machineNow()
  const broken = brokenAt === undefined ? undefined : { sequence: brokenAt, at }
  await setSequence(tx, stockId, { sequence: reached, lastChain: last, broken })
  if (!broken) return
  log.warn(
    { siteId: stockId, keyId, seq: broken.sequence },
    'events of a site do not follow from those before: some are missing, or were changed',
  )
  const event = { aggregate: `site:${stockId}`, stockId, at: clock.now() }
  publish(tx, fact(siteChanged, { ...event, payload: { stockId } }))
  const quietUntil = kept.chainBrokenAt?.add(ALARM_AGAIN)
  if (quietUntil && Temporal.Instant.compare(at, quietUntil) < 0) return
  const payload = { stockId, kind: 'chain', name: null, at: clock.now().toString() } as const
  publish(tx, fact(siteAlarm, { ...event, payload }))
}
