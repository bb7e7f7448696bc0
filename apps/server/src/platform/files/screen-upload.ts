export const LARGEST_UPLOAD = 10 * 1024 * 1024

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'
/** What an upload is by its bytes; a picture is still as it came. */
export type Screened =
  | { readonly is: 'pdf'; readonly bytes: Uint8Array }
  | { readonly is: 'picture'; readonly mime: PictureType; readonly bytes: Uint8Array }
  | { readonly is: 'tooLarge' }
  | { readonly is: 'refused' }

/**
 * Tells by its content what a file in base64 is. Looking through 10 MB takes tens of milliseconds: long ones are given to the
 * thread beside the server (`screenBeside`), which calls this too.
 */
export async function screenUpload(base64: string): Promise<Screened> {
  if (base64.length > (LARGEST_UPLOAD / 3) * 4 + 4) return { is: 'tooLarge' }
  if (base64.length % 4 !== 0 || /[^A-Za-z0-9+/=]|=[^=]|={3}/.test(base64)) return { is: 'refused' }
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) return { is: 'refused' }
  if (bytes.length > LARGEST_UPLOAD) return { is: 'tooLarge' }
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return isPlainPdf(bytes) ? { is: 'pdf', bytes } : { is: 'refused' }
  if (carriesSomethingElse(bytes)) return { is: 'refused' }
  const { fileTypeFromBuffer } = await import('file-type')
  const mime = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime
  if (mime !== 'image/jpeg' && mime !== 'image/png' && mime !== 'image/webp') return { is: 'refused' }
  return { is: 'picture', mime, bytes }
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
 * Names of what acts when a PDF is opened. Each letter may be written as #hex; the pattern says so, since undoing that first costs
 * seconds for a file of nothing else, and all other uploads wait meanwhile.
 */
const ACTING = new RegExp(
  `/(?:${['JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia'].map(asWritten).join('|')})\\b`,
)

function asWritten(name: string): string {
  return name
    .split('')
    .map((letter) => {
      const hex = letter.charCodeAt(0).toString(16)
      return `(?:${letter}|#${hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
    })
    .join('')
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
  return !MARKUP.test(text) && !ACTING.test(text)
}
