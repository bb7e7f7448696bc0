import { Readable } from 'node:stream'
import type * as api from '@stowage/api/company-exports'
import type { Answer } from '@stowage/api/endpoint'
import { authorOf, note } from '../../../platform/audit/author.ts'
import { machineNow } from '../../../platform/clock.ts'
import { fail } from '../../../platform/failure.ts'
import { fileKeyOf } from '../../../platform/files/seal-file.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { Call } from '../../../platform/http/call.ts'
import { createDocumentToken } from '../../../platform/http/document-token.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { proveSelf } from '../../accounts/index.ts'
import { latestExports } from './export-list-view.ts'
import { hasFirstPiece, readPieces } from './export-pieces.ts'
import { endCompanyExport, insertCompanyExport, readyExport } from './export-store.ts'
import { exportSealer } from './make-export.ts'

const subject = (id: string) => ({ subjectType: 'company', subjectId: id })

/**
 * Asks for an archive of the whole company; a server makes it behind this call.
 * @throws Failure 9184 one is under way; what `proveSelf` throws
 */
export async function askCompanyExport(
  platform: Platform,
  call: Call<typeof api.askCompanyExport, Actor>,
): Promise<Answer<typeof api.askCompanyExport>> {
  const { withIdentity, ...proof } = call.body
  const id = newId()
  return await proveSelf(
    platform,
    call.actor,
    proof,
    async (spend) =>
      await call.transact(async (tx) => {
        const wish = { id, askedById: call.actor.id, withIdentity, at: machineNow() }
        if (!(await insertCompanyExport(tx, wish))) fail(9184, { params: { by: 'busy' } })
        note(tx, platform.clock, authorOf(call), {
          action: 'company-export-asked',
          ...subject(id),
          after: { withIdentity },
        })
        await spend(tx)
        return (await latestExports(tx, id))[0] ?? fail(9104)
      }),
  )
}

/** @throws Failure 9104 no such archive, or its bytes are gone; 9184 not finished; what `proveSelf` throws */
export async function linkCompanyExport(
  platform: Platform,
  call: Call<typeof api.linkCompanyExport, Actor>,
): Promise<Answer<typeof api.linkCompanyExport>> {
  const { id } = call.params
  const [shown] = await latestExports(platform.db, id)
  if (shown?.state === 'asked' || shown?.state === 'making') fail(9184, { params: { by: 'notReady' } })
  const ready = (await readyExport(platform.db, id)) ?? fail(9104)
  if (!(await hasFirstPiece(platform.files, ready))) fail(9104)
  const { tokenKey } = platform.config.secrets
  return await proveSelf(platform, call.actor, call.body, async (spend) => {
    // Nothing keeps its answer: asked again there is another link.
    await platform.transact(async (tx) => await spend(tx))
    return { export: id, token: createDocumentToken(tokenKey, { actorId: call.actor.id, documentId: id }) }
  })
}

/**
 * Sends an archive from the storage piece by piece. That it was taken is noted before the first byte.
 * @throws Failure 9104 not there, not finished, deleted
 */
export async function sendCompanyExport(
  platform: Platform,
  call: Call<typeof api.companyExportFile, Actor>,
): Promise<void> {
  const { db, files, clock, config } = platform
  const ready = (await readyExport(db, call.query.export)) ?? fail(9104)
  const key = fileKeyOf(exportSealer(config.secrets.storageKey), ready.sealedKey, ready.id)
  if (!(await hasFirstPiece(files, ready))) fail(9104)
  await platform.transact(async (tx) =>
    note(tx, clock, authorOf(call), { action: 'company-export-downloaded', ...subject(ready.id) }),
  )
  const stamp = ready.askedAt.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
  const body = Readable.from(readPieces(files, ready, ready.pieces, key), { objectMode: false })
  await call.reply
    .header('Content-Type', 'application/gzip')
    .header('Content-Disposition', `attachment; filename="stowage-export-${stamp}.tar.gz"`)
    .header('Content-Length', String(ready.bytes))
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .send(body)
}

/** Deletes an archive, or gives up one that is being made: its bytes go with the next turn of the job. @throws Failure 9104 */
export async function deleteCompanyExport(
  platform: Platform,
  call: Call<typeof api.deleteCompanyExport, Actor>,
): Promise<Answer<typeof api.deleteCompanyExport>> {
  const { id } = call.params
  return await call.transact(async (tx) => {
    const was = (await endCompanyExport(tx, id, machineNow())) ?? fail(9104)
    note(tx, platform.clock, authorOf(call), {
      action: 'company-export-deleted',
      ...subject(id),
      before: { state: was },
    })
    return {}
  })
}
