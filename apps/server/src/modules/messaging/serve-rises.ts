import { machineNow } from '../../platform/clock.ts'
import { on, type Handler } from '../../platform/events/dispatcher.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { accountForBooking } from '../accounts/index.ts'
import { riseAnnounced, serveRise } from '../billing/index.ts'
import { insertMail } from './mail-store.ts'

/**
 * Serves notices of a new rent: the mail that tells it, in the tenant's language, and the new rate in the plan are rows of one
 * transaction, so that no rent rises without a mail that says so. While mails are muted nothing is served.
 */
export function riseHandler(platform: Platform, isMuted: () => boolean): Handler {
  return on(riseAnnounced, 'mail rent rise', async (tx, { payload }) => {
    if (isMuted()) return
    const { riseId, accountId, stockId } = payload
    const account = await accountForBooking(tx, accountId)
    if (!account) return
    const [id, at] = [newId(), platform.clock.now()]
    if (!(await serveRise(tx, riseId, { mailId: id, at }))) return
    await insertMail(tx, {
      id,
      naturalKey: `rentRise:${riseId}`,
      kind: 'rentRise',
      recipient: account.email,
      accountId: account.id,
      stockId,
      documentId: null,
      language: account.language,
      data: { riseId },
      at,
      due: machineNow(),
    })
  })
}
