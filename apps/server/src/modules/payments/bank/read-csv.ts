import { Readable } from 'node:stream'
import { parse, CsvError } from 'csv-parse'
import { plainAccount } from '@stowage/domain/iban'
import type { CsvForm } from '@stowage/api/bank'
import { isDay } from './read-camt.ts'
import { BankFileError, isCurrency, MOST_LINES, plainText, type BankLine } from './statement.ts'

export interface CsvRow {
  /** Of the file, from 1, where the row ends. */
  readonly line: number
  readonly cells: readonly string[]
}

const CHUNK = 64 * 1024
const LONGEST_ROW = 64 * 1024

/**
 * The rows of a file, piece by piece.
 * @param most rows after which reading stops
 * @throws BankFileError `csv` with the line: an open quote, a row of hundreds of kilobytes
 */
export async function readRows(
  text: string,
  separator: CsvForm['separator'],
  most: number,
): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  const reader = parse({
    delimiter: separator,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  })
  try {
    for await (const { record, info } of Readable.from(pieces(text)).pipe(reader) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      rows.push({ line: info.lines, cells: record.map((cell) => cell.trim()) })
      if (rows.length >= most) break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BankFileError('csv', typeof error['lines'] === 'number' ? `line ${error['lines']}` : '', {
      cause: error,
    })
  }
  return rows
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK) yield text.slice(at, at + CHUNK)
}

/**
 * The movements of a CSV file, read as its form says. Rows with neither day nor amount (headings, totals, empty ones) are passed
 * over; anything else that cannot be read refuses the file.
 * @throws BankFileError with the line and what stands there
 */
export function linesOfCsv(rows: readonly CsvRow[], form: CsvForm): { lines: BankLine[]; skipped: number } {
  const lines: BankLine[] = []
  let skipped = 0
  for (const row of rows.slice(form.skip)) {
    const line = lineOf(row, form)
    if (line === null) skipped += row.cells.some((cell) => cell !== '') ? 1 : 0
    else lines.push(line)
    if (lines.length > MOST_LINES) throw new BankFileError('tooMany', String(MOST_LINES))
  }
  if (lines.length === 0) throw new BankFileError('noStatement')
  return { lines, skipped }
}

/** One row; null: it is none of a movement. @throws BankFileError */
export function lineOf({ cells, line }: CsvRow, form: CsvForm): BankLine | null {
  const place = `line ${line}`
  const { columns } = form
  const at = (column: number | null | undefined): string => (column == null ? '' : (cells[column] ?? ''))
  const amounts = [columns.amount, columns.credit, columns.debit].map(at)
  if (amounts.every((text) => text === '')) {
    if (at(columns.date) === '' || dayIn(at(columns.date), form.dateForm) === null) return null
    throw new BankFileError('amount', place)
  }
  const bookedOn = dayIn(at(columns.date), form.dateForm)
  // A line of totals: a word where the day stands, sums, and nothing of a payment.
  const words = [columns.payer, columns.account, columns.id, ...columns.purpose].map(at)
  if (!/\d/.test(at(columns.date)) && words.every((word) => word === '')) return null
  if (bookedOn === null) throw new BankFileError('day', `${place}: ${at(columns.date)}`)
  // A row that was cut off in the middle, or of another table.
  const widest = Math.max(
    ...Object.values(columns)
      .flat()
      .filter((column) => typeof column === 'number'),
  )
  if (cells.length <= widest) throw new BankFileError('column', place)
  const signed = amountIn(amounts, form.decimal, place)
  if (signed === 0) return null
  const currency = (at(columns.currency) || form.currency || '').toUpperCase()
  if (!isCurrency(currency)) throw new BankFileError('currency', `${place}: ${currency}`)
  return {
    bookedOn,
    valueOn: null,
    direction: signed > 0 ? 'in' : 'out',
    amount: Math.abs(signed),
    currency,
    bankReference: plainText(at(columns.id), 140),
    endToEndId: null,
    batchReference: null,
    payerName: plainText(at(columns.payer), 140),
    payerAccount: plainText(plainAccount(at(columns.account)), 42),
    purpose: plainText((columns.purpose ?? []).map(at).join(' ')) ?? '',
    reference: null,
    returnReason: null,
    isReversal: false,
    isBatch: false,
  }
}

/** One column with signs, or one for what came and one for what went. */
function amountIn(
  [amount = '', credit = '', debit = '']: readonly string[],
  decimal: CsvForm['decimal'],
  place: string,
): number {
  const read = (text: string): number => {
    const minor = minorIn(text, decimal)
    if (minor === null) throw new BankFileError('amount', `${place}: ${text}`)
    return minor
  }
  if (amount !== '') return read(amount)
  const [came, went] = [credit === '' ? 0 : read(credit), debit === '' ? 0 : read(debit)]
  if (came !== 0 && went !== 0) throw new BankFileError('amount', `${place}: ${credit} / ${debit}`)
  if (came < 0) throw new BankFileError('amount', `${place}: ${credit}`)
  return went === 0 ? came : -Math.abs(went)
}

/** A number as a person of that country writes it, in minor units; null: it is none. */
export function minorIn(text: string, decimal: CsvForm['decimal']): number | null {
  const plain = text
    .replaceAll(/[\s\u00a0\u202f'’]|EUR|USD|RUB|PLN|€|\$|₽|zł|руб\.?/giu, '')
    .replaceAll('−', '-')
  const group = decimal === ',' ? String.raw`\.` : ','
  const [, before = '', whole, part = '', after = ''] =
    new RegExp(
      String.raw`^([+-]?)(\d{1,3}(?:${group}\d{3})+|\d{1,13})(?:${decimal === ',' ? ',' : String.raw`\.`}(\d{1,4}))?([+-]?)$`,
    ).exec(plain) ?? []
  if (whole === undefined || (before !== '' && after !== '') || /[1-9]/.test(part.slice(2))) return null
  const minor = Number(whole.replaceAll(/\D/g, '')) * 100 + Number(part.slice(0, 2).padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? (`${before}${after}` === '-' ? -minor : minor) : null
}

/** A day as `YYYY-MM-DD`; null: it is none of that form. A time behind it is passed over. */
export function dayIn(text: string, form: CsvForm['dateForm']): string | null {
  const [, one = '', two = '', three = ''] =
    (form === 'YMD'
      ? /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})(?:[T\s].*)?$/
      : /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})(?:[T\s].*)?$/
    ).exec(text.trim()) ?? []
  if (one === '') return null
  const [year, month, day] =
    form === 'YMD' ? [one, two, three] : form === 'DMY' ? [three, two, one] : [three, one, two]
  const full = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(full) ? full : null
}
