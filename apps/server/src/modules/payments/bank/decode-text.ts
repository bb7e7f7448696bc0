import { BankFileError } from './statement.ts'

export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'cp852',
  'cp866',
] as const
export type Encoding = (typeof encodings)[number]

/** The upper half of code page 852 (Polish and Czech banks under DOS), which no runtime brings. */
const CP852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0'

/** @throws BankFileError `encoding` where the bytes are not of that encoding */
export function decode(bytes: Uint8Array, encoding: Encoding): string {
  let text: string
  if (encoding === 'cp852')
    text = Array.from(bytes, (byte) =>
      byte < 128 ? String.fromCodePoint(byte) : (CP852[byte - 128] ?? '\u{FFFD}'),
    ).join('')
  else {
    try {
      text = new TextDecoder(encoding === 'cp866' ? 'ibm866' : encoding, { fatal: true }).decode(bytes)
    } catch (cause) {
      throw new BankFileError('encoding', encoding, { cause })
    }
  }
  if (text.includes('\0')) throw new BankFileError('encoding', encoding)
  return text
}

const begins = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)

/** The encoding of an XML file: its mark, else what it says of itself, else UTF-8. */
export function decodeXml(bytes: Uint8Array): string {
  if (begins(bytes, 0xff, 0xfe) || begins(bytes, 0x3c, 0)) return decode(bytes, 'utf-16le')
  if (begins(bytes, 0xfe, 0xff) || begins(bytes, 0, 0x3c)) return decode(bytes, 'utf-16be')
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const said =
    /^<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  if (said === 'utf-8' || said === 'us-ascii') return decode(bytes, 'utf-8')
  const known: Readonly<Record<string, Encoding>> = {
    'iso-8859-1': 'windows-1252',
    'iso-8859-15': 'windows-1252',
    'windows-1252': 'windows-1252',
    'windows-1251': 'windows-1251',
    'windows-1250': 'windows-1250',
  }
  const encoding = known[said]
  if (encoding === undefined) throw new BankFileError('encoding', said)
  return decode(bytes, encoding)
}

const LETTERS: readonly (readonly [Encoding, RegExp])[] = [
  ['windows-1251', /[А-Яа-яЁё]/g],
  ['cp866', /[А-Яа-яЁё]/g],
  // Before its Polish sister: what both read alike is German.
  ['windows-1252', /[ÄÖÜäöüßÉéÈèÀàÇçÑñ€]/g],
  ['windows-1250', /[ĄĆĘŁŃÓŚŹŻąćęłńóśźżÄÖÜäöüß]/g],
  ['cp852', /[ĄĆĘŁŃÓŚŹŻąćęłńóśźżÄÖÜäöüß]/g],
]
/** What a text in the wrong code page is full of: frames, signs of money and mathematics, Cyrillic letters nobody uses. */
const STRANGE =
  /[\u2500-\u25a0¤¦¨ЂЃЉЊЌЋЏђѓљњќћџўЎҐ¬±µ¶·¸÷×˝˛ˇ˘˙\u0080-\u009f]|[а-я][А-Я]|[A-Za-z][А-Яа-я]|[А-Яа-я][A-Za-z]/g

/**
 * Which encoding a file of letters most likely has; whoever imports it sees the first rows and chooses another one.
 * UTF-8 and UTF-16 are certain, the old code pages are told apart by how much of the text reads as words.
 */
export function guessEncoding(bytes: Uint8Array): Encoding {
  if (begins(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (begins(bytes, 0xfe, 0xff)) return 'utf-16be'
  const head = bytes.subarray(0, 64 * 1024)
  // Half of what UTF-16 writes for figures and Latin letters is zeros, and no other encoding has any.
  const zeros = [0, 0]
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  if ((zeros[1] ?? 0) > head.length / 8) return 'utf-16le'
  if ((zeros[0] ?? 0) > head.length / 8) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    // One of the old ones.
  }
  const upper = head.filter((byte) => byte >= 128)
  let best: { encoding: Encoding; score: number } = { encoding: 'windows-1252', score: -Infinity }
  for (const [encoding, letters] of LETTERS) {
    const name = encoding === 'cp866' ? 'ibm866' : encoding
    const text =
      encoding === 'cp852'
        ? decode(
            head.map((byte) => byte || 32),
            'cp852',
          )
        : new TextDecoder(name).decode(head)
    const score = (text.match(letters) ?? []).length - 3 * (text.match(STRANGE) ?? []).length
    if (score > best.score && upper.length > 0) best = { encoding, score }
  }
  return best.encoding
}
