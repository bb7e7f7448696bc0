import type { requestAvailability as endpoint } from '@stowage/api/support'
import type { Answer } from '@stowage/api/endpoint'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertAppeal } from './appeal-store.ts'
import { appealAdded } from './events.ts'

/** "Tell me when a box of this size is free": lands among the appeals, type `availability` (decisions.md A5). */
export async function requestAvailability(
  platform: Platform,
  { body, actor, transact }: Call<typeof endpoint, Actor | null>,
): Promise<Answer<typeof endpoint>> {
  return await transact(async (tx) => {
    const id = newId()
    const at = platform.clock.now()
    await insertAppeal(tx, {
      id,
      accountId: actor?.id ?? null,
      name: body.name,
      phone: body.phone || null,
      email: body.email,
      type: 'availability',
      message: '',
      details: { city: body.city ?? null, stock: body.stock ?? null, size: body.size ?? null },
      at,
    })
    publish(
      tx,
      fact(appealAdded, { aggregate: `appeal:${id}`, at, payload: { appealId: id, type: 'availability' } }),
    )
    return { id }
  })
}
