/** The table of boxes as people keep it in a spreadsheet: one row a box (`table-cells.ts`). Safe for the browser. */
import { isOwnBoxSize, parseLockId } from './box.ts'
import { limits } from './limits.ts'
import {
  columnName,
  isHundredths,
  readTable,
  type CellProblem,
  type Cells,
  type ColumnChoice,
  type ReadTable,
} from './table-cells.ts'

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
/** The heads of the columns in a language, as `readBoxTable` knows them. */
export const boxColumnName = (column: BoxColumn, language: Parameters<typeof columnName>[2]): string =>
  columnName(names, column, language)

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

export type BoxTableProblem = CellProblem<BoxColumn>

export interface BoxTableRow {
  /** Of the file, from 1. */
  readonly line: number
  /** What a bad cell would have held is empty (a size 0): rows with problems are shown, never used. */
  readonly box: BoxDraft
  readonly problems: readonly BoxTableProblem[]
}

export interface BoxTable extends Pick<ReadTable<BoxColumn>, 'heads' | 'unread' | 'twice'> {
  readonly rows: readonly BoxTableRow[]
  /** Without heads, or without the one of sizes, there is no table; too many rows are one too. */
  readonly problem: 'empty' | 'noSize' | 'twice' | 'tooMany' | null
}

/** Reads a table of boxes; every row is answered with what is wrong in it, all at once. */
export function readBoxTable(text: string, choices?: readonly ColumnChoice[] | null): BoxTable {
  const { rows, problem, ...heads } = readTable(text, names, { needed: ['size'], choices })
  return { ...heads, rows: rows.map(readRow), problem: problem === 'noColumn' ? 'noSize' : problem }
}

function readRow(cells: Cells<BoxColumn>): BoxTableRow {
  const { min, max } = limits.floor
  const isMetres = (value: number): boolean => value > 0 && value <= 99 && isHundredths(value)
  const size = cells.figure('size', isOwnBoxSize)
  if (cells.typed('size') === '') cells.wrong('size', 1003)
  const lockId = cells.typed('lockId')
  if (lockId !== '') {
    const parsed = parseLockId(lockId)
    if (!parsed.ok) cells.wrong('lockId', parsed.code)
  }
  const ownRate = cells.amount('ownRate')
  const box: BoxDraft = {
    unitNumber: cells.text('unitNumber', limits.text.unitNumber[1]),
    size: size ?? 0,
    floor: cells.figure('floor', (value) => Number.isInteger(value) && value >= min && value <= max),
    lockId: lockId === '' ? null : lockId,
    ownRate,
    height: cells.figure('height', isMetres),
    width: cells.figure('width', isMetres),
    depth: cells.figure('depth', isMetres),
    description: cells.text('description', limits.text.boxDescription[1]),
  }
  return { line: cells.line, box, problems: cells.problems }
}
