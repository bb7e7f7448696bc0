import { handleAppeal as endpoint, type reopenAppeal } from '@stowage/api/support'
import type { Answer } from '@stowage/api/endpoint'
import { toWire } from '@stowage/api/wire'
import { personal } from '../../platform/audit/personal.ts'
import { authorOf, note } from '../../platform/audit/author.ts'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockAppeal, markHandled, markPending } from './appeal-store.ts'
import { oneAppeal } from './appeal-view.ts'
import { appealHandled, appealReopened } from './events.ts'
import { stockOf } from './stock-of.ts'

/**
 * Marks a request as handled by who calls. Of two colleagues the first has handled it and the second sees that.
 * @throws Failure 9104; 9109 with the present record where a note would be lost
 */
export async function handleAppeal(
  { clock }: Pick<Platform, 'clock'>,
  call: Call<typeof endpoint, Actor>,
): Promise<Answer<typeof endpoint>> {
  const { params, body, actor } = call
  return await call.transact(async (tx) => {
    const stored = (await lockAppeal(tx, params.id, stockOf(actor))) ?? fail(9104)
    const at = clock.now()
    const words = body.note || null
    if (stored.status === 'handled') {
      const present = await oneAppeal(tx, stored.id, at)
      if (words !== null && words !== stored.note) fail(9109, { present: toWire(endpoint.answer, present) })
      return present
    }
    const author = authorOf(call)
    await markHandled(tx, stored.id, { actorId: author.actorId ?? actor.id, note: words, at })
    note(tx, clock, author, {
      action: 'appeal-handled',
      subjectType: 'appeal',
      subjectId: stored.id,
      ...(stored.stockId === null ? {} : { stockId: stored.stockId }),
      before: { status: 'pending' },
      after: { status: 'handled', note: personal(stored.accountId ?? `appeal:${stored.id}`, words) },
    })
    publish(tx, aboutOf(appealHandled, stored, at))
    return await oneAppeal(tx, stored.id, at)
  })
}

/** Takes that back: it waits again where it waited. Twice is once. @throws Failure 9104 */
export async function reopen(
  { clock }: Pick<Platform, 'clock'>,
  call: Call<typeof reopenAppeal, Actor>,
): Promise<Answer<typeof reopenAppeal>> {
  return await call.transact(async (tx) => {
    const stored = (await lockAppeal(tx, call.params.id, stockOf(call.actor))) ?? fail(9104)
    const at = clock.now()
    if (stored.status === 'handled') {
      await markPending(tx, stored.id)
      note(tx, clock, authorOf(call), {
        action: 'appeal-reopened',
        subjectType: 'appeal',
        subjectId: stored.id,
        ...(stored.stockId === null ? {} : { stockId: stored.stockId }),
        before: { status: 'handled', handledById: stored.handledById },
        after: { status: 'pending' },
      })
      publish(tx, aboutOf(appealReopened, stored, at))
    }
    return await oneAppeal(tx, stored.id, at)
  })
}

const aboutOf = (
  type: typeof appealHandled,
  { id, type: kind, stockId }: { id: string; type: string; stockId: string | null },
  at: Temporal.Instant,
) =>
  fact(type, {
    aggregate: `appeal:${id}`,
    stockId: stockId ?? undefined,
    at,
    payload: { appealId: id, type: kind },
  })
