import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { paymentRow, selectPayments, type PaymentRow } from './payment-store.ts'

/** A card that the processor keeps for a tenant. */
export interface MethodRow {
  readonly id: string
  readonly accountId: string
  readonly cabinet: string
  /** The processor's name for it; null: forgotten. */
  readonly outsideId: string | null
  readonly card: string | null
  /** As the processor writes it, `12/29`. */
  readonly expires: string | null
}

/** @returns false where this payment has saved one already */
export async function insertMethod(
  tx: Tx,
  method: MethodRow & { readonly paymentId: string; readonly at: Temporal.Instant },
): Promise<boolean> {
  const row = await tx
    .insertInto('saved_method')
    .values({
      id: method.id,
      account_id: method.accountId,
      cabinet: method.cabinet,
      outside_id: method.outsideId,
      card: method.card,
      expires: method.expires,
      payment_id: method.paymentId,
      saved_at: method.at,
      forgotten_at: null,
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findMethod(db: Database | Tx, id: string): Promise<MethodRow | undefined> {
  return await db
    .selectFrom('saved_method')
    .select(['id', 'account_id as accountId', 'cabinet', 'outside_id as outsideId', 'card', 'expires'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function dropMethod(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('saved_method')
    .set({ outside_id: null, forgotten_at: at })
    .where('id', '=', id)
    .where('forgotten_at', 'is', null)
    .execute()
}

/** Charges of saved cards whose end is not known. @param of.behind the id of the last one that was looked at; '' for the first ones */
export async function undecidedCharges(
  db: Database,
  of: { readonly cabinet: string; readonly behind: string; readonly limit: number },
): Promise<PaymentRow[]> {
  const rows = await selectPayments(db)
    .where('cabinet', '=', of.cabinet)
    .where('charge_key', 'is not', null)
    .where('status', 'in', ['created', 'pending'])
    .where('id', '>', of.behind)
    .orderBy('id')
    .limit(of.limit)
    .execute()
  return rows.map(paymentRow)
}

/** Payments of the last hours that were to save a card, and of whose card nobody has told. */
export async function paidWithoutMethod(
  db: Database,
  of: { cabinet: string; since: Temporal.Instant; limit: number },
): Promise<PaymentRow[]> {
  const rows = await selectPayments(db)
    .where('cabinet', '=', of.cabinet)
    .where('status', '=', 'succeeded')
    .where('created_at', '>=', of.since)
    .where(sql<boolean>`details->'form' is not null`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('saved_method').select('id').whereRef('saved_method.payment_id', '=', 'payment.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(of.limit)
    .execute()
  return rows.map(paymentRow)
}
