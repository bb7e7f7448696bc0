import type { getPhotos } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import { audit } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { auditedAs, isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import { readAccount } from './account-view.ts'
import { presentDocuments, type KycRow } from './kyc-store.ts'
import type { Parts } from './parts.ts'

type Photo = { type: string; base64: string } | null

/**
 * The identity documents of an account, for itself and for superUsers. Every reading is in the audit before anything is
 * read (reliability I10).
 */
export async function readPhotos(
  parts: Parts,
  call: Call<typeof getPhotos, Actor>,
): Promise<Answer<typeof getPhotos>> {
  const { params, actor, address } = call
  if (actor.id !== params.id && !isSuperUser(actor)) fail(9103)
  const { platform } = parts
  if (!(await readAccount(platform.db, params.id))) fail(6004)
  const documents = await platform.transact(async (tx) => {
    const rows = await presentDocuments(tx, params.id)
    audit(tx, {
      id: newId(),
      at: platform.clock.now(),
      ...auditedAs(actor),
      action: 'kyc-documents-read',
      subjectType: 'account',
      subjectId: params.id,
      after: { documents: rows.map((row) => ({ id: row.id, kind: row.kind })) },
      address,
    })
    return rows
  })
  const photo = async (kind: string): Promise<Photo> => {
    const row = documents.find((document) => document.kind === kind)
    return row ? await open(parts, row) : null
  }
  return {
    passportFile: await photo('passport'),
    selfieFile: await photo('selfie'),
    extraFile: await photo('extra'),
    addressFile: await photo('address'),
  }
}

/** A file that is gone or does not open must not hide the others. */
async function open(parts: Parts, row: KycRow): Promise<Photo> {
  try {
    const sealed = await parts.platform.files.get(row.file_key)
    if (!sealed) throw new Error('the file is not there')
    return { type: row.content_type, base64: parts.sealer.open(sealed, row.id).toString('base64') }
  } catch (error) {
    parts.platform.log.error({ err: error, document: row.id }, 'an identity document cannot be read')
    return null
  }
}
