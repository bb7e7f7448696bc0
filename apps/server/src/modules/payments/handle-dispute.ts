import type { handleDispute as endpoint } from '@stowage/api/refunds'
import { authorOf, note } from '../../platform/audit/author.ts'
import { publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { about, type Desk } from './desk.ts'
import { lockDispute, setHandled } from './dispute-store.ts'
import { disputeHandled } from './events.ts'
import { lockPayment } from './payment-store.ts'

/**
 * Staff have looked at a dispute (decision 20: 7007 where staff must act): the doors of the contract follow the ordinary rules
 * again. Twice is once. @throws Failure 9104
 */
export async function handleDispute(
  desk: Desk,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<{ id: string; handledAt: string }> {
  const dispute = (await lockDispute(tx, call.params.id)) ?? fail(9104)
  if (dispute.handledAt) return { id: dispute.id, handledAt: dispute.handledAt.toString() }
  const row = (await lockPayment(tx, dispute.paymentId)) ?? fail(9104)
  const at = desk.platform.clock.now()
  await setHandled(tx, dispute.id, { at, byId: call.actor.id })
  note(
    tx,
    { now: () => at },
    { ...authorOf(call), onBehalfOf: row.accountId },
    {
      action: 'dispute-handled',
      subjectType: 'payment',
      subjectId: row.id,
      stockId: row.stockId,
      after: { disputeId: dispute.id, state: dispute.state },
    },
  )
  publish(
    tx,
    fact(disputeHandled, {
      aggregate: `payment:${row.id}`,
      stockId: row.stockId,
      at,
      payload: { ...about(row), disputeId: dispute.id },
    }),
  )
  return { id: dispute.id, handledAt: at.toString() }
}
