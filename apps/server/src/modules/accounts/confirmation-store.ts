import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../platform/database/connect.ts'
import type { EmailConfirmationTable } from '../../platform/database/schema/accounts.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export type ConfirmationRow = Selectable<EmailConfirmationTable>

export async function insertConfirmation(tx: Tx, row: Insertable<EmailConfirmationTable>): Promise<void> {
  await tx.insertInto('email_confirmation').values(row).execute()
}

export async function findConfirmation(db: Database, codeHash: string): Promise<ConfirmationRow | undefined> {
  return await db
    .selectFrom('email_confirmation')
    .selectAll()
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
}

export async function useConfirmation(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('email_confirmation').set({ used_at: at }).where('id', '=', id).execute()
}

export async function forgetOldConfirmations(tx: Tx, before: Temporal.Instant): Promise<void> {
  await tx.deleteFrom('email_confirmation').where('expires_at', '<', before).execute()
}
