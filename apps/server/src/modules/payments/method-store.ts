import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { paymentRow, selectPayments, type PaymentRow } from './payment-store.ts'
import type { PayMethod } from './processor.ts'

/** A way to pay that the processor keeps for a tenant. */
export interface MethodRow {
  readonly id: string
  readonly accountId: string
  readonly cabinet: string
  /** The processor's name for it; null: forgotten. */
  readonly outsideId: string | null
  readonly kind: PayMethod
  readonly card: string | null
  /** As the processor writes it, `12/29`. */
  readonly expires: string | null
  /** Of a direct debit. */
  readonly mandate: string | null
}

/** @returns false where this payment has saved one already */
export async function insertMethod(
  tx: Tx,
  method: MethodRow & {
    /** With which it was saved; null: it was given without one, as a mandate is. */
    readonly paymentId: string | null
    readonly at: Temporal.Instant
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('saved_method')
    .values({
      id: method.id,
      account_id: method.accountId,
      cabinet: method.cabinet,
      outside_id: method.outsideId,
      kind: method.kind,
      card: method.card,
      mandate: method.mandate,
      to_forget: null,
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
  const row = await db
    .selectFrom('saved_method')
    .select([
      'id',
      'account_id as accountId',
      'cabinet',
      'outside_id as outsideId',
      'kind',
      'card',
      'expires',
      'mandate',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, kind: row.kind as PayMethod }
}

export async function dropMethod(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('saved_method')
    .set(({ ref }) => ({ outside_id: null, to_forget: ref('outside_id'), forgotten_at: at }))
    .where('id', '=', id)
    .where('forgotten_at', 'is', null)
    .execute()
}

/** All that a processor keeps for tenants. @returns those that were in use */
export async function dropMethodsOf(
  tx: Tx,
  cabinet: string,
  at: Temporal.Instant,
): Promise<{ id: string; accountId: string }[]> {
  return await tx
    .updateTable('saved_method')
    .set(({ ref }) => ({ outside_id: null, to_forget: ref('outside_id'), forgotten_at: at }))
    .where('cabinet', '=', cabinet)
    .where('outside_id', 'is not', null)
    .returning(['id', 'account_id as accountId'])
    .execute()
}

/** Methods that are forgotten here and of which the processor has not been told. */
export async function droppedMethods(
  db: Database,
  of: { readonly cabinet: string; readonly limit: number },
): Promise<{ id: string; outsideId: string }[]> {
  const rows = await db
    .selectFrom('saved_method')
    .select(['id', 'to_forget as outsideId'])
    .where('cabinet', '=', of.cabinet)
    .where('to_forget', 'is not', null)
    .orderBy('id')
    .limit(of.limit)
    .execute()
  return rows.map(({ id, outsideId }) => ({ id, outsideId: outsideId ?? '' }))
}

export async function settleDropped(db: Database, id: string): Promise<void> {
  await db.updateTable('saved_method').set({ to_forget: null }).where('id', '=', id).execute()
}

/** What may be shown of it, as the processor says it now; one that is forgotten here stays blank. */
export async function showMethod(
  db: Database,
  of: { readonly cabinet: string; readonly outsideId: string },
  now: { readonly label: string | null; readonly expires: string | null },
): Promise<void> {
  await db
    .updateTable('saved_method')
    .set({ card: now.label, expires: now.expires })
    .where('cabinet', '=', of.cabinet)
    .where('outside_id', '=', of.outsideId)
    .execute()
}

/** The processor knows them no more. @returns those that were in use */
export async function loseMethods(
  tx: Tx,
  of: { readonly cabinet: string; readonly outsideId: string; readonly at: Temporal.Instant },
): Promise<{ id: string; accountId: string }[]> {
  return await tx
    .updateTable('saved_method')
    .set({ outside_id: null, forgotten_at: of.at })
    .where('cabinet', '=', of.cabinet)
    .where('outside_id', '=', of.outsideId)
    .returning(['id', 'account_id as accountId'])
    .execute()
}

/** Charges of saved methods whose end is not known. @param of.behind the id of the last one that was looked at; '' for the first ones */
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
    .where(sql<boolean>`(details->>'savesMethod')::boolean`)
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
