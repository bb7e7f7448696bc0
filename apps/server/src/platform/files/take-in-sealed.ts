import { BESIDE_FROM, openBeside, sealUploadBeside } from '../beside/beside.ts'
import { HELD } from '../beside/plain-json.ts'
import { fail, FieldFailures } from '../failure.ts'
import type { Sealer } from '../seal.ts'
import { inTurn } from './check-upload.ts'
import { StorageAway } from './object-storage.ts'
import type { VirusScanner } from './scan-upload.ts'
import { fileKeyOf, newFileKey, openFile } from './seal-file.ts'
import { sealUpload, type SealedUpload } from './seal-upload.ts'

type TakenIn = Omit<Extract<SealedUpload, { is: 'sealed' }>, 'is'> & { readonly sealedKey: string }

/**
 * Checks an upload as `checkUpload` does and seals it under a key of its own.
 * @param base64 or the name of a file that is held beside the server
 * @param about.id of its row, to which file and key are bound
 * @throws FieldFailures 1005, also of what the virus scanner names; Failure 9113, 9129; StorageAway while that scanner is away
 */
export async function takeInSealed(
  sealer: Sealer,
  base64: string,
  about: { readonly id: string; readonly field: string },
  scanner?: VirusScanner,
): Promise<TakenIn> {
  const { id, field } = about
  const { key, sealedKey } = newFileKey(sealer, id)
  const isLong = base64.startsWith(HELD) || base64.length > BESIDE_FROM
  const seal = isLong ? sealUploadBeside : sealUpload
  const made = await inTurn(async () => await seal(base64, key, id, scanner))
  if (made.is === 'tooLarge') return fail(9113, { field })
  if (made.is === 'refused') throw new FieldFailures([{ code: 1005, field }])
  if (made.is === 'unscanned') throw new StorageAway('the virus scanner does not answer (CLAMD_URL)')
  const { is: _is, ...taken } = made
  return { ...taken, sealedKey }
}

/**
 * Opens what was taken in, as it is or as the letters of base64.
 * @param sealedKey null: sealed before files had keys of their own
 * @throws when it is another row's or was changed
 */
export async function openSealed(
  sealer: Sealer,
  sealed: Buffer<ArrayBuffer>,
  given: { readonly id: string; readonly sealedKey: string | null; readonly as: 'bytes' | 'base64' },
): Promise<Buffer> {
  const { id, sealedKey, as } = given
  const written = (plain: Buffer): Buffer =>
    as === 'bytes' ? plain : Buffer.from(plain.toString('base64'), 'latin1')
  if (sealedKey === null) return written(sealer.open(sealed, id))
  const key = fileKeyOf(sealer, sealedKey, id)
  return sealed.length > BESIDE_FROM
    ? await openBeside(sealed, key, id, as)
    : written(openFile(sealed, key, id))
}
