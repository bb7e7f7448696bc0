import type { DocumentKind } from '@stowage/domain/kyc'
import { openSealed } from '../../platform/files/take-in-sealed.ts'
import { allDocuments, type KycRow } from './kyc-store.ts'
import type { Parts } from './parts.ts'

/** A document that a person has handed in, present or former, without its content. */
export interface PersonDocument {
  readonly id: string
  readonly kind: DocumentKind
  readonly contentType: string
  readonly byteSize: number
  readonly sha256: string
  readonly uploadedAt: Temporal.Instant
  readonly acceptedAt: Temporal.Instant | null
  readonly rejectedAt: Temporal.Instant | null
  readonly rejectionReason: string | null
  /** Another one has taken its place. */
  readonly replacedAt: Temporal.Instant | null
  /** Its file is gone and cannot be read. */
  readonly shreddedAt: Temporal.Instant | null
}

/**
 * Everything a person has handed in, the latest first. Whoever reads the files behind it writes the audit record
 * (reliability I10): `readDocument` does not.
 */
export async function documentsOf(parts: Parts, accountId: string): Promise<readonly PersonDocument[]> {
  return (await allDocuments(parts.platform.db, accountId)).map((row) => ({
    id: row.id,
    kind: row.kind as DocumentKind,
    contentType: row.content_type,
    byteSize: row.byte_size,
    sha256: row.sha256,
    uploadedAt: row.uploaded_at,
    acceptedAt: row.accepted_at,
    rejectedAt: row.rejected_at,
    rejectionReason: row.rejection_reason,
    replacedAt: row.replaced_at,
    shreddedAt: row.shredded_at,
  }))
}

/** The content of one of `documentsOf`; null when its file is shredded, gone, or not to be opened. */
export async function readDocument(parts: Parts, accountId: string, id: string): Promise<Buffer | null> {
  const row = (await allDocuments(parts.platform.db, accountId)).find((document) => document.id === id)
  return row === undefined || row.shredded_at !== null ? null : await openDocument(parts, row)
}

/** A file that is gone or does not open must not hide the others. */
export async function openDocument(
  parts: Parts,
  row: Pick<KycRow, 'id' | 'file_key' | 'sealed_key'>,
  as: 'bytes' | 'base64' = 'bytes',
): Promise<Buffer | null> {
  try {
    const sealed = await parts.platform.files.get(row.file_key)
    if (!sealed) throw new Error('the file is not there')
    return await openSealed(parts.sealer, sealed, { id: row.id, sealedKey: row.sealed_key, as })
  } catch (error) {
    parts.platform.log.error({ err: error, document: row.id }, 'an identity document cannot be read')
    return null
  }
}
