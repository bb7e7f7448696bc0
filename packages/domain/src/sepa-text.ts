/**
 * Text as every bank of the SEPA area carries it: `a-z A-Z 0-9 / - ? : ( ) . , ' +` and the blank (EPC217-08). Letters of other
 * alphabets are written with these.
 */

/** What is not a letter with a mark on it. Russian as in a passport of the country (ICAO 9303). */
const WRITTEN: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  œ: 'oe',
  ħ: 'h',
  ı: 'i',
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: 'ie',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
  і: 'i',
  ї: 'i',
  є: 'ie',
  ґ: 'g',
  ў: 'u',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
  '&': '+',
  '·': '-',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '„': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  '№': 'No',
  '€': 'EUR',
  _: '-',
  '%': '.',
  ';': ',',
  '[': '(',
  ']': ')',
}

const SEPA = /[a-zA-Z0-9/\-?:().,'+ ]/

/**
 * A text in letters of the set, at most so long; what has no letter in it becomes a dot. It begins and ends with no slash and
 * has no two in a row, which banks take for the end of a field.
 */
export function sepaText(text: string, most: number): string {
  const written = Array.from(text.normalize('NFC'), carried)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\/{2,}/g, '/')
    .trim()
    .slice(0, most)
  return written.replaceAll(/^\/+|\/+$/g, '').trim()
}

function carried(char: string): string {
  if (/\s/.test(char)) return ' '
  if (SEPA.test(char)) return char
  const small = char.toLowerCase()
  const known = WRITTEN[small]
  if (known !== undefined) return small === char ? known : capital(known)
  const plain = Array.from(char.normalize('NFD').replaceAll(/\p{M}/gu, ''))
  if (plain.length === 1 && plain[0] !== undefined && plain[0] !== char) return carried(plain[0])
  return /\p{M}/u.test(char) ? '' : '.'
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Whether a text can stand in a file as it is. */
export const isSepaText = (text: string): boolean => /^[a-zA-Z0-9/\-?:().,'+ ]*$/.test(text)
