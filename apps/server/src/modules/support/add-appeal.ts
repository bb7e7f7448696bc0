import type { addAppeal as endpoint } from '@stowage/api/support'
import type { Answer, Body } from '@stowage/api/endpoint'
import type { Tx } from '../../platform/database/transaction.ts'
import { FieldFailures } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking } from '../accounts/index.ts'
import { keepAppeal } from './keep-appeal.ts'

/** A call-back or a message (specification 2.13). Name and address of who is signed in are the account's, whatever is sent. */
export async function addAppeal(
  platform: Pick<Platform, 'clock'>,
  { body, actor, language, transact }: Call<typeof endpoint, Actor | null>,
): Promise<Answer<typeof endpoint>> {
  return await transact(async (tx) => {
    const who = actor === null ? visitor(body) : await bearer(tx, actor, body)
    return await keepAppeal(tx, {
      ...who,
      phone: body.phone,
      type: body.type,
      message: body.message ?? '',
      details: {},
      stockId: null,
      cityId: null,
      sizeGroup: null,
      language,
      at: platform.clock.now(),
    })
  })
}

interface Who {
  readonly accountId: string | null
  readonly name: string | null
  readonly email: string | null
}

/** @throws FieldFailures 1003 without a name; a message is answered by mail, so that it needs an address: 1000 */
function visitor({ name, email, type }: Body<typeof endpoint>): Who {
  const lacking = [
    ...((name ?? '') === '' ? [{ code: 1003 as const, field: 'name' }] : []),
    ...(type === 'message' && (email ?? '') === '' ? [{ code: 1000 as const, field: 'email' }] : []),
  ]
  if (lacking.length > 0) throw new FieldFailures(lacking)
  return { accountId: null, name: name ?? null, email: email || null }
}

async function bearer(tx: Tx, actor: Actor, { name, email }: Body<typeof endpoint>): Promise<Who> {
  // Staff write down what somebody asks on the telephone: it is that person's request, not theirs.
  if (actor.platformRole !== 'client' && name) return { accountId: null, name, email: email || null }
  const account = await accountForBooking(tx, actor.id)
  return { accountId: actor.id, name: account?.displayName ?? name ?? null, email: account?.email ?? null }
}
