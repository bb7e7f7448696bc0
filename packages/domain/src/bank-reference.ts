/**
 * What a payer writes on a transfer so that it finds its document: a creditor reference with check digits (ISO 11649), one per
 * document; also read are the numbers of documents and contracts, as people type them. Safe for the browser.
 */
import { remainder97 } from './iban.ts'

/** Digits behind the check digits: numbers of documents begin at 1,000,000,001, so none begins with a zero that a form could cut. */
const DIGITS = 10

/**
 * `RF` + two check digits + the number. Only digits behind the letters: banks carry those unharmed, in every character set.
 * @param paymentNumber of the document, ten digits
 */
export function creditorReference(paymentNumber: number): string {
  const digits = String(paymentNumber)
  if (!Number.isSafeInteger(paymentNumber) || digits.length !== DIGITS)
    throw new RangeError(`not a payment number: ${paymentNumber}`)
  return `RF${String(98 - remainder97(`RF00${digits}`)).padStart(2, '0')}${digits}`
}

/** In groups of four, as ISO 11649 prints it: `RF53 1000 0000 01`. */
export function spacedReference(reference: string): string {
  return reference.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

export interface ReferencesFound {
  /** Payment numbers of creditor references whose check digits are right. */
  readonly payments: readonly number[]
  /** Numbers of documents, as we write them: `BER-2026-000123`. */
  readonly documents: readonly string[]
  /** Numbers of contracts, as we write them: `2026-000123`. */
  readonly contracts: readonly string[]
  /** Likewise, but called an invoice by the payer, or behind a code that is none of ours: never certain. */
  readonly doubtfulContracts: readonly string[]
}

/** Cyrillic letters that look like Latin ones: who types a stock's code on another keyboard, and banks that translate them. */
const ALIKE: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
}
const folded = (text: string): string =>
  text.toUpperCase().replaceAll(/[АВЕКМНОРСТУХ]/g, (letter) => ALIKE[letter] ?? letter)

/** What people and banks put between the parts of a number, line breaks of 27 or 35 characters included. */
const GAP = String.raw`[\s\u00a0._/\\–—-]{0,3}`
const RF = new RegExp(String.raw`(?<![A-Z0-9])RF${GAP}(\d${GAP}\d(?:[\s\u00a0.-]{0,2}\d){${DIGITS}})`, 'g')
const CONTRACT = new RegExp(String.raw`(?<![A-Z0-9])((?:19|20)\d\d)${GAP}(\d{6,12})(?!\d)`, 'g')
/** Words before a number that call it an invoice's; `FV` and `FS` are Polish, `СЧ` Russian. */
const CALLED_INVOICE =
  /(?:RECHNUNG\S{0,8}|RG|RE|RNR|INVOICE|INV|BILL|FAKTUR\S{0,3}|FV|FS|CЧET\S{0,3}|CЧЁT\S{0,3}|CЧ|ФAKTУP\S{0,3}|ФAKTYP\S{0,3})[\s\u00a0.,:#№NORUMER-]{0,10}$/

/** The number of a document of somebody else, or of a stock that the payer has mistyped. */
const OTHER_CODE = /(?:^|[^\p{L}\p{N}])[\p{L}\p{N}]{1,6}[-/_]$/u

/** The document numbers of stocks whose codes are known, each at its place in the text. */
function documentPattern(codes: readonly string[]): RegExp | undefined {
  const known = [...new Set(codes.map(folded))].filter((code) => code !== '')
  if (known.length === 0) return undefined
  // The longest first: of BER and BERLIN the text means what it says.
  const any = known
    .toSorted((a, b) => b.length - a.length)
    .map((code) => code.replaceAll(/[^\p{L}\p{N}]/gu, (sign) => `\\${sign}`))
    .join('|')
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(${any})(P|C|S)?${GAP}((?:19|20)\d\d)${GAP}(\d{6,9})(?!\d)`,
    'gu',
  )
}

/**
 * What the words of a transfer name. Nothing is guessed: a creditor reference counts with right check digits only, and a part of a
 * longer number is none.
 * @param texts structured reference, purpose and the payer's own name for the transfer, each as the bank gives it
 * @param stockCodes the codes with which the seller's document numbers begin, as they are written there
 */
export function referencesIn(texts: readonly string[], stockCodes: readonly string[]): ReferencesFound {
  const payments = new Set<number>()
  const documents = new Set<string>()
  const contracts = new Set<string>()
  const doubtful = new Set<string>()
  const codeOf = new Map(stockCodes.map((code) => [folded(code), code]))
  const pattern = documentPattern(stockCodes)
  for (const given of texts) {
    // Taken out as it is read: the end of a document's number has the form of a contract's.
    const take = (from: string, what: RegExp, use: (parts: readonly string[], at: number) => void): string =>
      from.replaceAll(what, (all: string, ...parts: unknown[]) => {
        const at = parts.findIndex((part) => typeof part === 'number')
        use(
          parts.slice(0, at).map((part) => (typeof part === 'string' ? part : '')),
          Number(parts[at]),
        )
        return '#'.repeat(all.length)
      })
    let text = folded(given)
    text = take(text, RF, ([digits = '']) => {
      const plain = digits.replaceAll(/\D/g, '')
      const reference = `RF${plain}`
      if (remainder97(reference) === 1) payments.add(Number(plain.slice(2)))
    })
    if (pattern !== undefined)
      text = take(text, pattern, ([code = '', letter = '', year = '', number = '']) =>
        documents.add(`${codeOf.get(code) ?? code}${letter}-${year}-${number}`),
      )
    const before = text
    take(text, CONTRACT, ([year = '', number = ''], at) => {
      const words = before.slice(Math.max(0, at - 24), at)
      const isDoubtful = CALLED_INVOICE.test(words) || OTHER_CODE.test(words)
      ;(isDoubtful ? doubtful : contracts).add(`${year}-${number}`)
    })
  }
  return {
    payments: [...payments],
    documents: [...documents],
    contracts: [...contracts],
    doubtfulContracts: [...doubtful].filter((one) => !contracts.has(one)),
  }
}
