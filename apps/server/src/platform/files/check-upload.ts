import { BESIDE_FROM, screenBeside } from '../beside/beside.ts'
import { fail, FieldFailures } from '../failure.ts'
import { createTurns } from '../take-turns.ts'
import { drawAnew } from './draw-anew.ts'
import { type PictureType, screenUpload } from './screen-upload.ts'

export interface CheckedUpload {
  readonly contentType: 'application/pdf' | PictureType
  readonly bytes: Buffer
}

/** Drawing takes a core and a hundred megabytes, wherever it is done. */
export const inTurn = createTurns({ atOnce: 1, waiting: 30 })

/**
 * Takes in a file by what its bytes are; its name and said type decide nothing. Pictures are drawn anew, so that neither
 * EXIF nor anything hidden in them is kept.
 * @throws FieldFailures 1005 for anything but a pdf, jpg, png or webp; Failure 9113 above 10 MB
 */
export async function checkUpload(base64: string, field: string): Promise<CheckedUpload> {
  const screened = base64.length > BESIDE_FROM ? await screenBeside(base64) : await screenUpload(base64)
  if (screened.is === 'tooLarge') return fail(9113, { field })
  const refuse = (): never => {
    throw new FieldFailures([{ code: 1005, field }])
  }
  if (screened.is === 'refused') return refuse()
  const bytes = Buffer.from(screened.bytes.buffer, screened.bytes.byteOffset, screened.bytes.byteLength)
  if (screened.is === 'pdf') return { contentType: 'application/pdf', bytes }
  const { mime } = screened
  return (await inTurn(() => drawAnew(bytes, mime))) ?? refuse()
}
