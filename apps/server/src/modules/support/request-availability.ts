import type { requestAvailability as endpoint } from '@stowage/api/support'
import type { Answer } from '@stowage/api/endpoint'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { keepAppeal } from './keep-appeal.ts'
import { findWanted } from './waiting-view.ts'

/** "Tell me when a box of this size is free": into the waiting list, at the end of the queue (decisions.md A5). */
export async function requestAvailability(
  platform: Pick<Platform, 'clock'>,
  { body, actor, language, transact }: Call<typeof endpoint, Actor | null>,
): Promise<Answer<typeof endpoint>> {
  return await transact(
    async (tx) =>
      await keepAppeal(tx, {
        ...(await findWanted(tx, body)),
        // Staff write down what they hear on the telephone: it is that person's wish, not theirs.
        accountId: actor?.platformRole === 'client' ? actor.id : null,
        name: body.name,
        phone: body.phone || null,
        email: body.email,
        type: 'availability',
        message: '',
        details: { city: body.city ?? null, stock: body.stock ?? null, size: body.size ?? null },
        language,
        at: platform.clock.now(),
      }),
  )
}
