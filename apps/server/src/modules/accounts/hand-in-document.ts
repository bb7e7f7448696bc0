import { documentKinds, type DocumentKind } from '@stowage/domain/kyc'
import { afterCommit, publish, type Tx } from '../../platform/database/transaction.ts'
import { fact } from '../../platform/events/event.ts'
import { fail } from '../../platform/failure.ts'
import { newId } from '../../platform/ids.ts'
import { after, changeAccount, type AccountRow } from './account-store.ts'
import { takeInSealed } from '../../platform/files/take-in-sealed.ts'
import { documentUploaded } from './events.ts'
import { existingDocuments, insertDocument, markReplaced, presentDocuments } from './kyc-store.ts'
import type { Parts } from './parts.ts'

export interface PreparedDocument {
  readonly id: string
  readonly kind: DocumentKind
  readonly contentType: string
  readonly fileKey: string
  readonly byteSize: number
  readonly sha256: string
  /** The file's own key, sealed; it goes into the row and nowhere else. */
  readonly sealedKey: string
}

type Given = Partial<Record<DocumentKind, { readonly base64: string } | null | undefined>>

/**
 * Checks the given files and keeps them sealed, each bound to the id of its row to come. No transaction is open
 * meanwhile: pictures take their time. Whoever fails to hand them in afterwards calls `discardUnlessKept`.
 * @throws FieldFailures 1005, Failure 9113, naming the field
 */
export async function prepareDocuments(parts: Parts, given: Given): Promise<PreparedDocument[]> {
  const prepared: PreparedDocument[] = []
  try {
    for (const kind of documentKinds) {
      const file = given[kind]
      if (!file) continue
      const id = newId()
      const { contentType, bytes, byteSize, sha256, sealedKey } = await takeInSealed(
        parts.sealer,
        file.base64,
        { id, field: `${kind}File` },
        parts.platform.config.virusScanner,
      )
      const fileKey = `kyc/${id}`
      await parts.platform.files.put(fileKey, bytes)
      prepared.push({ id, kind, contentType, fileKey, byteSize, sha256, sealedKey })
    }
    return prepared
  } catch (error) {
    await discardDocuments(parts, prepared)
    throw error
  }
}

/** Removes files that no row names. */
export async function discardDocuments(
  parts: Parts,
  documents: readonly Pick<PreparedDocument, 'fileKey'>[],
): Promise<void> {
  for (const { fileKey } of documents) {
    await parts.platform.files
      .remove(fileKey)
      .catch((error: unknown) =>
        parts.platform.log.warn({ err: error, fileKey }, 'a sealed document could not be removed'),
      )
  }
}

/**
 * After a failed transaction. A commit whose answer was lost has failed for us and not for the database: a file whose row
 * is there stays, and so does every file while the database cannot be asked (sealed and named by nobody, it does no harm).
 */
export async function discardUnlessKept(parts: Parts, documents: readonly PreparedDocument[]): Promise<void> {
  const kept = await existingDocuments(
    parts.platform.db,
    documents.map((document) => document.id),
  ).catch((error: unknown) => {
    parts.platform.log.warn(
      { err: error },
      'sealed documents of a failed call stay, the database does not answer',
    )
  })
  if (kept)
    await discardDocuments(
      parts,
      documents.filter((document) => !kept.has(document.id)),
    )
}

/**
 * Hands in a document; the account is locked. It takes the place of one that was rejected, or of one that nobody has
 * verified yet. A verified person's accepted document is replaced by a superUser only: else whoever was verified could
 * become somebody else. The same file again (a second press) changes nothing. The account counts as changed: who looked at
 * its documents before and decides now is told (9109), else he would verify what he has never seen.
 * @param options.anyTime a superUser hands in
 */
export async function handInDocument(
  tx: Tx,
  parts: Parts,
  account: AccountRow,
  document: PreparedDocument,
  options: { anyTime?: boolean } = {},
): Promise<void> {
  const at = parts.platform.clock.now()
  const drop = (fileKey: string): void => afterCommit(tx, () => void discardDocuments(parts, [{ fileKey }]))
  const present = (await presentDocuments(tx, account.id)).find((row) => row.kind === document.kind)
  if (present && present.rejected_at === null && present.shredded_at === null) {
    if (present.sha256 === document.sha256) return drop(document.fileKey)
  }
  if (present && present.rejected_at === null) {
    if ((account.is_kyc_verified || account.was_kyc_verified) && options.anyTime !== true)
      fail(9103, { field: `${document.kind}File`, reason: 'a verified document stands' })
  }
  if (present) {
    await markReplaced(tx, present.id, at)
    drop(present.file_key)
  }
  await insertDocument(tx, {
    id: document.id,
    account_id: account.id,
    kind: document.kind,
    content_type: document.contentType,
    file_key: document.fileKey,
    byte_size: document.byteSize,
    sha256: document.sha256,
    uploaded_at: at,
    sealed_key: document.sealedKey,
    // What joins a verified profile needs no further decision: the clock of keeping runs.
    accepted_at: account.is_kyc_verified ? at : null,
    rejected_at: null,
    rejection_reason: null,
    replaced_at: null,
  })
  await changeAccount(tx, account.id, { updated_at: after(at, account.updated_at) })
  publish(
    tx,
    fact(documentUploaded, {
      aggregate: `account:${account.id}`,
      at,
      payload: { accountId: account.id, kind: document.kind },
    }),
  )
}
