import { Readable } from 'node:stream'
import type { getPhotos } from '@stowage/api/accounts'
import { audit } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/failure.ts'
import { auditedAs, isSuperUser, type Actor } from '../../platform/http/actor.ts'
import { sent, type Call } from '../../platform/http/call.ts'
import { newId } from '../../platform/ids.ts'
import { readAccount } from './account-view.ts'
import { openDocument } from './keep-documents.ts'
import { presentDocuments } from './kyc-store.ts'
import type { Parts } from './parts.ts'

const fields = {
  passportFile: 'passport',
  selfieFile: 'selfie',
  extraFile: 'extra',
  addressFile: 'address',
} as const
/** Bytes that are given to the connection at once. */
const PIECE = 256 * 1024

/**
 * The identity documents of an account, for itself and for superUsers. Every reading is in the audit before anything is
 * read (reliability I10). The answer is written piece by piece: four documents of 10 MB made into one text would hold the event loop.
 */
export async function readPhotos(parts: Parts, call: Call<typeof getPhotos, Actor>): Promise<typeof sent> {
  const { params, actor, address, reply } = call
  if (actor.id !== params.id && !isSuperUser(actor)) fail(9103)
  const { platform } = parts
  if (!(await readAccount(platform.db, params.id))) fail(6004)
  const documents = await platform.transact(async (tx) => {
    const rows = (await presentDocuments(tx, params.id)).filter((row) => row.shredded_at === null)
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
  async function* written(): AsyncGenerator<string | Buffer> {
    let before = '{'
    for (const [field, kind] of Object.entries(fields)) {
      const row = documents.find((document) => document.kind === kind)
      // One after the other: only one of them is in memory in the clear.
      const bytes = row ? await openDocument(parts, row, 'base64') : null
      if (row === undefined || bytes === null) yield `${before}"${field}":null`
      else {
        yield `${before}"${field}":{"type":${JSON.stringify(row.content_type)},"base64":"`
        for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE)
        yield '"}'
      }
      before = ','
    }
    yield '}'
  }
  await reply
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(Readable.from(written(), { objectMode: false }))
  return sent
}
