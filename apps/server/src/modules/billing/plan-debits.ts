import { collectionPlan } from '@stowage/domain/bank-debit'
import { debitDay, debitMoment } from '@stowage/domain/debit'
import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { type Pace, unpaced } from '../../platform/pace/pacer.ts'
import type { Platform } from '../../platform/platform.ts'
import { beginTurn } from '../../platform/rows-of-job.ts'
import { lockDocument } from './billing-store.ts'
import { insertDebit, undebited, type Undebited } from './debit-store.ts'
import { debitAnnounced } from './events.ts'
import { lockSubscription } from './subscription-store.ts'
import { tell } from './tell.ts'

const AT_ONCE = 200

/**
 * Writes down when each new invoice of a contract with automatic payments is debited, and says so to the tenant: its due
 * day, two days ahead at least. One that fails is put off, and the others go on.
 */
export async function planDebits(
  platform: Pick<Platform, 'db' | 'clock' | 'transact' | 'log'>,
  stopping?: AbortSignal,
  pace: Pace = unpaced,
): Promise<void> {
  const turn = await beginTurn(platform, 'plan-debits', { stopping, pace })
  let behind: Undebited | undefined
  do {
    const found = await undebited(platform.db, { behind, limit: AT_ONCE, turn: turn.at })
    for (const one of found)
      await turn.alone(
        one.documentId,
        async () => await platform.transact(async (tx) => await planDebit(tx, one, platform.clock.now())),
      )
    behind = found.length < AT_ONCE ? undefined : found.at(-1)
  } while (behind !== undefined)
  await turn.sawAll()
  pace.done()
}

/**
 * The same for what the contract of a subscription owes at this moment, in the transaction that switches it on: who lets his account
 * pay reads at once what is collected and when, and not in ten minutes.
 */
export async function planDebitsOf(tx: Tx, subscriptionId: string, at: Temporal.Instant): Promise<void> {
  for (const one of await undebited(tx, { subscriptionId, limit: AT_ONCE })) await planDebit(tx, one, at)
}

async function planDebit(tx: Tx, one: Undebited, at: Temporal.Instant): Promise<void> {
  const { documentId, currency } = one
  const today = at.toZonedDateTimeISO(one.timeZone).toPlainDate()
  const { day: dueOn, from: dueAt } = one.isBank
    ? collectionPlan(one.dueOn, today, one.timeZone)
    : ofCard(one.dueOn, today, one.timeZone)
  if ((await lockSubscription(tx, one.subscriptionId))?.status !== 'active') return
  const document = await lockDocument(tx, documentId)
  const amount = document?.status === 'open' ? document.gross - document.paid : 0
  if (amount <= 0) return
  const debit = {
    id: newId(),
    subscriptionId: one.subscriptionId,
    documentId,
    try: 1,
    declines: 0,
    amount,
    currency,
    firstOn: dueOn,
    dueOn,
    dueAt,
  }
  if (!(await insertDebit(tx, debit, at))) return
  const announced = { documentId, debitId: debit.id, day: dueOn.toString(), amount, currency }
  tell(tx, debitAnnounced, one, at, announced)
}

/** A card is charged on the day itself. */
function ofCard(
  due: Temporal.PlainDate,
  today: Temporal.PlainDate,
  timeZone: string,
): { day: Temporal.PlainDate; from: Temporal.Instant } {
  const day = debitDay(due, today)
  return { day, from: debitMoment(day, timeZone) }
}
