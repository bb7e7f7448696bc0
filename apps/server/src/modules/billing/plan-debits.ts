import { debitDay, debitMoment } from '@stowage/domain/debit'
import { publish } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockDocument } from './billing-store.ts'
import { insertDebit, undebited } from './debit-store.ts'
import { debitAnnounced } from './events.ts'
import { lockSubscription } from './subscription-store.ts'

const AT_ONCE = 200

/**
 * Writes down when each new invoice of a contract with automatic payments is debited, and says so to the tenant: its due
 * day, two days ahead at least.
 */
export async function planDebits({
  db,
  clock,
  transact,
}: Pick<Platform, 'db' | 'clock' | 'transact'>): Promise<void> {
  for (;;) {
    const found = await undebited(db, AT_ONCE)
    for (const one of found) {
      const { documentId, contractId, accountId, stockId, currency } = one
      const at = clock.now()
      const today = at.toZonedDateTimeISO(one.timeZone).toPlainDate()
      const dueOn = debitDay(one.dueOn, today)
      const id = newId()
      await transact(async (tx) => {
        if ((await lockSubscription(tx, one.subscriptionId))?.status !== 'active') return
        const document = await lockDocument(tx, documentId)
        const amount = document?.status === 'open' ? document.gross - document.paid : 0
        if (amount <= 0) return
        const isNew = await insertDebit(
          tx,
          {
            id,
            subscriptionId: one.subscriptionId,
            documentId,
            try: 1,
            declines: 0,
            amount,
            currency,
            firstOn: dueOn,
            dueOn,
            dueAt: debitMoment(dueOn, one.timeZone),
          },
          at,
        )
        if (!isNew) return
        const payload = {
          documentId,
          contractId,
          accountId,
          stockId,
          debitId: id,
          day: dueOn.toString(),
          amount,
          currency,
        }
        publish(tx, fact(debitAnnounced, { aggregate: `contract:${contractId}`, stockId, at, payload }))
      })
    }
    if (found.length < AT_ONCE) return
  }
}
