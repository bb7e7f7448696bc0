import type { listDocuments as endpoint } from '@stowage/api/accounts'
import type { Answer } from '@stowage/api/endpoint'
import type { DocumentKind } from '@stowage/domain/kyc'
import { fail } from '../../platform/failure.ts'
import { isSuperUser, type Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/call.ts'
import { readAccount } from './account-view.ts'
import { readKeeping } from './kyc-keeping-view.ts'
import { presentDocuments } from './kyc-store.ts'
import type { Parts } from './parts.ts'

/**
 * What stands of an account's documents and until when each file is kept. Nothing of a file is in it, so that it leaves no
 * record of a reading; still it is for the owner and for those who may verify alone (decisions.md B10).
 */
export async function listDocuments(
  parts: Parts,
  { params, actor }: Call<typeof endpoint, Actor>,
): Promise<Answer<typeof endpoint>> {
  if (actor.id !== params.id && !isSuperUser(actor)) fail(9103)
  const { db } = parts.platform
  if (!(await readAccount(db, params.id))) fail(6004)
  const until = new Map((await readKeeping(db, params.id)).map((kept) => [kept.id, kept.until]))
  return (await presentDocuments(db, params.id)).map((row) => ({
    id: row.id,
    kind: row.kind as DocumentKind,
    contentType: row.content_type,
    byteSize: row.byte_size,
    uploaded: row.uploaded_at.toString(),
    accepted: row.accepted_at?.toString() ?? null,
    rejected: row.rejected_at?.toString() ?? null,
    shredded: row.shredded_at?.toString() ?? null,
    keptUntil: until.get(row.id)?.toString() ?? null,
  }))
}
