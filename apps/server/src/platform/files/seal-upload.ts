import { drawAnew } from './draw-anew.ts'
import { type PictureType, screenUpload } from './screen-upload.ts'
import { scanBytes, type VirusScanner } from './scan-upload.ts'
import { sealFile } from './seal-file.ts'
import { sha256 } from '../seal.ts'

export type SealedUpload =
  | {
      readonly is: 'sealed'
      readonly contentType: 'application/pdf' | PictureType
      /** Of what was sealed. */
      readonly byteSize: number
      readonly sha256: string
      readonly bytes: Uint8Array<ArrayBuffer>
    }
  | { readonly is: 'tooLarge' }
  | { readonly is: 'refused' }
  /** The virus scanner does not answer. */
  | { readonly is: 'unscanned' }

/**
 * The whole way of an identity document from base64 to what is kept: looked through by its content, a picture drawn anew,
 * encrypted under its own key. Long ones go it in the thread beside the server (`sealUploadBeside`), which calls this.
 */
export async function sealUpload(
  base64: string,
  key: Uint8Array,
  context: string,
  scanner?: VirusScanner,
): Promise<SealedUpload> {
  const screened = await screenUpload(base64)
  if (screened.is === 'tooLarge' || screened.is === 'refused') return screened
  const scan = scanner && (await scanBytes(scanner, screened.bytes))
  if (scan?.is === 'infected') return { is: 'refused' }
  if (scan?.is === 'away') return { is: 'unscanned' }
  const kept =
    screened.is === 'pdf'
      ? { contentType: 'application/pdf' as const, bytes: screened.bytes }
      : await drawAnew(screened.bytes, screened.mime)
  if (!kept) return { is: 'refused' }
  return {
    is: 'sealed',
    contentType: kept.contentType,
    byteSize: kept.bytes.length,
    sha256: sha256(kept.bytes),
    bytes: sealFile(kept.bytes, key, context),
  }
}
