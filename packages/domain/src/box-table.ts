/**
 * The table of boxes as people keep it in a spreadsheet: one row a box, the columns known by their names in our four languages.
 * Safe for the browser, which writes it; the server reads it.
 */
import { isOwnBoxSize, parseLockId } from './box.ts'
import { parseCsv } from './csv.ts'
import { limits } from './limits.ts'

export const boxColumns = [
  'unitNumber',
  'size',
  'floor',
  'lockId',
  'ownRate',
  'height',
  'width',
  'depth',
  'description',
] as const
export type BoxColumn = (typeof boxColumns)[number]

/** The first of each language is what an export writes (ru, en, de, pl, in this order), the others are read as well. */
const names: Readonly<Record<BoxColumn, readonly string[]>> = {
  unitNumber: [
    'номер',
    'number',
    'nummer',
    'numer',
    'unitnumber',
    'номер бокса',
    'box',
    'boxnummer',
    'numer boksu',
  ],
  size: ['размер', 'size', 'größe', 'rozmiar', 'площадь', 'fläche', 'powierzchnia', 'm2', 'm²', 'м²'],
  floor: ['этаж', 'floor', 'etage', 'piętro', 'stockwerk', 'kondygnacja'],
  lockId: ['замок', 'lock', 'schloss', 'zamek', 'lockid', 'номер замка'],
  ownRate: [
    'своя цена',
    'own rate',
    'eigener preis',
    'własna cena',
    'ownrate',
    'цена',
    'price',
    'preis',
    'cena',
  ],
  height: ['высота', 'height', 'höhe', 'wysokość'],
  width: ['ширина', 'width', 'breite', 'szerokość'],
  depth: ['глубина', 'depth', 'tiefe', 'głębokość', 'length', 'länge'],
  description: ['описание', 'description', 'beschreibung', 'opis', 'примечание', 'note'],
}
const order = ['ru', 'en', 'de', 'pl'] as const

/** The heads of the columns in a language, as `readBoxTable` knows them. */
export function boxColumnName(column: BoxColumn, language: (typeof order)[number]): string {
  const name = names[column][order.indexOf(language)] ?? column
  // German writes its nouns large wherever they stand.
  return name.replaceAll(language === 'de' ? /(?<!\S)\p{L}/gu : /^\p{L}/gu, (letter) => letter.toUpperCase())
}

export interface BoxDraft {
  readonly unitNumber: string | null
  readonly size: number
  readonly floor: number | null
  readonly lockId: string | null
  /** Minor units. */
  readonly ownRate: number | null
  readonly height: number | null
  readonly width: number | null
  readonly depth: number | null
  readonly description: string | null
}

export interface BoxTableProblem {
  readonly field: BoxColumn
  readonly code: 1003 | 1004 | 1005 | 6013
  /** What stands in the cell, its beginning: the reader of the errors looks for it in his table. */
  readonly typed: string
}

export interface BoxTableRow {
  /** Of the file, from 1. */
  readonly line: number
  /** What a bad cell would have held is empty (a size 0): rows with problems are shown, never used. */
  readonly box: BoxDraft
  readonly problems: readonly BoxTableProblem[]
}

export interface BoxTable {
  readonly rows: readonly BoxTableRow[]
  /** Heads that say nothing about a box: the columns beneath them are not read. */
  readonly unread: readonly string[]
  /** Without heads, or without the one of sizes, there is no table; too many rows are one too. */
  readonly problem: 'empty' | 'noSize' | 'twice' | 'tooMany' | null
}

/** Reads a table of boxes; every row is answered with what is wrong in it, all at once. */
export function readBoxTable(text: string): BoxTable {
  const [head, ...body] = parseCsv(text)
  if (head === undefined) return { rows: [], unread: [], problem: 'empty' }
  const columns = head.cells.map((cell) => columnOf(cell))
  const unread = head.cells.filter((cell, index) => columns[index] === undefined && cell.trim() !== '')
  const known = columns.filter((column) => column !== undefined)
  if (!known.includes('size')) return { rows: [], unread, problem: 'noSize' }
  if (new Set(known).size < known.length) return { rows: [], unread, problem: 'twice' }
  if (body.length === 0) return { rows: [], unread, problem: 'empty' }
  if (body.length > limits.boxesAtOnce) return { rows: [], unread, problem: 'tooMany' }
  return { rows: body.map(({ line, cells }) => readRow(line, columns, cells)), unread, problem: null }
}

/** Longer than any head that says something; the patterns below would take hours over megabytes of spaces. */
const LONGEST_HEAD = 100

function columnOf(head: string): BoxColumn | undefined {
  if (head.length > LONGEST_HEAD) return undefined
  // "Размер, м²" and "Own rate (EUR)" are heads that people write.
  const plain = head
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s*[,(].*$/, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
  return boxColumns.find((column) => names[column].includes(plain))
}

const TYPED_SHOWN = 80

function readRow(
  line: number,
  columns: readonly (BoxColumn | undefined)[],
  cells: readonly string[],
): BoxTableRow {
  const problems: BoxTableProblem[] = []
  const wrong = (field: BoxColumn, code: BoxTableProblem['code']): void => {
    problems.push({ field, code, typed: cell(field).slice(0, TYPED_SHOWN) })
  }
  const cell = (column: BoxColumn): string => (cells[columns.indexOf(column)] ?? '').trim()
  const text = (column: 'unitNumber' | 'description', longest: number): string | null => {
    const value = cell(column)
    if (value.length > longest) wrong(column, 1004)
    if (!isWritten(value)) wrong(column, 1005)
    return value === '' ? null : value
  }
  const figure = (column: BoxColumn, fits: (value: number) => boolean): number | null => {
    const typed = cell(column)
      .replaceAll(/[\s\u00A0\u202F]/g, '')
      .replace(',', '.')
    if (typed === '') return null
    const value = /^-?\d{1,9}(\.\d{1,6})?$/.test(typed) ? Number(typed) : Number.NaN
    if (fits(value)) return value
    wrong(column, 1005)
    return null
  }
  const { min, max } = limits.floor
  const isMetres = (value: number): boolean => value > 0 && value <= 99 && isHundredths(value)
  const size = figure('size', isOwnBoxSize)
  if (cell('size') === '') wrong('size', 1003)
  const lockId = cell('lockId')
  if (lockId !== '') {
    const parsed = parseLockId(lockId)
    if (!parsed.ok) wrong('lockId', parsed.code)
  }
  const rate = figure('ownRate', (value) => value >= 0 && value <= 100_000_000 && isHundredths(value))
  const box: BoxDraft = {
    unitNumber: text('unitNumber', limits.text.unitNumber[1]),
    size: size ?? 0,
    floor: figure('floor', (value) => Number.isInteger(value) && value >= min && value <= max),
    lockId: lockId === '' ? null : lockId,
    ownRate: rate === null ? null : Math.round(rate * 100),
    height: figure('height', isMetres),
    width: figure('width', isMetres),
    depth: figure('depth', isMetres),
    description: text('description', limits.text.boxDescription[1]),
  }
  return { line, box, problems }
}

/** No database takes half a character, and nobody types control characters but line breaks. */
const isWritten = (value: string): boolean =>
  value.isWellFormed() &&
  Array.from(value).every((char) => (char >= ' ' ? char !== '\u007F' : '\t\r\n'.includes(char)))

const isHundredths = (value: number): boolean => Math.abs(Math.round(value * 100) - value * 100) < 1e-6
