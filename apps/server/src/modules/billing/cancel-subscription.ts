import type { cancelSubscription as endpoint } from '@stowage/api/subscriptions'
import { subscriptionLife } from '@stowage/domain/subscription-life'
import { authorOf, note } from '../../platform/audit/author.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import { workRows } from '../../platform/rows-of-job.ts'
import type { Payments } from '../payments/index.ts'
import { dropDebits } from './debit-store.ts'
import { subscriptionCancelled } from './events.ts'
import {
  changeSubscription,
  lockLiveSubscription,
  lockSubscription,
  type SubscriptionRecord,
} from './subscription-store.ts'
import { subscriptionsPastContract } from './subscription-view.ts'
import { tell } from './tell.ts'

/** Off at once: what was planned is dropped, the card is forgotten. A charge that is under way is not called back. */
export async function cancelSubscription(
  { clock }: Pick<Platform, 'clock'>,
  payments: Pick<Payments, 'forgetMethod'>,
  tx: Tx,
  call: Call<typeof endpoint, Actor>,
): Promise<void> {
  const { actor, params } = call
  const subscription = await lockLiveSubscription(tx, params.contractId)
  if (!subscription || (subscription.accountId !== actor.id && !isSuperUser(actor)))
    fail(9120, { params: { by: 'off' } })
  const isOwn = subscription.accountId === actor.id && actor.impersonatedBy === null
  await endSubscription(tx, payments, subscription, isOwn ? 'tenant' : 'staff', clock.now())
  note(
    tx,
    clock,
    { ...authorOf(call), onBehalfOf: subscription.accountId },
    {
      action: 'subscription-cancelled',
      subjectType: 'contract',
      subjectId: subscription.contractId,
      stockId: subscription.stockId,
      before: { status: subscription.status },
      after: { status: 'cancelled' },
    },
  )
}

/** Ends a locked subscription, whoever wants it. One that never began ends without a word. */
export async function endSubscription(
  tx: Tx,
  payments: Pick<Payments, 'forgetMethod'>,
  subscription: SubscriptionRecord,
  by: 'tenant' | 'staff' | 'contractEnded' | 'revoked',
  at: Temporal.Instant,
): Promise<void> {
  const { id, status, methodId } = subscription
  await changeSubscription(tx, id, {
    status: subscriptionLife.step(status, 'cancelled'),
    reason: by,
    endedAt: at,
  })
  await dropDebits(tx, { subscriptionId: id }, at)
  if (methodId !== null) await payments.forgetMethod(tx, methodId)
  if (status === 'starting') return
  tell(tx, subscriptionCancelled, subscription, at, { by })
}

/** Ends subscriptions of ended contracts. One that fails is put off, and the others go on. */
export async function endWithContracts(
  { db, transact, clock, log }: Pick<Platform, 'db' | 'transact' | 'clock' | 'log'>,
  payments: Pick<Payments, 'forgetMethod'>,
  stopping?: AbortSignal,
): Promise<void> {
  const end = async (tx: Tx, id: string): Promise<void> => {
    const subscription = await lockSubscription(tx, id)
    if (subscription && subscriptionLife.allows(subscription.status, 'cancelled'))
      await endSubscription(tx, payments, subscription, 'contractEnded', clock.now())
  }
  await workRows(
    { db, log },
    {
      job: 'end-subscriptions',
      find: async (turn) => await subscriptionsPastContract(db, turn),
      keyOf: (id) => id,
      work: async (id) => await transact(async (tx) => await end(tx, id)),
      stopping,
    },
  )
}
