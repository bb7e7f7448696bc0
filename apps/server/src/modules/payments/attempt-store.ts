import { sql } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import { later, type Tx } from '../../platform/database/transaction.ts'
import {
  lockByOutsideId,
  paymentRow,
  selectPayments,
  type PaymentRow,
  type Selected,
} from './payment-store.ts'

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
