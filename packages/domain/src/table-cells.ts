/**
 * Tables as people keep them in a spreadsheet: one row a thing, the columns known by their names in our four languages.
 * Safe for the browser, which writes samples of them; the server reads them.
 */
import { parseCsv, type CsvRow } from './csv.ts'
import { limits } from './limits.ts'

const order = ['ru', 'en', 'de', 'pl'] as const

/** The first of each language is what an export writes (ru, en, de, pl, in this order), the others are read as well. */
export type ColumnNames<C extends string> = Readonly<Record<C, readonly string[]>>

/** The heads of the columns in a language, as `readTable` knows them. */
export function columnName<C extends string>(
  names: ColumnNames<C>,
  column: C,
  language: (typeof order)[number],
): string {
  const name = names[column][order.indexOf(language)] ?? column
  // Written as it is to stand there: E-Mail, USt-IdNr.
  if (/\p{Lu}/u.test(name)) return name
  // German writes its nouns large wherever they stand.
  return name.replaceAll(language === 'de' ? /(?<!\S)\p{L}/gu : /^\p{L}/gu, (letter) => letter.toUpperCase())
}

/** What is wrong with a row as such: a quotation mark without its other one, more cells than heads, a file that ends inside it. */
export const rowFlaws = ['quote', 'cells', 'cut'] as const
export type RowFlaw = (typeof rowFlaws)[number]

export interface CellProblem<C extends string> {
  readonly field: C
  readonly code: 1003 | 1004 | 1005 | 6013
  /** With 1005: it is the row that is wrong, from this cell on. */
  readonly flaw?: RowFlaw
  /** What stands in the cell, its beginning: the reader of the errors looks for it in his table. */
  readonly typed: string
}

export type TableProblem = 'empty' | 'noColumn' | 'twice' | 'tooMany'

export interface ReadTable<C extends string> {
  readonly rows: readonly Cells<C>[]
  /** Heads that say nothing here: the columns beneath them are not read. */
  readonly unread: readonly string[]
  /** Without heads, or without those that it needs, there is no table; too many rows are one too. */
  readonly problem: TableProblem | null
}

/** The rows of a table, not looked at yet. @param needed columns without which there is nothing to read */
export function readTable<C extends string>(
  text: string,
  names: ColumnNames<C>,
  needed: readonly C[],
): ReadTable<C> {
  const [head, ...body] = parseCsv(text)
  if (head === undefined) return { rows: [], unread: [], problem: 'empty' }
  const heads = head.cells.slice(0, MOST_COLUMNS)
  const columns = heads.map((cell) => columnOf(names, cell))
  const unread = heads
    .filter((cell, index) => columns[index] === undefined && cell.trim() !== '')
    .map((cell) => cell.slice(0, TYPED_SHOWN))
  const known = columns.filter((column) => column !== undefined)
  const without = (problem: TableProblem): ReadTable<C> => ({ rows: [], unread, problem })
  if (needed.some((column) => !known.includes(column))) return without('noColumn')
  if (new Set(known).size < known.length) return without('twice')
  if (body.length === 0) return without('empty')
  if (body.length > limits.boxesAtOnce) return without('tooMany')
  const isEnded = /[\r\n]/.test(text.at(-1) ?? '')
  const flawOf = ({ cells, isOpen }: CsvRow, isLast: boolean): RowFlaw | undefined => {
    if (isOpen) return 'quote'
    // Empty cells behind the heads are what some programs leave where a column was deleted.
    if (cells.slice(head.cells.length).some((cell) => cell !== '')) return 'cells'
    return isLast && !isEnded && cells.length < head.cells.length ? 'cut' : undefined
  }
  return {
    rows: body.map((row, index) => {
      const cells = new Cells(row.line, columns, row.cells)
      const flaw = flawOf(row, index === body.length - 1)
      if (flaw !== undefined)
        cells.broken(columns[row.cells.length - 1] ?? columns.findLast((one) => one !== undefined)!, flaw)
      return cells
    }),
    unread,
    problem: null,
  }
}

/** As much of a cell as is shown: its reader looks for it in his table. */
const TYPED_SHOWN = 80
/** More columns than any table of ours has beside those that nobody reads here. */
const MOST_COLUMNS = 200
/** Longer than any head that says something; the patterns below would take hours over megabytes of spaces. */
const LONGEST_HEAD = 100

function columnOf<C extends string>(names: ColumnNames<C>, head: string): C | undefined {
  if (head.length > LONGEST_HEAD) return undefined
  // "Размер, м²" and "Own rate (EUR)" are heads that people write.
  const plain = head
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s*[,(].*$/, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
  return (Object.keys(names) as C[]).find((column) =>
    names[column].some((name) => name.toLowerCase() === plain),
  )
}

/** One row: what its cells say, and what is wrong in them, collected while they are asked. */
export class Cells<C extends string> {
  readonly problems: CellProblem<C>[] = []
  /** Of the file, from 1. */
  readonly line: number
  readonly #columns: readonly (C | undefined)[]
  readonly #cells: readonly string[]

  constructor(line: number, columns: readonly (C | undefined)[], cells: readonly string[]) {
    this.line = line
    this.#columns = columns
    this.#cells = cells
  }

  /** As it was typed, without the space around it. */
  typed(column: C): string {
    return (this.#cells[this.#columns.indexOf(column)] ?? '').trim()
  }

  /** The row as such, from this cell on. */
  broken(field: C, flaw: RowFlaw): void {
    this.problems.push({ field, code: 1005, flaw, typed: this.typed(field).slice(0, TYPED_SHOWN) })
  }

  wrong(field: C, code: CellProblem<C>['code']): void {
    if (this.problems.some((problem) => problem.field === field && problem.code === code)) return
    this.problems.push({ field, code, typed: this.typed(field).slice(0, TYPED_SHOWN) })
  }

  /** null for none, and for what no field takes: nobody asks a database for it. */
  text(column: C, longest: number): string | null {
    const value = this.typed(column)
    const isTooLong = value.length > longest
    if (isTooLong) this.wrong(column, 1004)
    if (!isWritten(value)) this.wrong(column, 1005)
    else if (!isTooLong && value !== '') return value
    return null
  }

  figure(column: C, fits: (value: number) => boolean): number | null {
    const typed = this.typed(column)
      .replaceAll(/[\s\u00A0\u202F]/g, '')
      .replace(',', '.')
    if (typed === '') return null
    const value = /^-?\d{1,9}(\.\d{1,6})?$/.test(typed) ? Number(typed) : Number.NaN
    if (fits(value)) return value
    this.wrong(column, 1005)
    return null
  }

  /** An amount of money, in minor units. */
  amount(column: C): number | null {
    const value = this.figure(column, (typed) => typed >= 0 && typed <= 100_000_000 && isHundredths(typed))
    return value === null ? null : Math.round(value * 100)
  }
}

/** No database takes half a character, and nobody types control characters but line breaks. */
const isWritten = (value: string): boolean =>
  value.isWellFormed() &&
  Array.from(value).every((char) => (char >= ' ' ? char !== '\u007F' : '\t\r\n'.includes(char)))

export const isHundredths = (value: number): boolean => Math.abs(Math.round(value * 100) - value * 100) < 1e-6
