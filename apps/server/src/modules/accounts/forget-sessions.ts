import { machineNow } from '../../platform/clock.ts'
import { announceEnded } from './open-session.ts'
import type { Parts } from './parts.ts'
import { forgetOldSessions, lapsedFamilies } from './session-store.ts'

/** Job: a sign-in that nobody has used for its idle time is over like one that was ended, for whoever goes by it (a browser that gets news). */
export async function forgetSessions(parts: Pick<Parts, 'platform'>): Promise<void> {
  await parts.platform.transact(async (tx) => {
    const now = machineNow()
    for (const { accountId, families } of await lapsedFamilies(tx, now))
      announceEnded(tx, parts, accountId, families)
    await forgetOldSessions(tx, now)
  })
}
