import type { eraseVisitor as endpoint } from '@stowage/api/privacy'
import { authorOf, note } from '../../platform/audit/author.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { emailKey, sealErasedAddress } from '../accounts/index.ts'
import { eraseAppeals } from './erase-appeals.ts'
import { hasAccount } from './erasure-view.ts'
import { visitorErased } from './events.ts'

/**
 * Erases somebody who never had an account: what he asked under this address, and (messaging hears of it) what he was written.
 * That it was done is in the audit, the address is not.
 * @throws Failure 9000 for an address of an account that is not erased: with that account goes all of it
 */
export async function eraseVisitor(
  platform: Platform,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<Record<string, never>> {
  const email = emailKey(call.body.email)
  if (await hasAccount(tx, email)) fail(9000, { field: 'email' })
  const at = platform.clock.now()
  const id = newId()
  const appeals = await eraseAppeals(tx, { accountId: null, email }, at)
  publish(
    tx,
    fact(visitorErased, {
      aggregate: `visitor:${id}`,
      at,
      payload: { subjectId: id, erasedAddress: sealErasedAddress(platform, id, email) },
    }),
  )
  note(tx, platform.clock, authorOf(call), {
    action: 'visitor-erased',
    subjectType: 'appeal',
    subjectId: null,
    after: { appeals },
  })
  return {}
}
