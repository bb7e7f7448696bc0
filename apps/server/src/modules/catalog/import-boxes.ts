import type { Answer, Body } from '@stowage/api/endpoint'
import type { importBoxes as importTable, previewImport } from '@stowage/api/boxes'
import type { ErrorCode } from '@stowage/api/errors'
import { nextUnitNumber } from '@stowage/domain/box'
import { readBoxTable, type BoxColumn, type BoxTableRow } from '@stowage/domain/box-table'
import { parseUnitSeries } from '@stowage/domain/unit-series'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { fail, FieldFailures } from '../../platform/failure.ts'
import { headsOf, refuseTable } from '../../platform/refuse-table.ts'
import type { Author } from './author.ts'
import { readStockCurrency } from './box-edit-store.ts'
import { readTaken } from './box-store.ts'
import { readCategoryNames } from './category-store.ts'
import { createBoxes, type NewBox } from './create-boxes.ts'
import { priceBox } from './price-boxes.ts'
import { lockPriceList, readPriceList } from './price-list-store.ts'
import { lockStock } from './stock-store.ts'

type Preview = Answer<typeof previewImport>
type TableText = Pick<Body<typeof importTable>, 'csv' | 'columns'>

/** What a table would make of a stock's boxes, and what is wrong in each row. Writes nothing. @throws Failure 6006 */
export async function previewImportOf(
  tx: Tx,
  stockId: string,
  { csv, columns }: TableText,
  sentence: (code: ErrorCode, params: Told) => string,
): Promise<Preview> {
  const currency = (await readStockCurrency(tx, stockId)) ?? fail(6006, { field: 'stockId' })
  const table = readBoxTable(csv, columns)
  const checked = await check(tx, stockId, table.rows)
  const priceList = await readPriceList(tx)
  const names = await readCategoryNames(tx)
  return {
    problem: table.problem,
    ...headsOf(table),
    rows: checked.map(({ line, box, problems }) => {
      const { size, floor, lockId, ownRate, description } = box
      const { categoryId, monthRate } = priceBox(priceList, { size, ownRate, currency })
      return {
        line,
        unitNumber: box.unitNumber ?? '',
        size,
        floor,
        lockId,
        ownRate,
        monthRate,
        category: categoryId === null ? null : (names.get(categoryId) ?? null),
        description,
        problems: problems.map(({ params, ...problem }) => ({
          ...problem,
          message: sentence(problem.code, params),
        })),
      }
    }),
  }
}

/**
 * Makes the boxes of a table, all or none. @returns how many
 * @throws FieldFailures with `rows.<line>.<column>` for everything that is wrong; Failure 6006; 1003 for a table without rows
 */
export async function importBoxes(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  stockId: string,
  { csv, columns }: TableText,
): Promise<number> {
  const table = readBoxTable(csv, columns)
  refuseTable(table)
  await holdStock(tx, stockId)
  const checked = await check(tx, stockId, table.rows)
  const wrong = checked.flatMap(({ line, problems }) =>
    problems.map(({ field, code, params }) => ({ code, field: `rows.${line}.${field}`, params })),
  )
  if (wrong.length > 0) throw new FieldFailures(wrong)
  const boxes = checked.map(({ box }) => box)
  return (await createBoxes(deps, tx, author, stockId, boxes)).length
}

/** Boxes A001–A120. @throws Failure 1004, 1005 for the series, 6006, 9000 */
export async function createSeries(
  deps: { clock: Clock },
  tx: Tx,
  author: Author,
  stockId: string,
  series: string,
  each: Omit<NewBox, 'unitNumber' | 'lockId'>,
): Promise<number> {
  const read = parseUnitSeries(series)
  if (!read.ok) return fail(read.code, { field: 'series' })
  await holdStock(tx, stockId)
  const { unitNumbers } = await readTaken(tx, stockId)
  const taken = read.unitNumbers.find((unitNumber) => unitNumbers.has(unitNumber))
  if (taken !== undefined) fail(9000, { field: 'series', params: { subject: 'series', number: taken } })
  const boxes = read.unitNumbers.map((unitNumber) => ({ ...each, unitNumber }))
  return (await createBoxes(deps, tx, author, stockId, boxes)).length
}

/** Locked as boxes are made, before it is asked what is taken: of two uploads at once the second is told its rows. @throws Failure 6006 */
async function holdStock(tx: Tx, stockId: string): Promise<void> {
  await lockPriceList(tx, 'shared')
  if (!(await lockStock(tx, stockId))) fail(6006, { field: 'stockId' })
}

/** What the sentence of a problem is told beside its code. */
type Told = Readonly<Record<string, string | number>>
interface Problem {
  readonly field: BoxColumn
  readonly code: ErrorCode
  readonly typed: string
  readonly params: Told
}
type Checked = Omit<BoxTableRow, 'problems'> & {
  readonly problems: readonly Problem[]
}

/** Adds what only the stock knows: numbers and locks in use, there or in a row above, which is named; rows without a number get the next ones. */
async function check(tx: Tx, stockId: string, rows: readonly BoxTableRow[]): Promise<Checked[]> {
  const taken = await readTaken(tx, stockId)
  // Numbers that the table names are not given to rows above that name none.
  const named = new Set([...taken.unitNumbers, ...rows.flatMap(({ box }) => box.unitNumber ?? [])])
  const lineOf = { unitNumber: new Map<string, number>(), lockId: new Map<string, number>() }
  return rows.map((row) => {
    const problems: Problem[] = row.problems.map((problem) => ({
      ...problem,
      params: { subject: problem.flaw ?? (problem.field === 'size' ? 'boxSize' : 'box') },
    }))
    const claim = (
      field: 'unitNumber' | 'lockId',
      code: 9000 | 6011,
      typed: string,
      inUse: ReadonlySet<string>,
    ): void => {
      const line = lineOf[field].get(typed)
      if (inUse.has(typed)) problems.push({ field, code, typed, params: { subject: 'box' } })
      else if (line === undefined) lineOf[field].set(typed, row.line)
      else problems.push({ field, code, typed, params: { subject: 'twice', line } })
    }
    const { lockId } = row.box
    const unitNumber = row.box.unitNumber ?? nextUnitNumber(named)
    named.add(unitNumber)
    claim('unitNumber', 9000, unitNumber, taken.unitNumbers)
    if (lockId !== null) claim('lockId', 6011, lockId, taken.lockIds)
    return { line: row.line, box: { ...row.box, unitNumber }, problems }
  })
}
