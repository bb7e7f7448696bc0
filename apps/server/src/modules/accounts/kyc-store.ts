import type { Insertable, Selectable } from 'kysely'
import type { DocumentKind, HandedInDocument } from '@stowage/domain/kyc'
import type { Database } from '../../platform/database/connect.ts'
import type { KycDocumentTable } from '../../platform/database/schema/accounts.ts'
import type { Tx } from '../../platform/database/transaction.ts'

export type KycRow = Selectable<KycDocumentTable>

/** The documents of an account that stand now: one of each kind at most. */
export async function presentDocuments(db: Database, accountId: string): Promise<KycRow[]> {
  return await db
    .selectFrom('kyc_document')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('replaced_at', 'is', null)
    .orderBy('kind')
    .execute()
}

export const asHandedIn = (rows: readonly KycRow[]): HandedInDocument[] =>
  rows.map((row) => ({ kind: row.kind as DocumentKind, rejectionReason: row.rejection_reason }))

export async function insertDocument(tx: Tx, row: Insertable<KycDocumentTable>): Promise<void> {
  await tx.insertInto('kyc_document').values(row).execute()
}

export async function markReplaced(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx.updateTable('kyc_document').set({ replaced_at: at }).where('id', '=', id).execute()
}

export async function markRejected(tx: Tx, id: string, at: Temporal.Instant, reason: string): Promise<void> {
  await tx
    .updateTable('kyc_document')
    .set({ rejected_at: at, rejection_reason: reason })
    .where('id', '=', id)
    .execute()
}

/** Which of these rows are there. */
export async function existingDocuments(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  return new Set(
    (await db.selectFrom('kyc_document').select('id').where('id', 'in', ids).execute()).map((row) => row.id),
  )
}

/** Which of these files a document that stands is kept in. */
export async function keptFiles(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('kyc_document')
    .select('file_key')
    .where('file_key', 'in', keys)
    .where('replaced_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.file_key))
}
