import { machineNow } from '../../platform/clock.ts'
import { announceEnded } from './open-session.ts'
import type { Parts } from './parts.ts'
import { forgetOldSessions, lapsedFamilies } from './session-store.ts'

/** Job: ends sign-ins that were idle for too long, so that what hangs on them ends too (pushes to a browser). */
export async function forgetSessions(parts: Pick<Parts, 'platform'>): Promise<void> {
  await parts.platform.transact(async (tx) => {
    const now = machineNow()
    for (const { accountId, families } of await lapsedFamilies(tx, now))
      announceEnded(tx, parts, accountId, families)
    await forgetOldSessions(tx, now)
  })
}
