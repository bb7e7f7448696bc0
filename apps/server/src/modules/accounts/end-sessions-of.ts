import type { Answer } from '@stowage/api/endpoint'
import type { endSessionsOf as endpoint } from '@stowage/api/sessions'
import { authorOf, note } from '../../platform/audit/author.ts'
import { machineNow } from '../../platform/clock.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { lockAccount, nextGeneration } from './account-store.ts'
import { announceSecurity } from './announce-security.ts'
import { announceEnded } from './open-session.ts'
import type { Parts } from './parts.ts'
import { endFamiliesOf } from './session-store.ts'

/**
 * Ends all sign-ins of another's account; its access tokens die too. @throws Failure 6004; 9103 for one's own, which end at
 * `auth/sessions`
 */
export async function endSessionsOf(
  { platform }: Parts,
  call: Call<typeof endpoint, Actor>,
): Promise<Answer<typeof endpoint>> {
  const { id } = call.params
  return await call.transact(async (tx) => {
    const account = (await lockAccount(tx, id)) ?? fail(6004)
    if (account.id === call.actor.id) fail(9103, { reason: 'the own sign-ins end at auth/sessions' })
    const families = await endFamiliesOf(tx, id, machineNow())
    await nextGeneration(tx, id)
    announceEnded(tx, { platform }, id, families)
    announceSecurity(tx, platform, { accountId: id, what: 'signInsEnded', by: 'staff' })
    note(tx, platform.clock, authorOf(call), {
      action: 'sign-ins-ended',
      subjectType: 'account',
      subjectId: id,
      after: { ended: families.length },
    })
    return { ended: families.length }
  })
}
