import { machineNow } from '../../platform/clock.ts'
import { on, type Handler } from '../../platform/events/dispatcher.ts'
import type { Platform } from '../../platform/platform.ts'
import { boxOffered } from '../support/index.ts'
import { appealFacts } from './appeal-mail-view.ts'
import { dropWaitingOffers, insertMail } from './mail-store.ts'

/** Who waits for a box is written to: visitors too, so that the address is the one that they gave. */
export function freeBoxHandler(platform: Platform, isMuted: () => boolean): Handler {
  return on(boxOffered, 'mail free box', async (tx, { id, payload: { appealId, stockId } }) => {
    const asked = isMuted() ? undefined : await appealFacts(tx, appealId)
    if (asked === undefined || asked.email === null) return
    await dropWaitingOffers(tx, appealId)
    await insertMail(tx, {
      naturalKey: `boxFree:${id}`,
      kind: 'boxFree',
      recipient: asked.email,
      accountId: asked.accountId,
      stockId,
      documentId: null,
      language: asked.language,
      data: { appealId, stockId },
      at: platform.clock.now(),
      due: machineNow(),
    })
  })
}
