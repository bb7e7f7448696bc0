import { offerBox as endpoint } from '@stowage/api/support'
import type { Answer } from '@stowage/api/endpoint'
import { toWire } from '@stowage/api/wire'
import { limits } from '@stowage/domain/limits'
import { authorOf, note } from '../../platform/audit/author.ts'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockAppeal, markHandled, markOffered } from './appeal-store.ts'
import { oneAppeal } from './appeal-view.ts'
import { appealHandled, boxOffered } from './events.ts'
import { stockOf } from './stock-of.ts'
import { stockToOffer } from './waiting-view.ts'

/**
 * Tells who waits that a box is free, by mail with a link into the booking; that answers the request. No box is held for it:
 * whoever is first has it. Pressed twice it is one mail.
 * @throws Failure 9104 for what is no request for a box; 6010 where none of them is free; 9109 with the present record where it was handled without an offer
 */
export async function offerBox(
  { clock }: Pick<Platform, 'clock'>,
  call: Call<typeof endpoint, Actor>,
): Promise<Answer<typeof endpoint>> {
  return await call.transact(async (tx) => {
    const stored = await lockAppeal(tx, call.params.id, stockOf(call.actor))
    if (stored?.type !== 'availability' || stored.email === null) return fail(9104)
    const at = clock.now()
    const { id, type } = stored
    if (stored.status === 'handled') {
      const present = await oneAppeal(tx, id, at)
      // A colleague answered it without an offer: nothing was mailed, and nothing will be.
      return stored.offeredAt === null ? fail(9109, { present: toWire(endpoint.answer, present) }) : present
    }
    const stockId = (await stockToOffer(tx, id, stockOf(call.actor))) ?? fail(6010)
    const author = authorOf(call)
    await markHandled(tx, id, { actorId: author.actorId ?? call.actor.id, note: null, at })
    await markOffered(tx, id, { stockId, at, endsAt: at.add({ hours: limits.support.offerHours }) })
    note(tx, clock, author, {
      action: 'box-offered',
      subjectType: 'appeal',
      subjectId: id,
      stockId,
      before: { status: 'pending' },
      after: { status: 'handled', stockId },
    })
    const about = { aggregate: `appeal:${id}`, at }
    publish(tx, fact(boxOffered, { ...about, stockId, payload: { appealId: id, type, stockId } }))
    publish(
      tx,
      fact(appealHandled, {
        ...about,
        stockId: stored.stockId ?? undefined,
        payload: { appealId: id, type },
      }),
    )
    return await oneAppeal(tx, id, at)
  })
}
