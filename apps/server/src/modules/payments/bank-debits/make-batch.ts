import type { makeDebitBatch, refuseDebitBatch, withdrawDebitBatch } from '@stowage/api/debit-batches'
import { earliestCollection, type SequenceType } from '@stowage/domain/bank-debit'
import { authorOf, note } from '../../../platform/audit/author.ts'
import type { Tx } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/failure.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  debitsOfBatch,
  putInBatch,
  takeOut,
  takeSellerTurn,
  waitingDebits,
  type BankDebitRow,
  type Place,
} from './bank-debit-store.ts'
import { changeBatch, insertBatch, lockBatch, type BatchRow } from './batch-store.ts'
import { releaseDebits } from './decide-debit.ts'
import { creditorOf } from './mandate-view.ts'

/**
 * Puts all debits of a seller that wait into one file for its bank. Each stands in one file at most; nothing is handed out yet, so
 * that it can still be withdrawn.
 * @returns its id
 * @throws Failure 9153 `noCreditor`, `nothing`
 */
export async function makeBatch(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof makeDebitBatch, Actor>,
): Promise<string> {
  const { sellerId } = call.body
  await takeSellerTurn(tx, sellerId)
  const creditor = (await creditorOf(tx, sellerId)) ?? fail(9153, { params: { by: 'noCreditor' } })
  const debits = await waitingDebits(tx, sellerId)
  if (debits.length === 0) fail(9153, { params: { by: 'nothing' } })
  const at = platform.clock.now()
  const id = newId()
  const { name, iban, bic } = creditor
  const total = totalOf(debits)
  await insertBatch(tx, {
    id,
    sellerId,
    creditor: { name, iban, bic },
    count: debits.length,
    total,
    madeAt: at,
    madeById: call.actor.id,
  })
  await putInBatch(tx, id, placesOf(id, debits, earliestCollection(at)))
  note(tx, platform.clock, authorOf(call), {
    action: 'debit-batch-made',
    subjectType: 'debit-batch',
    subjectId: id,
    after: { sellerId, count: debits.length, total },
  })
  return id
}

export const totalOf = (debits: readonly Pick<BankDebitRow, 'amount'>[]): number =>
  debits.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Where each debit stands: all of one day, one sequence and one identifier make a part, which the bank books in one sum. Of several
 * debits by one mandate the first is its first.
 * @param earliest on which the bank can collect at all: what was announced for a day before is collected then
 */
export function placesOf(
  batchId: string,
  debits: readonly BankDebitRow[],
  earliest: Temporal.PlainDate,
): Place[] {
  const begun = new Set<string>()
  const placed = debits.map((debit) => {
    const { announcedOn, mandateId, isFirst, creditorId } = debit
    const sequence: SequenceType = isFirst && !begun.has(mandateId) ? 'FRST' : 'RCUR'
    begun.add(mandateId)
    const collectOn = Temporal.PlainDate.compare(announcedOn, earliest) < 0 ? earliest : announcedOn
    return {
      paymentId: debit.paymentId,
      sequence,
      collectOn,
      key: `${collectOn.toString()} ${sequence} ${creditorId}`,
    }
  })
  const keys = [...new Set(placed.map(({ key }) => key))].toSorted()
  return placed.map(({ key, ...place }) => ({ ...place, partId: `${batchId}-${keys.indexOf(key) + 1}` }))
}

/** A file that nobody has taken out is as if it had never been: its debits wait again. @throws Failure 9104; 9153 `sent` */
export async function withdrawBatch(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof withdrawDebitBatch, Actor>,
): Promise<void> {
  const batch = await lockedBatch(tx, call.params.id)
  if (batch.state !== 'made') fail(9153, { params: { by: batch.state === 'sent' ? 'sent' : 'over' } })
  await release(platform, tx, call, batch, 'withdrawn')
}

/**
 * The bank took nothing of a file that was handed out (or nobody handed it in): somebody says so, and its debits wait again.
 * @throws Failure 9104; 9153 `notSent`, `over`, `decided`: of a part of it is known already what became of it
 */
export async function refuseBatch(
  platform: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof refuseDebitBatch, Actor>,
): Promise<void> {
  const batch = await lockedBatch(tx, call.params.id)
  if (batch.state !== 'sent') fail(9153, { params: { by: batch.state === 'made' ? 'notSent' : 'over' } })
  if ((await debitsOfBatch(tx, batch.id)).some(({ status }) => status !== 'pending'))
    fail(9153, { params: { by: 'decided' } })
  await release(platform, tx, call, batch, 'refused')
}

async function release(
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  call: Call<typeof withdrawDebitBatch, Actor>,
  batch: BatchRow,
  state: 'withdrawn' | 'refused',
): Promise<void> {
  await takeOut(tx, batch.id)
  await changeBatch(tx, batch.id, { state, at: clock.now(), byId: call.actor.id })
  await releaseDebits(tx, { staleOf: batch.sellerId }, clock.now())
  note(tx, clock, authorOf(call), {
    action: state === 'withdrawn' ? 'debit-batch-withdrawn' : 'debit-batch-refused',
    subjectType: 'debit-batch',
    subjectId: batch.id,
    before: { state: batch.state },
    after: { count: batch.count, total: batch.total },
  })
}

/** Its row, locked. @throws Failure 9104 */
export async function lockedBatch(tx: Tx, id: string): Promise<BatchRow> {
  return (await lockBatch(tx, id)) ?? fail(9104)
}
