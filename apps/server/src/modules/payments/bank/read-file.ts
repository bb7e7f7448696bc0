import { MOST_FILE_BYTES, type CsvForm } from '@stowage/api/bank'
import { plainAccount } from '@stowage/domain/iban'
import { fail } from '../../../platform/failure.ts'
import { sha256 } from '../../../platform/seal.ts'
import { isSameAccount, type SellerAccount } from './bank-view.ts'
import { decode, decodeXml, guessEncoding } from './decode-text.ts'
import { guessCsvForm, guessSeparator } from './guess-csv-form.ts'
import { readCamt } from './read-camt.ts'
import { linesOfCsv, readRows, type CsvRow } from './read-csv.ts'
import { BankFileError, isCurrency, MOST_LINES, type BankStatement } from './statement.ts'

export interface GivenFile {
  readonly file: { readonly base64: string }
  readonly sellerId?: string | null | undefined
  readonly form?: CsvForm | null | undefined
}

/** A statement with the seller whose account it is of; null: of none of ours. */
export type OwnStatement = BankStatement & { readonly seller: SellerAccount | null }

export interface ReadFile {
  readonly format: 'camt' | 'csv'
  readonly hash: string
  readonly statements: readonly OwnStatement[]
  /** Of a CSV file: how it was read, and its first rows. */
  readonly form: CsvForm | null
  readonly rows: readonly (readonly string[])[]
  /** What of the form does not fit the file; nothing is imported then. */
  readonly problem: BankFileError | null
}

const SHOWN_ROWS = 12
const SHOWN_CELLS = 200
/** With headings, totals and empty rows. */
const MOST_ROWS = MOST_LINES + 1000

/**
 * Reads a file of a bank, whichever of the two forms it has.
 * @throws BankFileError where it cannot be read at all; Failure 9113 where it is too large
 */
export async function readBankFile(given: GivenFile, sellers: readonly SellerAccount[]): Promise<ReadFile> {
  if (given.file.base64.length > (MOST_FILE_BYTES / 3) * 4 + 4) fail(9113)
  const bytes = Buffer.from(given.file.base64, 'base64')
  if (bytes.length === 0) throw new BankFileError('empty')
  const hash = sha256(bytes)
  if (looksLikeXml(bytes)) {
    const statements = await readCamt(decodeXml(bytes))
    return {
      format: 'camt',
      hash,
      statements: owned(statements, sellers, given.sellerId),
      form: null,
      rows: [],
      problem: null,
    }
  }
  if (begins(bytes, '%PDF') || begins(bytes, 'PK') || begins(bytes, ':20:') || begins(bytes, '\u007fELF'))
    throw new BankFileError('kind')
  return { ...(await readCsv(bytes, given, sellers)), hash }
}

const begins = (bytes: Buffer, mark: string): boolean =>
  bytes.subarray(0, mark.length).toString('latin1') === mark

/** Its first letter, behind whatever mark its encoding begins with. */
function looksLikeXml(bytes: Buffer): boolean {
  const head = bytes
    .subarray(0, 64)
    .toString('latin1')
    .replaceAll(/[\0\u00ef\u00bb\u00bf\u00fe\u00ff\s]/g, '')
  return head.startsWith('<')
}

/**
 * Whose the statements are. A file may hold accounts that are none of our sellers' (the owner's other firm): those are left out.
 * @throws BankFileError where none is ours, or where two sellers have it and nobody said which
 */
function owned(
  statements: readonly BankStatement[],
  sellers: readonly SellerAccount[],
  sellerId: string | null | undefined,
): OwnStatement[] {
  const found = statements.map((statement) => {
    const all = sellers.filter(({ account }) => isSameAccount(account, statement.account))
    const chosen = all.find((seller) => seller.sellerId === sellerId)
    if (all.length > 1 && chosen === undefined) throw new BankFileError('severalSellers', statement.account)
    return { ...statement, seller: chosen ?? all[0] ?? null }
  })
  if (found.every(({ seller }) => seller === null))
    throw new BankFileError('otherAccount', statements.map(({ account }) => account).join(', '))
  for (const { seller, currency, lines, account } of found)
    if (seller !== null && lines.length > 0 && !isCurrency(currency ?? ''))
      throw new BankFileError('currency', `${account}: ${currency ?? ''}`)
  return found
}

async function readCsv(
  bytes: Buffer,
  { sellerId, form: given }: GivenFile,
  sellers: readonly SellerAccount[],
): Promise<Omit<ReadFile, 'hash'>> {
  const seller = sellers.find((one) => one.sellerId === sellerId) ?? null
  const kept = given ?? seller?.csvForm ?? null
  const encoding = kept?.encoding ?? guessEncoding(bytes)
  let form = kept
  let rows: CsvRow[] = []
  const shown = (): string[][] =>
    rows
      .slice(0, SHOWN_ROWS + (form?.skip ?? 0))
      .map(({ cells }) => cells.slice(0, SHOWN_CELLS).map((cell) => cell.slice(0, SHOWN_CELLS)))
  try {
    const text = decode(bytes, encoding)
    const separator = kept?.separator ?? guessSeparator(text)
    rows = await readRows(text, separator, MOST_ROWS)
    // The end of a file is never left out in silence.
    if (rows.length >= MOST_ROWS) throw new BankFileError('tooMany', String(MOST_LINES))
    if (rows.length === 0) throw new BankFileError('empty')
    if (!rows.some(({ cells }) => cells.length > 1) && given == null) throw new BankFileError('kind')
    form ??= guessCsvForm(rows, { encoding, separator })
    const { lines, skipped } = linesOfCsv(rows, form)
    if (seller !== null && (seller.account === null || seller.account.trim() === ''))
      throw new BankFileError('noAccount', seller.sellerName)
    const currencies = new Set(lines.map(({ currency }) => currency))
    const statement: OwnStatement = {
      account: seller?.account == null ? '' : plainAccount(seller.account),
      statementId: null,
      currency: currencies.size === 1 ? ([...currencies][0] ?? null) : null,
      opening: null,
      closing: null,
      lines,
      skipped,
      seller,
    }
    return { format: 'csv', statements: [statement], form, rows: shown(), problem: null }
  } catch (error) {
    if (!(error instanceof BankFileError) || (form === null && given == null && rows.length === 0))
      throw error
    return { format: 'csv', statements: [], form, rows: shown(), problem: error }
  }
}
