import { kindOfRun, type Run } from '@stowage/lsp/run'
import { note, type Author } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import { siteAlarm, siteChanged } from './events.ts'
import { decideHolder, findHolder, noteRefused, takePlace } from './holder-store.ts'
import { SiteUnavailable } from './lock-gateway.ts'
import type { TunnelExchange } from './tunnel-exchange.ts'

interface HoldParts {
  readonly platform: Platform
  readonly exchange: TunnelExchange
}
/** A machine that has proved that it has the keys. @param run undefined: an agent that names none */
interface Claim {
  readonly stockId: string
  readonly address: string
  readonly run: Run | undefined
}

/** The present holder answers at once or its line is dead; the newcomer waits 5 s for its welcome. */
const PROBE_MS = 2000
const TRIES = 3

/**
 * Whether a machine may hold the identity of a site. Two with the same keys (a card that was copied) would push each other off and tell
 * their events under the same numbers, so the second is kept out until staff say which of them is the right one. The successor of a
 * dead line is let in: an agent that restarts, or whose line was cut.
 */
export async function letIn(parts: HoldParts, claim: Claim): Promise<boolean> {
  const { platform, exchange } = parts
  const { stockId, run } = claim
  for (let tries = 0; tries < TRIES; tries += 1) {
    const known = await findHolder(platform.db, stockId)
    if (known === undefined) return true
    const { holder } = known
    if (run === undefined) return holder === null || !(await answers(exchange, stockId))
    const kind = kindOfRun(run, known)
    if (kind === 'same') return true
    if (kind === 'barred') return false
    if (kind === 'stranger' || (holder !== null && (await answers(exchange, stockId)))) {
      await refuse(platform, { ...claim, run })
      return false
    }
    if (await takePlace(platform.db, stockId, { holder: run.instance, before: holder })) return true
  }
  return false
}

/** The same of events that come by call: nothing is asked of the other machine, for its tunnel may be this one's own. */
export async function mayTell({ platform }: Pick<HoldParts, 'platform'>, claim: Claim): Promise<boolean> {
  const { stockId, run } = claim
  if (run === undefined) return true
  const known = await findHolder(platform.db, stockId)
  if (known === undefined) return true
  const kind = kindOfRun(run, known)
  if (kind === 'next')
    return await takePlace(platform.db, stockId, { holder: run.instance, before: known.holder })
  if (kind === 'stranger') await refuse(platform, { ...claim, run })
  return kind === 'same'
}

async function answers(exchange: TunnelExchange, stockId: string): Promise<boolean> {
  try {
    const call = { method: 'GET', path: '/v1/health', timeoutMs: PROBE_MS } as const
    return (await exchange.call(stockId, call, { look: true })) !== undefined
  } catch (error) {
    if (error instanceof SiteUnavailable) return false
    throw error
  }
}

async function refuse(platform: Platform, { stockId, address, run }: Claim & { run: Run }): Promise<void> {
  platform.log.warn(
    { siteId: stockId, address, instance: run.instance },
    'a second machine has the keys of a site',
  )
  await platform.transact(async (tx) => {
    const { instance } = run
    if (!(await noteRefused(tx, stockId, { instance, address, at: machineNow() }))) return
    const at = platform.clock.now()
    const about = { aggregate: `site:${stockId}`, stockId, at }
    publish(tx, fact(siteChanged, { ...about, payload: { stockId } }))
    const payload = { stockId, kind: 'holder', name: address, at: at.toString() } as const
    publish(tx, fact(siteAlarm, { ...about, payload }))
  })
}

/** Staff say which of two machines is the right one. @throws Failure 9210: the other one is not waiting any more */
export async function chooseHolder(
  { platform, exchange }: { readonly platform: Platform; readonly exchange: Pick<TunnelExchange, 'cut'> },
  tx: Tx,
  author: Author,
  choice: { readonly stockId: string; readonly instance: string; readonly keep: 'present' | 'other' },
): Promise<void> {
  const { stockId, instance, keep } = choice
  const isOther = keep === 'other'
  const decided = (await decideHolder(tx, stockId, { instance, isOther })) ?? fail(9210)
  note(tx, platform.clock, author, {
    action: 'site-holder-chosen',
    subjectType: 'stock',
    subjectId: stockId,
    stockId,
    before: { holder: decided.before },
    after: { holder: decided.after, refused: isOther ? decided.before : instance },
  })
  const payload = { stockId }
  const about = { aggregate: `site:${stockId}`, stockId, at: platform.clock.now() }
  publish(tx, fact(siteChanged, { ...about, payload }))
  if (isOther) await exchange.cut(tx, stockId)
}
