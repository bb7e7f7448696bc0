import type { BankEntry, undoBankEntry } from '@stowage/api/bank'
import { paymentLife } from '@stowage/domain/payment-life'
import { authorOf, note } from '../../../platform/audit/author.ts'
import { publish, type Tx } from '../../../platform/database/transaction.ts'
import { fact } from '../../../platform/events/event.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { isStale } from '../../../platform/http/stale.ts'
import type { Platform } from '../../../platform/platform.ts'
import { about } from '../desk.ts'
import { paymentRefunded } from '../events.ts'
import { changePayment, lockPayment } from '../payment-store.ts'
import { isOfDebits } from '../bank-debits/bank-debit-store.ts'
import { decideEntry, lockEntry, undoAllocations } from './bank-store.ts'

/**
 * Takes a decision back: the payments that were made of a movement count no more, their documents ask again, and the movement
 * waits for staff, who are never overtaken by the automatic.
 * @throws Failure 9104; 9109; 9152 `open`, `directDebit`
 */
export async function undoEntry(
  platform: Platform,
  tx: Tx,
  call: Call<typeof undoBankEntry, Actor>,
  present: (id: string) => Promise<BankEntry>,
): Promise<void> {
  const entry = (await lockEntry(tx, call.params.id)) ?? fail(9104)
  if (isStale(entry.updatedAt, call.body.updated)) fail(9109, { present: await present(entry.id) })
  if (entry.state === 'open') fail(9152, { params: { by: 'open' } })
  // What the bank calls by our own name is no guess that could be wrong.
  if (await isOfDebits(tx, entry.id)) fail(9152, { params: { by: 'directDebit' } })
  const at = platform.clock.now()
  const undone = await undoAllocations(tx, entry.id, { at, actorId: call.actor.id })
  for (const { paymentId } of undone) await takeBack(tx, paymentId, at)
  await decideEntry(tx, entry.id, { state: 'open', askedWhy: 'undone', at })
  note(tx, platform.clock, authorOf(call), {
    action: 'bank-entry-undone',
    subjectType: 'bank-entry',
    subjectId: entry.id,
    before: { state: entry.state, payoutId: entry.payoutId, documents: undone },
  })
}

/** All of a payment that was put to the wrong document, whatever of it went back before. */
async function takeBack(tx: Tx, paymentId: string, at: Temporal.Instant): Promise<void> {
  const row = await lockPayment(tx, paymentId)
  if (!row || !paymentLife.allows(row.status, 'refunded')) return
  const refunded = row.amount.amount - (row.details.refunded ?? 0)
  await changePayment(tx, row.id, {
    status: paymentLife.step(row.status, 'refunded'),
    details: { ...row.details, refunded: row.amount.amount },
  })
  publish(
    tx,
    fact(paymentRefunded, {
      aggregate: `payment:${row.id}`,
      stockId: row.stockId,
      at,
      payload: { ...about(row), refunded, isAll: true, cause: 'correction' },
    }),
  )
}
