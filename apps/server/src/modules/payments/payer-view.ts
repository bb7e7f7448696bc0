import type { Database } from '../../platform/database/connect.ts'
import type { Tx } from '../../platform/database/transaction.ts'

/** Whether a payer has been erased: what comes in about him is kept without words about him. */
export async function isErasedPayer(db: Database | Tx, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('erased_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}
