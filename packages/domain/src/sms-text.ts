/**
 * Short messages as a network counts them (3GPP TS 23.038): letters of the GSM alphabet take 7 bits, any other letter makes the
 * whole message UCS-2, 16 bits each. Safe for the browser.
 */

/** The basic alphabet; each letter is one septet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension: an escape and a letter, two septets. */
const EXTENDED = new Set('\f^{}\\[~]|€')

/** What one message holds, and what each part of a longer one holds beside the head that joins them. */
const GSM = { alone: 160, part: 153 } as const
const UCS2 = { alone: 70, part: 67 } as const

/** What is billed as two is the most that one of our messages may cost. */
export const MOST_SEGMENTS = 2

export interface SmsSize {
  readonly encoding: 'gsm7' | 'ucs2'
  /** Septets, or units of 16 bits. */
  readonly units: number
  readonly segments: number
}

/** How large a message is on its way. A letter of two units or septets is never torn between two parts, as networks do it. */
export function sizeOfSms(text: string): SmsSize {
  const letters = Array.from(text)
  const isGsm = letters.every((letter) => BASIC.has(letter) || EXTENDED.has(letter))
  const widths = letters.map((letter) => (isGsm ? (EXTENDED.has(letter) ? 2 : 1) : letter.length))
  const units = widths.reduce((sum, width) => sum + width, 0)
  const { alone, part } = isGsm ? GSM : UCS2
  const encoding = isGsm ? 'gsm7' : 'ucs2'
  if (units <= alone) return { encoding, units, segments: units === 0 ? 0 : 1 }
  let [segments, filled] = [1, 0]
  for (const width of widths) {
    if (filled + width > part) {
      segments += 1
      filled = 0
    }
    filled += width
  }
  return { encoding, units, segments }
}

/** Typography that costs the whole message its 7 bits and tells nobody more. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
  [/[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, ''],
  [/[«»„“”‟]/g, '"'],
  [/[‘’‚‛]/g, "'"],
  [/[‐‑‒–—−]/g, '-'],
  [/…/g, '...'],
  [/\p{Cc}+/gu, ' '],
]

/** A text as it is sent: one line, with the signs that every phone has instead of those of a page. */
export function plainSms(text: string): string {
  return PLAIN.reduce((said, [from, to]) => said.replace(from, to), text.toWellFormed()).trim()
}

/** A name that somebody typed, no longer than `most` letters: whole words where half of that is left, else with a dot for the rest. */
export function shortened(name: string, most: number): string {
  const letters = Array.from(plainSms(name))
  if (letters.length <= most) return letters.join('')
  const words = letters
    .slice(0, most + 1)
    .join('')
    .replace(/[\s,;:./()-]+[^\s,;:./()-]*$/u, '')
  const count = Array.from(words).length
  if (count >= most / 2 && count <= most) return words
  return `${letters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}.`
}

/** Cut to what two segments hold: the last word where a text with names in it turned out longer than it may be. */
export function cutSms(text: string, most = MOST_SEGMENTS): string {
  if (sizeOfSms(text).segments <= most) return text
  const letters = Array.from(text)
  let [fits, over] = [0, letters.length]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (sizeOfSms(letters.slice(0, middle).join('')).segments <= most) fits = middle
    else over = middle
  }
  return letters.slice(0, fits).join('')
}
