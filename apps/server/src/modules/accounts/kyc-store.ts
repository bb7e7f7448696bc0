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

/** Another one stands in its place: its key goes at once, its file after the commit. */
export async function markReplaced(tx: Tx, id: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('kyc_document')
    .set({ replaced_at: at, shredded_at: at, sealed_key: null })
    .where('id', '=', id)
    .execute()
}

/** Destroys keys; what is shredded already stays as it is. */
export async function markShredded(tx: Tx, ids: readonly string[], at: Temporal.Instant): Promise<KycRow[]> {
  if (ids.length === 0) return []
  return await tx
    .updateTable('kyc_document')
    .set({ shredded_at: at, sealed_key: null })
    .where('id', 'in', ids)
    .where('shredded_at', 'is', null)
    .returningAll()
    .execute()
}

/** A profile was verified: what it stands for now is accepted, and the clock of keeping runs. */
export async function markAccepted(tx: Tx, accountId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('kyc_document')
    .set({ accepted_at: at })
    .where('account_id', '=', accountId)
    .where('replaced_at', 'is', null)
    .where('rejected_at', 'is', null)
    .execute()
}

/**
 * A verification was taken back: documents are to be looked at anew. Those whose file is gone cannot be, and are asked for again.
 */
export async function markUndecided(tx: Tx, accountId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('kyc_document')
    .set({ accepted_at: null })
    .where('account_id', '=', accountId)
    .where('replaced_at', 'is', null)
    .execute()
  await withdrawShredded(tx, accountId, at)
}

/** Documents that nobody has rejected and whose file is gone stand for nothing any more. */
export async function withdrawShredded(tx: Tx, accountId: string, at: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('kyc_document')
    .set({ replaced_at: at })
    .where('account_id', '=', accountId)
    .where('replaced_at', 'is', null)
    .where('rejected_at', 'is', null)
    .where('accepted_at', 'is', null)
    .where('shredded_at', 'is not', null)
    .execute()
}

/** All documents that an account has ever handed in, the latest first. */
export async function allDocuments(db: Database, accountId: string): Promise<KycRow[]> {
  return await db
    .selectFrom('kyc_document')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
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

/** Which of these files hold a document that is kept. */
export async function keptFiles(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .selectFrom('kyc_document')
    .select('file_key')
    .where('file_key', 'in', keys)
    .where('shredded_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.file_key))
}
