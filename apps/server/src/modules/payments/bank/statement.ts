import { currencies, type Currency } from '@stowage/domain/money'

/** What a file of a bank says, whichever form it has. Days are `YYYY-MM-DD`, amounts minor units above 0. */
export interface BankLine {
  readonly bookedOn: string
  readonly valueOn: string | null
  readonly direction: 'in' | 'out'
  readonly amount: number
  readonly currency: string
  /** The bank's own name for it; null where it gives none. */
  readonly bankReference: string | null
  readonly endToEndId: string | null
  /** By which the bank names several payments that were handed in together and booked in one sum. */
  readonly batchReference: string | null
  /** Of who paid, or of who was paid. */
  readonly payerName: string | null
  readonly payerAccount: string | null
  readonly purpose: string
  /** The structured creditor reference. */
  readonly reference: string | null
  /** Why a payment came back: a code of ISO 20022, `AC04`, `MD06`. */
  readonly returnReason: string | null
  /** It takes back an earlier line. */
  readonly isReversal: boolean
  /** Several payments in one sum, of which the bank does not tell each. */
  readonly isBatch: boolean
}

export interface BankStatement {
  /** As the bank writes it, without spaces. */
  readonly account: string
  readonly statementId: string | null
  readonly currency: string | null
  /** Below 0 where the account is overdrawn; null: not told. */
  readonly opening: number | null
  readonly closing: number | null
  readonly lines: readonly BankLine[]
  /** Lines without a movement of money that is final: announced, for information, of nothing. */
  readonly skipped: number
}

export const fileFaults = [
  'empty',
  'kind',
  'encoding',
  'xml',
  'doctype',
  'depth',
  'otherMessage',
  'noStatement',
  'account',
  'amount',
  'day',
  'currency',
  'sums',
  'tooMany',
  'csv',
  'column',
  'otherAccount',
  'noAccount',
  'severalSellers',
] as const
export type FileFault = (typeof fileFaults)[number]

/** A file that cannot be taken in; `place` says where, as far as that is known: a line, an entry, what stands there. */
export class BankFileError extends Error {
  readonly fault: FileFault
  readonly place: string
  constructor(fault: FileFault, place = '', options: { cause?: unknown } = {}) {
    super(`bank file: ${fault}${place === '' ? '' : ` at ${place}`}`, options)
    this.name = 'BankFileError'
    this.fault = fault
    this.place = place.slice(0, 120)
  }
}

/** More than any account of a storage company moves in a quarter. */
export const MOST_LINES = 20_000
const LONGEST_TEXT = 1000

/** A text of a bank in one line, without what nobody writes; null where nothing is left. */
export function plainText(text: string | null | undefined, longest = LONGEST_TEXT): string | null {
  if (text == null) return null
  const plain = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
  return plain === '' ? null : plain
}

export const isCurrency = (text: string): text is Currency => (currencies as readonly string[]).includes(text)
