import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import {
  lockByOutsideId,
  paymentRow,
  selectPayments,
  type PaymentRow,
  type Selected,
} from './payment-store.ts'
import { processorKinds } from './processor.ts'

const isErased = sql<boolean>`exists (select from account a where a.id = payment.account_id and a.erased_at is not null)`

/** An attempt, and whether its payer has been erased: what comes in about him is kept without words about him. */
export interface Attempt {
  readonly row: PaymentRow
  readonly isErased: boolean
}
type FoundAttempt = Selected & { readonly isErased: boolean }
const attemptOf = (row: FoundAttempt): Attempt => ({ row: paymentRow(row), isErased: row.isErased })

/** An attempt as it is now: what a message is held against. */
export async function findAttempt(db: Database, id: string): Promise<Attempt | undefined> {
  const row = await selectPayments(db).select(isErased.as('isErased')).where('id', '=', id).executeTakeFirst()
  return row && attemptOf(row)
}

/** An attempt and the row that holds a payment of the processor, locked in that order; one question to the database. */
export async function lockAttempt(
  tx: Tx,
  of: { readonly id: string; readonly cabinet: string; readonly outsideId: string },
): Promise<{ readonly attempt: Attempt | undefined; readonly holder: PaymentRow | undefined }> {
  let attempt: Attempt | undefined
  await later(tx, selectPayments(tx).select(isErased.as('isErased')).where('id', '=', of.id).forUpdate(), {
    done: ([row]) => {
      if (row !== undefined) attempt = attemptOf(row as FoundAttempt)
    },
  })
  const holder = await lockByOutsideId(tx, of.cabinet, of.outsideId)
  return { attempt, holder }
}

/** Until when an attempt that was started, and money that was received, may still bring something about. */
const STARTED = { minutes: 30 }
const RECEIVED = { minutes: 5 }

/**
 * Of a payment named `p`: pending at the processor; started and not decided; or received a moment ago, so that what follows may
 * still be on its way.
 */
export const isLiveAttempt = (now: Temporal.Instant) => sql<SqlBool>`(p.status = 'pending'
  or (p.status = 'created' and p.created_at > ${now.subtract(STARTED).toString()}::timestamptz)
  or (p.status = 'succeeded' and p.decided_at > ${now.subtract(RECEIVED).toString()}::timestamptz))`

export async function hasLiveAttempt(
  tx: Tx,
  references: readonly string[],
  now: Temporal.Instant,
): Promise<boolean> {
  if (references.length === 0) return false
  const { rows } = await sql`
    select 1 from payment p where p.reference = any(${[...references]}) and ${isLiveAttempt(now)} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Whether somebody may still pay on a page of the processor, as far as we know. @param now machine time, by which it closes */
export async function hasOpenPage(
  tx: Tx,
  references: readonly string[],
  now: Temporal.Instant,
): Promise<boolean> {
  if (references.length === 0) return false
  const row = await tx
    .selectFrom('payment')
    .select('id')
    .where('reference', 'in', [...references])
    .where('status', 'in', ['created', 'pending', 'failed'])
    .where(
      sql<SqlBool>`(details->>'invoiceOpen')::boolean and (details->>'closesAt')::timestamptz > ${now.toString()}::timestamptz`,
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The card attempts of a reference that somebody could still pay run out now. */
export async function expireAttempts(tx: Tx, reference: string, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ expires_at: now })
    .where('reference', '=', reference)
    .where('processor', 'in', processorKinds)
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['created', 'pending']),
        eb(sql<boolean>`(details->>'invoiceOpen')::boolean`, '=', true),
      ]),
    )
    .execute()
}
