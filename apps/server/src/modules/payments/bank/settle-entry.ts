import { money, type Currency } from '@stowage/domain/money'
import type { Tx } from '../../../platform/database/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import { recordManual } from '../record-manual.ts'
import { isErasedPayer } from '../payer-view.ts'
import { blankEntriesOf, insertAllocation, type EntryRow } from './bank-store.ts'
import type { Target } from './target-view.ts'

export interface Part {
  readonly target: Pick<Target, 'id' | 'accountId' | 'stockId' | 'timeZone'>
  readonly amount: number
}

/**
 * Makes the payments of a movement: one for each part, of the bank's own day, since that is when a penalty stops. The caller holds
 * the movement's lock, has seen that it is open, and that the parts are all of it.
 * @returns what was made, for the audit
 */
export async function settleEntry(
  tx: Tx,
  entry: Pick<EntryRow, 'id' | 'bookedOn' | 'currency' | 'amount'>,
  parts: readonly Part[],
  by: { readonly at: Temporal.Instant; readonly byId: string; readonly isAutomatic: boolean },
): Promise<{ documentId: string; amount: number; paymentId: string }[]> {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  if (total !== entry.amount || parts.some(({ amount }) => amount <= 0))
    throw new RangeError(`parts of movement ${entry.id} sum to ${total}, not to ${entry.amount}`)
  const made: { documentId: string; amount: number; paymentId: string }[] = []
  for (const { target, amount } of parts) {
    const id = newId()
    const { paymentId } = await recordManual(tx, {
      reference: `document:${target.id}`,
      accountId: target.accountId,
      stockId: target.stockId,
      amount: money(amount, entry.currency as Currency),
      createdById: by.byId,
      processor: 'bankTransfer',
      outsideId: id,
      at: momentOf(entry.bookedOn, target.timeZone, by.at),
      recordedAt: by.at,
    })
    await insertAllocation(tx, {
      id,
      entryId: entry.id,
      paymentId,
      accountId: target.accountId,
      documentId: target.id,
      amount,
      isAutomatic: by.isAutomatic,
      madeAt: by.at,
      madeById: by.byId,
    })
    made.push({ documentId: target.id, amount, paymentId })
  }
  // What the bank told of somebody who has been erased meanwhile goes as well.
  for (const accountId of new Set(parts.map(({ target }) => target.accountId)))
    if (await isErasedPayer(tx, accountId)) await blankEntriesOf(tx, accountId)
  return made
}

/** Noon of the bank's day at the stock; never in the future, of which a statement may speak when the clock was moved. */
function momentOf(day: Temporal.PlainDate, timeZone: string, now: Temporal.Instant): Temporal.Instant {
  const noon = day.toZonedDateTime({ timeZone, plainTime: '12:00' }).toInstant()
  return Temporal.Instant.compare(noon, now) > 0 ? now : noon
}
