import { fail, FieldFailures } from '../failure.ts'
import { createTurns } from '../take-turns.ts'

export const LARGEST_UPLOAD = 10 * 1024 * 1024
/** A 50-megapixel phone passes; 60000 × 60000 does not get as far as memory. */
const MOST_PIXELS = 64_000_000
/** Enough to read the small print of a passport. */
const LONGEST_SIDE = 3200

export interface CheckedUpload {
  readonly contentType: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp'
  readonly bytes: Buffer
}

const inTurn = createTurns({ atOnce: 1, waiting: 30 })

/**
 * Takes in a file by what its bytes are; its name and said type decide nothing. Pictures are drawn anew, so that neither
 * EXIF (the place where a passport was photographed) nor anything hidden in them is kept.
 * @throws FieldFailures 1005 for anything but a pdf, jpg, png or webp; Failure 9113 above 10 MB
 */
export async function checkUpload(base64: string, field: string): Promise<CheckedUpload> {
  const refuse = (): never => {
    throw new FieldFailures([{ code: 1005, field }])
  }
  if (base64.length > (LARGEST_UPLOAD / 3) * 4 + 4) fail(9113, { field })
  if (base64.length % 4 !== 0 || /[^A-Za-z0-9+/=]|=[^=]|={3}/.test(base64)) refuse()
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) refuse()
  if (bytes.length > LARGEST_UPLOAD) fail(9113, { field })
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return isPlainPdf(bytes) ? { contentType: 'application/pdf', bytes } : refuse()
  if (carriesSomethingElse(bytes)) refuse()
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (mime !== 'image/jpeg' && mime !== 'image/png' && mime !== 'image/webp') return refuse()
  return (await inTurn(() => drawAnew(bytes, mime))) ?? refuse()
}

// Long enough not to turn up by chance in 10 MB of compressed picture (the odds stay below one in a thousand).
const MARKUP = /<(?:html|script|iframe|body|object|embed|svg[\s>]|\?php|!doctype)/i

/** A picture that is a page, a PDF or an archive as well. Drawing it anew would undo it; its sender meant no good. */
function carriesSomethingElse(bytes: Buffer): boolean {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return true
  // The end record of a ZIP archive stands in the last 64 KiB and is what readers look for.
  if (bytes.subarray(-65_557).includes(Buffer.from([0x50, 0x4b, 0x05, 0x06]))) return true
  return MARKUP.test(bytes.toString('latin1'))
}

/**
 * A PDF from its first byte to its end mark, without markup for a browser to find and without anything that acts when
 * it is opened. What hides in compressed streams is not looked for: it is shown by a viewer without scripts.
 */
function isPlainPdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text)) return false
  const end = text.lastIndexOf('%%EOF')
  if (end < 0 || !/^[\s\0]*$/.test(text.slice(end + 5))) return false
  return !MARKUP.test(text) && !/\/(?:JavaScript|Launch|EmbeddedFile|RichMedia)\b/.test(text)
}

async function drawAnew(
  bytes: Buffer,
  mime: 'image/jpeg' | 'image/png' | 'image/webp',
): Promise<CheckedUpload | undefined> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  try {
    const drawn = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false })
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
    const asJpeg = async (): Promise<CheckedUpload> => ({
      contentType: 'image/jpeg',
      bytes: await drawn.clone().flatten({ background: '#fff' }).jpeg({ quality: 88 }).toBuffer(),
    })
    if (mime === 'image/jpeg') return await asJpeg()
    if (mime === 'image/webp')
      return { contentType: mime, bytes: await drawn.webp({ quality: 88 }).toBuffer() }
    const png = await drawn.clone().png().toBuffer()
    // A photograph kept as PNG may come out larger than it may be.
    return png.length <= LARGEST_UPLOAD ? { contentType: mime, bytes: png } : await asJpeg()
  } catch {
    return undefined
  }
}
