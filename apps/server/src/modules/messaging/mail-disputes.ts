import { machineNow } from '../../platform/clock.ts'
import { on, type Handler } from '../../platform/events/dispatcher.ts'
import type { Platform } from '../../platform/platform.ts'
import { paymentDisputed } from '../payments/index.ts'
import { insertMail } from './mail-store.ts'
import { superUsers } from './moneyback-view.ts'

/**
 * A payer's bank asks money back, and there is a day until which it can be answered: superUsers are written to, once when the bank
 * asks and once when it takes. A returned direct debit can be answered by nobody: that is a debt, and stands in the list.
 */
export function disputeHandler(platform: Platform, isMuted: () => boolean): Handler {
  return on(
    paymentDisputed,
    'mail dispute',
    async (tx, { payload: { disputeId, state, method, stockId } }) => {
      if (isMuted() || state === 'won' || method === 'sepa') return
      for (const { accountId, email, language } of await superUsers(tx))
        await insertMail(tx, {
          naturalKey: `disputeOpened:${disputeId}:${state === 'warned' ? 'warned' : 'open'}:${accountId}`,
          kind: 'disputeOpened',
          recipient: email,
          accountId,
          stockId,
          documentId: null,
          language,
          data: { disputeId, accountId },
          at: platform.clock.now(),
          due: machineNow(),
        })
    },
  )
}
