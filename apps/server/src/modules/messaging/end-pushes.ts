import type { Tx } from '../../platform/database/transaction.ts'
import { on, type Handler } from '../../platform/events/dispatcher.ts'
import { accountEnded, openFamiliesOf, sessionsEnded } from '../accounts/index.ts'
import { keepSubscriptionsOf } from './push-store.ts'

/**
 * A browser is told as long as the sign-in lives in which it asked: signed out there, from another device, by a new password or
 * with the account, it is told no more. Read anew instead of taken from the event, whose list may be empty.
 */
export function endPushHandlers(): readonly Handler[] {
  const end = async (tx: Tx, { payload }: { payload: { accountId: string } }): Promise<void> =>
    await keepSubscriptionsOf(tx, payload.accountId, await openFamiliesOf(tx, payload.accountId))
  return [
    on(sessionsEnded, 'messaging forgets browsers that were signed out', end),
    on(
      accountEnded,
      'messaging forgets the browsers of an account',
      async (tx, { payload }) => await keepSubscriptionsOf(tx, payload.accountId, []),
    ),
  ]
}
