import { machineNow } from '../../platform/clock.ts'
import { on, type Handler } from '../../platform/events/dispatcher.ts'
import type { Platform } from '../../platform/platform.ts'
import { openErasedAddress, personErased } from '../accounts/index.ts'
import { visitorErased } from '../support/index.ts'
import { blankMails } from './erasure-store.ts'
import { insertMail } from './mail-store.ts'

/**
 * What was written to an erased person goes, with the browsers he was told in. Then he is told once that he was erased; that mail
 * is all that still knows his address, and forgets it when it is sent or given up.
 */
export const eraseReader = (platform: Platform, isMuted: () => boolean): Handler =>
  on(personErased, 'messaging erases the reader', async (tx, { payload }) => {
    const { accountId, language } = payload
    const email = openErasedAddress(platform, payload)
    await blankMails(tx, { accountId, email: email ?? null })
    if (email === undefined || isMuted()) return
    await insertMail(tx, {
      naturalKey: `dataErased:${accountId}`,
      kind: 'dataErased',
      recipient: email,
      accountId: null,
      stockId: null,
      documentId: null,
      language,
      data: { accountId },
      at: platform.clock.now(),
      due: machineNow(),
    })
  })

/** The same for somebody without an account; who answers him does so by hand, since nobody knows his language. */
export const eraseVisitor = (platform: Platform): Handler =>
  on(visitorErased, 'messaging erases the visitor', async (tx, { payload }) => {
    await blankMails(tx, { accountId: null, email: openErasedAddress(platform, payload) ?? null })
  })
