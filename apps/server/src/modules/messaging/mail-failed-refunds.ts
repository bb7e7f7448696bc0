import { machineNow } from '../../platform/clock.ts'
import { on, type Handler } from '../../platform/events/dispatcher.ts'
import type { Platform } from '../../platform/platform.ts'
import { refundFailed } from '../payments/index.ts'
import { insertMail } from './mail-store.ts'
import { superUsers } from './moneyback-view.ts'

/** A refund that had arrived has come back: superUsers are written to, since a person has to find another way to the payer. */
export function failedRefundHandler(platform: Platform, isMuted: () => boolean): Handler {
  return on(
    refundFailed,
    'mail failed refund',
    async (tx, { id, payload: { paymentId, failed, stockId } }) => {
      if (isMuted()) return
      for (const { accountId, email, language } of await superUsers(tx))
        await insertMail(tx, {
          naturalKey: `refundFailed:${id}:${accountId}`,
          kind: 'refundFailed',
          recipient: email,
          accountId,
          stockId,
          documentId: null,
          language,
          data: { paymentId, amount: String(failed), accountId },
          at: platform.clock.now(),
          due: machineNow(),
        })
    },
  )
}
