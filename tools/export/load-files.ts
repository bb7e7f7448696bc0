import {
  identityOfPlace,
  pictureOfPlace,
  placeOfIdentity,
  placeOfPicture,
  type ExportManifest,
} from '@stowage/server/modules/reports/company-export/manifest'
import type { Config } from '@stowage/server/platform/config'
import type { Files } from '@stowage/server/platform/files/files'
import { newFileKey, sealFile } from '@stowage/server/platform/files/seal-file'
import { sumOf } from '@stowage/server/platform/files/tar'
import { createSealer } from '@stowage/server/platform/seal'
import type pg from 'pg'
import { entriesOf, Refused } from '../backup/into-empty.ts'

interface Wish {
  readonly source: string
  readonly manifest: ExportManifest
  readonly files: Files
  readonly secrets: Pick<Config['secrets'], 'storageKey'>
}

/**
 * Puts the files of an export where the server keeps them, identity documents under new keys.
 * @throws Refused for a file that no line names, and a line whose file is neither there nor said to be missing
 */
export async function loadFiles(
  client: pg.Client,
  { source, manifest, files, secrets }: Wish,
): Promise<void> {
  const sealer = createSealer(secrets.storageKey, 'kyc')
  const { rows: documents } = await client.query<{ id: string; key: string; sum: string }>(
    'select id, file_key as key, sha256 as sum from kyc_document where shredded_at is null',
  )
  const { rows: pictures } = await client.query<{ key: string }>(
    "select preview_key as key from box_category where preview_key is not null union select background ->> 'file' from floor_map where background ->> 'file' is not null",
  )
  const byId = new Map(documents.map((document) => [document.id, document]))
  const wanted = new Set([
    ...documents.map(({ id }) => placeOfIdentity(id)),
    ...pictures.map(({ key }) => placeOfPicture(key)),
  ])
  for await (const { name, bytes } of entriesOf(source)) {
    const [picture, identity] = [pictureOfPlace(name), identityOfPlace(name)]
    if (picture === undefined && identity === undefined) continue
    if (!wanted.delete(name)) throw new Refused(`${name} belongs to no line`)
    if (picture !== undefined) await files.put(picture, bytes)
    const document = byId.get(identity ?? '')
    if (document === undefined) continue
    if (sumOf(bytes) !== document.sum) throw new Refused(`${name} is not what its line says (sha256)`)
    const { key, sealedKey } = newFileKey(sealer, document.id)
    await files.put(document.key, sealFile(bytes, key, document.id))
    await client.query('update kyc_document set sealed_key = $2 where id = $1', [document.id, sealedKey])
  }
  const missing = new Set(manifest.missing)
  const lost = [...wanted].find((place) => !missing.has(place))
  if (lost !== undefined) throw new Refused(`${lost} is missing`)
}
