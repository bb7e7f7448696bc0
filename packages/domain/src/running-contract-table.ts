/** The table of contracts that run already when a company comes to us: one row a contract (`table-cells.ts`). */
import { limits } from './limits.ts'
import {
  ambiguousPrices,
  runningContractNames,
  type RunningContractColumn,
} from './running-contract-columns.ts'
import { isTerm } from './taken-over.ts'
import {
  readTable,
  type CellProblem,
  type Cells,
  type ColumnChoice,
  type ReadTable,
  type TableProblem,
} from './table-cells.ts'

export interface RunningContractDraft {
  readonly unitNumber: string
  readonly email: string
  readonly startDay: Temporal.PlainDate | null
  /** The last day that was invoiced elsewhere. */
  readonly billedUntil: Temporal.PlainDate | null
  readonly periodMonths: number
  /** Net, in minor units; without this and the gross one it is the price of the box. */
  readonly monthRate: number | null
  /** With VAT, in minor units: what is net of it follows from the tenant's rate. */
  readonly monthGross: number | null
  /** Held, in minor units. */
  readonly deposit: number
  /** The last day of a fixed term; null: it runs until notice. */
  readonly endDay: Temporal.PlainDate | null
  /** Months of a term, by which a fixed one is extended; null: by what is left of it. */
  readonly termMonths: number | null
  /** Net of a month, in minor units; null: none. */
  readonly insurance: number | null
  /** What it covers, in minor units; null: what the stock's own covers. */
  readonly coverage: number | null
  /** Whether the tenant agreed to a late fee, and to a door that closes over debts; null: the table does not say. */
  readonly lateFee: boolean | null
  readonly doorCloses: boolean | null
}

export interface RunningContractRow {
  readonly line: number
  readonly contract: RunningContractDraft
  readonly problems: readonly CellProblem<RunningContractColumn>[]
  typed(column: RunningContractColumn): string
}

export interface RunningContractTable extends Pick<
  ReadTable<RunningContractColumn>,
  'heads' | 'unread' | 'twice'
> {
  readonly rows: readonly RunningContractRow[]
  readonly problem: TableProblem | null
}

export function readRunningContractTable(
  text: string,
  choices?: readonly ColumnChoice[] | null,
): RunningContractTable {
  const { rows, ...table } = readTable(text, runningContractNames, {
    needed: ['unitNumber', 'email', 'startDay', 'billedUntil'],
    choices,
    alike: [['monthRate', 'monthGross']],
    ambiguous: { heads: ambiguousPrices, couldBe: ['monthRate', 'monthGross'] },
  })
  return { ...table, rows: rows.map(readRow) }
}

/** Rented and billed for longer ahead, a typing error is more likely. */
const YEARS_AHEAD = 5
const MOST_TERM_MONTHS = 120
const EARLIEST = '1980-01-01'

function readRow(cells: Cells<RunningContractColumn>): RunningContractRow {
  for (const column of ['unitNumber', 'email', 'startDay', 'billedUntil'] as const)
    if (cells.typed(column) === '') cells.wrong(column, 1003)
  const startDay = dayIn(cells, 'startDay')
  const billedUntil = dayIn(cells, 'billedUntil')
  const { compare, from } = Temporal.PlainDate
  if (startDay !== null && compare(startDay, from(EARLIEST)) < 0) cells.wrong('startDay', 1005)
  if (
    startDay !== null &&
    billedUntil !== null &&
    (compare(billedUntil, startDay) < 0 || billedUntil.year - startDay.year > 100)
  )
    cells.wrong('billedUntil', 1005)
  const endDay = dayIn(cells, 'endDay')
  if (
    endDay !== null &&
    startDay !== null &&
    billedUntil !== null &&
    !isTerm({ startDay, billedUntil, endDay })
  )
    cells.wrong('endDay', 1005)
  const insurance = cells.amount('insurance') || null
  const coverage = cells.amount('coverage') || null
  if (coverage !== null && insurance === null && cells.typed('insurance') === '')
    cells.wrong('insurance', 1003)
  const { minMonths, maxMonths } = limits.booking
  const termMonths = cells.figure(
    'termMonths',
    (value) => Number.isInteger(value) && value >= 1 && value <= MOST_TERM_MONTHS,
  )
  if (termMonths !== null && cells.typed('endDay') === '') cells.wrong('endDay', 1003)
  return {
    line: cells.line,
    contract: {
      unitNumber: cells.text('unitNumber', limits.text.unitNumber[1]) ?? '',
      email: cells.text('email', limits.text.email[1]) ?? '',
      startDay,
      billedUntil,
      periodMonths:
        cells.figure(
          'periodMonths',
          (value) => Number.isInteger(value) && value >= minMonths && value <= maxMonths + 1,
        ) ?? minMonths,
      monthRate: cells.amount('monthRate'),
      monthGross: cells.amount('monthGross'),
      deposit: cells.amount('deposit') ?? 0,
      endDay,
      termMonths,
      insurance,
      coverage,
      lateFee: cells.yesOrNo('lateFee'),
      doorCloses: cells.yesOrNo('doorCloses'),
    },
    problems: cells.problems,
    typed: (column) => cells.typed(column).slice(0, 80),
  }
}

/** 30.11.2026 or 2026-11-30; 11/30 and 30/11 are told apart by nobody, and are refused. */
function dayIn(
  cells: Cells<RunningContractColumn>,
  column: 'startDay' | 'billedUntil' | 'endDay',
): Temporal.PlainDate | null {
  const typed = cells.typed(column)
  if (typed === '') return null
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(typed) ?? []
  const iso = year === undefined ? typed : `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  if (/^\d{4}-\d{2}-\d{2}$/.test(iso)) {
    try {
      return Temporal.PlainDate.from(iso, { overflow: 'reject' })
    } catch {
      // Of the form of a day, and none.
    }
  }
  cells.wrong(column, 1005)
  return null
}

/** Whether a company may ask us to bill on behind that day, as of a day: nothing is invoiced for days that have passed, nor years ahead. */
export function mayTakeOver(billedUntil: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  const next = billedUntil.add({ days: 1 })
  const { compare } = Temporal.PlainDate
  return compare(next, today) >= 0 && compare(next, today.add({ years: YEARS_AHEAD })) <= 0
}
