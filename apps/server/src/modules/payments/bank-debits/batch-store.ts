import type { Tx } from '../../../platform/database/transaction.ts'

export type BatchState = 'made' | 'sent' | 'settled' | 'withdrawn' | 'refused'

/** Who collects, as it stands in a file. */
export interface BatchCreditor {
  readonly name: string
  readonly iban: string
  readonly bic: string | null
}

export interface BatchRow {
  readonly id: string
  readonly sellerId: string
  readonly creditor: BatchCreditor
  readonly state: BatchState
  readonly count: number
  readonly total: number
  readonly madeAt: Temporal.Instant
}

export async function insertBatch(
  tx: Tx,
  batch: Omit<BatchRow, 'state'> & { readonly madeById: string },
): Promise<void> {
  await tx
    .insertInto('debit_batch')
    .values({
      id: batch.id,
      seller_id: batch.sellerId,
      creditor: JSON.stringify(batch.creditor),
      state: 'made',
      count: batch.count,
      total: batch.total,
      made_at: batch.madeAt,
      made_by_id: batch.madeById,
      sent_at: null,
      sent_by_id: null,
      ended_at: null,
      ended_by_id: null,
    })
    .execute()
}

export async function lockBatch(tx: Tx, id: string): Promise<BatchRow | undefined> {
  const row = await tx
    .selectFrom('debit_batch')
    .select(['id', 'seller_id as sellerId', 'creditor', 'state', 'count', 'total', 'made_at as madeAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, state: row.state as BatchState, creditor: row.creditor as BatchCreditor }
}

export async function changeBatch(
  tx: Tx,
  id: string,
  change: {
    readonly state: BatchState
    readonly count?: number
    readonly total?: number
    readonly at: Temporal.Instant
    /** null: nobody, it was decided by itself. */
    readonly byId: string | null
  },
): Promise<void> {
  const { state, count, total, at, byId } = change
  await tx
    .updateTable('debit_batch')
    .set({
      state,
      ...(count === undefined ? {} : { count }),
      ...(total === undefined ? {} : { total }),
      ...(state === 'sent' ? { sent_at: at, sent_by_id: byId } : { ended_at: at, ended_by_id: byId }),
    })
    .where('id', '=', id)
    .execute()
}

/** All of it is decided: nothing more is expected of the bank. */
export async function settleIfDone(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  // Two who decide the last two at once: the second one sees what the first one did.
  await tx.selectFrom('debit_batch').select('id').where('id', '=', id).forUpdate().execute()
  const waiting = await tx
    .selectFrom('bank_debit')
    .innerJoin('payment', 'payment.id', 'bank_debit.payment_id')
    .select('payment.id')
    .where('bank_debit.batch_id', '=', id)
    .where('payment.status', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  if (waiting) return
  await tx
    .updateTable('debit_batch')
    .set({ state: 'settled', ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute()
}
