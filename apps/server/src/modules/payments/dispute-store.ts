import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { paymentRow, selectPayments, type PaymentRow } from './payment-store.ts'
import type { OutsideDispute } from './processor.ts'

export interface KnownDispute {
  readonly id: string
  readonly state: OutsideDispute['state']
  readonly isWithdrawn: boolean
}

export async function findDispute(
  tx: Tx,
  of: { readonly cabinet: string; readonly outsideId: string },
): Promise<KnownDispute | undefined> {
  const row = await tx
    .selectFrom('payment_dispute')
    .select(['id', 'state', 'is_withdrawn as isWithdrawn'])
    .where('cabinet', '=', of.cabinet)
    .where('outside_id', '=', of.outsideId)
    .forUpdate()
    .executeTakeFirst()
  return row && { ...row, state: row.state as KnownDispute['state'] }
}

/** @param at business time @returns our id of it */
export async function keepDispute(
  tx: Tx,
  dispute: OutsideDispute & { readonly known: KnownDispute | undefined },
  of: {
    readonly paymentId: string
    readonly cabinet: string
    readonly blocks: boolean
    readonly at: Temporal.Instant
  },
): Promise<string> {
  const isDecided = dispute.state === 'won' || dispute.state === 'lost'
  const present = {
    state: dispute.state,
    said: dispute.said,
    is_withdrawn: dispute.isWithdrawn,
    blocks: of.blocks,
    reason: dispute.reason,
    due_by: dispute.dueBy,
  }
  if (dispute.known) {
    const wasDecided = dispute.known.state === 'won' || dispute.known.state === 'lost'
    await tx
      .updateTable('payment_dispute')
      .set({ ...present, ...(isDecided && !wasDecided ? { decided_at: of.at } : {}) })
      .where('id', '=', dispute.known.id)
      .execute()
    return dispute.known.id
  }
  const id = newId()
  await tx
    .insertInto('payment_dispute')
    .values({
      id,
      ...present,
      payment_id: of.paymentId,
      cabinet: of.cabinet,
      outside_id: dispute.id,
      amount: dispute.amount.amount,
      currency: dispute.amount.currency,
      opened_at: of.at,
      decided_at: isDecided ? of.at : null,
      handled_at: null,
      handled_by_id: null,
    })
    .execute()
  return id
}

export async function lockDispute(
  tx: Tx,
  id: string,
): Promise<{ id: string; paymentId: string; state: string; handledAt: Temporal.Instant | null } | undefined> {
  return await tx
    .selectFrom('payment_dispute')
    .select(['id', 'payment_id as paymentId', 'state', 'handled_at as handledAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setHandled(
  tx: Tx,
  id: string,
  by: { readonly at: Temporal.Instant; readonly byId: string },
): Promise<void> {
  await tx
    .updateTable('payment_dispute')
    .set({ handled_at: by.at, handled_by_id: by.byId })
    .where('id', '=', id)
    .execute()
}

/** The payments as which a disputed one has come again, the earliest first; locked. */
export async function reinstatedBy(tx: Tx, id: string): Promise<PaymentRow[]> {
  const rows = await selectPayments(tx)
    .where(sql<boolean>`details->>'reinstates' = ${id}`)
    .where('reference', '=', (eb) =>
      eb.selectFrom('payment as p').select('p.reference').where('p.id', '=', id),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(paymentRow)
}
