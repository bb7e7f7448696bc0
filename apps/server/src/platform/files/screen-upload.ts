import { constants, inflateSync } from 'node:zlib'

const { Z_SYNC_FLUSH } = constants

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
const ACTING_NAMES = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'SubmitForm',
  'ImportData',
  'GoToR',
  'GoToE',
  'URI',
  'XFA',
  'Rendition',
  'Movie',
  'Sound',
]
const BEHIND = '(?![A-Za-z0-9_#.+-])'
/** A place to open at, which most office programs write, is an array; an action is not. */
const OPENING = `${asWritten('OpenAction')}(?!\\s*\\[)`
const ACTING = new RegExp(`/(?:${[...ACTING_NAMES.map(asWritten), OPENING].join('|')})${BEHIND}`)
/** Too short to be looked for in pictures, where the letters turn up by chance. */
const ACTING_SHORT = new RegExp(`/(?:${['AA', 'JS'].map(asWritten).join('|')})${BEHIND}`)
/** What compressed objects may hold in all; a document of one's own has some hundred kilobytes of them. */
const MOST_INFLATED = 32 * 1024 * 1024
const MOST_STREAMS = 5000

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
 * it is opened, in plain or in compressed objects. An encrypted one cannot be looked through and is refused.
 */
function isPlainPdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  if (!/^%PDF-[12]\.\d/.test(text)) return false
  const end = text.lastIndexOf('%%EOF')
  if (end < 0 || !/^[\s\0]*$/.test(text.slice(end + 5))) return false
  if (MARKUP.test(text) || ENCRYPTED.test(text)) return false
  return !ACTING.test(text) && !ACTING_SHORT.test(withoutStreams(text)) && areObjectsPlain(bytes, text)
}

const ENCRYPTED = new RegExp(`/${asWritten('Encrypt')}\\b`)
const OBJECT_STREAM = new RegExp(`/${asWritten('ObjStm')}\\b`)
const DEFLATED = new RegExp(`/(?:${asWritten('FlateDecode')}|Fl)\\b`)
const ANY_FILTER = new RegExp(`/${asWritten('Filter')}\\b`)

/** The beginnings of streams: what stands between is compressed or drawn, and may hold any letters. */
function* streamsOf(text: string): Generator<{ head: string; from: number; to: number }> {
  let after = 0
  for (;;) {
    const at = text.indexOf('stream', after)
    if (at < 0) return
    const from = text.startsWith('\r\n', at + 6) ? at + 8 : at + 7
    const end = text.indexOf('endstream', from)
    const to = end < 0 ? text.length : end
    const head = text.slice(Math.max(after, at - 2000), at)
    after = end < 0 ? text.length : end + 9
    if (/>>\s*$/.test(head)) yield { head, from, to }
    else after = at + 6
  }
}

function withoutStreams(text: string): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of streamsOf(text)) {
    parts.push(text.slice(at, from))
    at = to
  }
  return [...parts, text.slice(at)].join(' ')
}

/** Objects in compressed streams are names like all others; of unknown compression, or too large, they are refused. */
function areObjectsPlain(bytes: Buffer, text: string): boolean {
  let left = MOST_INFLATED
  let count = 0
  for (const { head, from, to } of streamsOf(text)) {
    const own = head.slice(head.lastIndexOf(' obj'))
    if (!OBJECT_STREAM.test(own)) continue
    count += 1
    if (count > MOST_STREAMS) return false
    let inside: string
    if (DEFLATED.test(own)) {
      try {
        const plain = inflateSync(bytes.subarray(from, to), {
          maxOutputLength: left,
          finishFlush: Z_SYNC_FLUSH,
        })
        left -= plain.length
        inside = plain.toString('latin1')
      } catch {
        return false
      }
      if (left <= 0) return false
    } else if (ANY_FILTER.test(own)) return false
    else inside = text.slice(from, to)
    if (ACTING.test(inside) || ACTING_SHORT.test(inside)) return false
  }
  return true
}
