import type { askErasure as endpoint } from '@stowage/api/privacy'
import type { Answer } from '@stowage/api/endpoint'
import { authorOf, note } from '../../platform/audit/author.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { markErasureAsked } from './erasure-store.ts'
import { accountChanged, erasureAsked } from './events.ts'
import type { Parts } from './parts.ts'

/**
 * A person asks to be erased, or takes that back. It marks his account and reaches staff as a request (support hears the fact);
 * whether and when is theirs to decide, the law gives them a month. Twice is once.
 * @throws Failure 9103 for another's account
 */
export async function askErasure(
  { platform }: Pick<Parts, 'platform'>,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<Answer<typeof endpoint>> {
  const { actor, params, body } = call
  if (params.id !== actor.id) fail(9103)
  const at = platform.clock.now()
  if (await markErasureAsked(tx, actor.id, body.wanted ? at : null)) {
    const aggregate = `account:${actor.id}`
    note(tx, platform.clock, authorOf(call), {
      action: body.wanted ? 'erasure-asked' : 'erasure-request-withdrawn',
      subjectType: 'account',
      subjectId: actor.id,
    })
    if (body.wanted) publish(tx, fact(erasureAsked, { aggregate, at, payload: { accountId: actor.id } }))
    publish(tx, fact(accountChanged, { aggregate, at, payload: { accountId: actor.id } }))
  }
  return {}
}
