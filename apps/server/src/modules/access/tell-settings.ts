import { machineNow } from '../../platform/clock.ts'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { siteChanged } from './events.ts'
import { SiteUnavailable } from './lock-gateway.ts'
import type { AccessTools } from './open-door.ts'
import { readSettings, settingsTold } from './settings-store.ts'

/** Whoever changes them while they are told has them told as well; more often than this is a quarrel, and the next heartbeat goes on. */
const ROUNDS = 3

/**
 * Hands a site what staff want of it, until what it was told last is what is wanted: told twice changes nothing, and of two processes
 * with different versions in hand the one that comes late tells the newer one again. A site that is away is told when it is heard of.
 */
export async function tellSettings(
  { platform, gateway }: Pick<AccessTools, 'platform' | 'gateway'>,
  stockId: string,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const row = await readSettings(platform.db, stockId)
    if (!row) return
    // As of the question: an agent that starts behind it may have lost what it was told.
    const at = machineNow()
    const outcome = await gateway.configure(stockId, row.wanted).catch((error: unknown) => {
      if (error instanceof SiteUnavailable) return undefined
      throw error
    })
    if (!outcome) return
    const fault = outcome.applied ? null : { field: outcome.field, reason: outcome.reason }
    const isLast = await platform.transact(async (tx) => {
      const told = { stockId, version: row.version, at, fault }
      if (!(await settingsTold(tx, told))) return false
      const about = { aggregate: `site:${stockId}`, stockId, at: platform.clock.now() }
      publish(tx, fact(siteChanged, { ...about, payload: { stockId } }))
      return true
    })
    if (isLast) return
  }
}
