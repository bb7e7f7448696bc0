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

/** What a person says of a head: which column stands under it; null: it is left out. */
export interface ColumnChoice {
  readonly head: string
  readonly as: string | null
}

/** A head of the file and what stands under it; undecided: the import asks before anything is made. */
export interface TableHead<C extends string> {
  readonly head: string
  readonly as: C | null
  readonly state: 'known' | 'chosen' | 'ignored' | 'undecided'
  /** With `undecided`: the columns that this head may mean. */
  readonly couldBe: readonly C[]
}

/** What a reader of a table is given beside its text. */
export interface TableReading<C extends string> {
  /** Columns without which there is nothing to read. */
  readonly needed: readonly C[]
  readonly choices?: readonly ColumnChoice[] | null | undefined
  /** Columns that mean one thing: a table has one of them. */
  readonly alike?: readonly (readonly C[])[]
  /** Heads that mean one of several columns: they are asked. */
  readonly ambiguous?: { readonly heads: readonly string[]; readonly couldBe: readonly C[] }
}

export interface ReadTable<C extends string> {
  readonly rows: readonly Cells<C>[]
  readonly heads: readonly TableHead<C>[]
  /** Heads that are not decided yet: nothing is made before each is. */
  readonly unread: readonly string[]
  /** Heads of which two mean the same column. */
  readonly twice: readonly string[]
  /** Without heads, or without those that it needs, there is no table; too many rows are one too. */
  readonly problem: TableProblem | null
}

/** The rows of a table, not looked at yet. */
export function readTable<C extends string>(
  text: string,
  names: ColumnNames<C>,
  reading: TableReading<C>,
): ReadTable<C> {
  const [head, ...body] = parseCsv(text)
  if (head === undefined) return { rows: [], heads: [], unread: [], twice: [], problem: 'empty' }
  const named = head.cells.slice(0, MOST_COLUMNS).map((cell, index) => {
    if (cell.trim() !== '') return readHead(cell.trim(), names, reading)
    // Cells under no head are a column all the same.
    const isEmpty = body.every(({ cells }) => (cells[index] ?? '').trim() === '')
    return isEmpty ? null : readHead(`#${index + 1}`, names, reading)
  })
  const heads = named.filter((one) => one !== null)
  const columns = named.map((one) => one?.as ?? undefined)
  const unread = heads.filter(({ state }) => state === 'undecided').map((one) => one.head)
  const twice = twiceOf(heads, reading.alike ?? [])
  const known = columns.filter((column) => column !== undefined)
  const without = (problem: TableProblem): ReadTable<C> => ({ rows: [], heads, unread, twice, problem })
  if (twice.length > 0) return without('twice')
  if (reading.needed.some((column) => !known.includes(column))) return without('noColumn')
  if (head.cells.slice(MOST_COLUMNS).some((cell) => cell.trim() !== '')) return without('tooMany')
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
    heads,
    unread,
    twice,
    problem: null,
  }
}

function readHead<C extends string>(
  cell: string,
  names: ColumnNames<C>,
  { choices, ambiguous }: TableReading<C>,
): TableHead<C> {
  const head = cell.slice(0, TYPED_SHOWN)
  const choice = choices?.find((one) => one.head.trim() === head)
  const chosen = (Object.keys(names) as C[]).find((column) => column === choice?.as)
  if (choice?.as === null) return { head, as: null, state: 'ignored', couldBe: [] }
  if (chosen !== undefined) return { head, as: chosen, state: 'chosen', couldBe: [] }
  const known = columnOf(names, cell)
  if (known !== undefined) return { head, as: known, state: 'known', couldBe: [] }
  const isAsked = ambiguous?.heads.some((name) => name.toLowerCase() === plainOf(cell)) ?? false
  return { head, as: null, state: 'undecided', couldBe: isAsked ? [...ambiguous!.couldBe] : [] }
}

/** The heads of columns that stand there twice, or beside one that means the same. */
function twiceOf<C extends string>(
  heads: readonly TableHead<C>[],
  alike: readonly (readonly C[])[],
): readonly string[] {
  const meaning = (column: C): string =>
    alike.find((columns) => columns.includes(column))?.join(' ') ?? column
  const read = heads.flatMap(({ head, as }) => (as === null ? [] : [{ head, means: meaning(as) }]))
  const isTwice = ({ means }: { means: string }): boolean =>
    read.filter((other) => other.means === means).length > 1
  return read.filter(isTwice).map(({ head }) => head)
}

/** As much of a cell as is shown: its reader looks for it in his table. */
const TYPED_SHOWN = 80
/** More columns than any table of ours has beside those that nobody reads here. */
const MOST_COLUMNS = 200
/** Longer than any head that says something; the patterns below would take hours over megabytes of spaces. */
const LONGEST_HEAD = 100

/** "Размер, м²" and "Own rate (EUR)" are heads that people write. null: too long for a head. */
const plainOf = (head: string): string | null =>
  head.length > LONGEST_HEAD
    ? null
    : head
        .normalize('NFC')
        .toLowerCase()
        .replace(/\s*[,(].*$/, '')
        .trim()
        .replaceAll(/\s+/g, ' ')

function columnOf<C extends string>(names: ColumnNames<C>, head: string): C | undefined {
  const plain = plainOf(head)
  if (plain === null) return undefined
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

  /** Yes or no in our four languages; null: nothing is said. */
  yesOrNo(column: C): boolean | null {
    const typed = this.typed(column).toLowerCase()
    if (typed === '') return null
    if (YES.has(typed)) return true
    if (!NO.has(typed)) this.wrong(column, 1005)
    return false
  }

  /** An amount of money, in minor units. */
  amount(column: C): number | null {
    const value = this.figure(column, (typed) => typed >= 0 && typed <= 100_000_000 && isHundredths(typed))
    return value === null ? null : Math.round(value * 100)
  }
}

const YES = new Set(['yes', 'y', 'да', 'ja', 'j', 'tak', 't', 'true', '1', 'x'])
const NO = new Set(['no', 'n', 'нет', 'nein', 'nie', 'false', '0', '-'])

/** No database takes half a character, and nobody types control characters but line breaks. */
const isWritten = (value: string): boolean =>
  value.isWellFormed() &&
  Array.from(value).every((char) => (char >= ' ' ? char !== '\u007F' : '\t\r\n'.includes(char)))

export const isHundredths = (value: number): boolean => Math.abs(Math.round(value * 100) - value * 100) < 1e-6
