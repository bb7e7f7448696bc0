import path from 'node:path'
import { costOf, dayOf, grossOf, textOf, type Day, type OraclePeriod, type OracleTerms } from './oracle.ts'

/**
 * The golden grid: what contracts of every sort cost, each cell a line of `golden-grid.tsv`. The figures were computed by the oracle
 * and are kept in the repository, so that whoever changes a cent sees it in the review. A new rule: `node tools/proof/write-golden-grid.ts`.
 */
export const GRID_FILE = path.join(import.meta.dirname, 'golden-grid.tsv')

export const HEAD = [
  'months',
  'at once',
  'start',
  'rate',
  'discount',
  'VAT',
  'deposit',
  'insurance',
  'rent',
  'its VAT',
  'premium',
  'its tax',
  'held',
  'first',
  'later',
  'term',
  'left on',
  'then',
].join('\t')

const PERIODS = [
  [5, 1],
  [7, 3],
  [6, 6],
  [11, 11],
] as const
/** Rates that halve and third badly; starts in each sort of month. */
const STARTS = [
  [2027, 3, 1, 8333],
  [2027, 1, 31, 12_345],
  [2028, 1, 30, 4990],
  [2027, 12, 29, 10_001],
  [2027, 8, 15, 6667],
] as const
/** Hundredths of a percent a month; null: by the table. 12 % a month come to more than everything in 11. */
const DISCOUNTS = [null, 250, 1200] as const
const DEPOSITS = [0, 2] as const
const INSURANCES = [null, { monthly: 499n, tax: 1900 }] as const

export interface Cell {
  readonly terms: OracleTerms
  /** As it stands at the beginning of the line. */
  readonly said: readonly string[]
}

export function* cells(): Generator<Cell> {
  for (const [months, monthsAtOnce] of PERIODS)
    for (const [year, month, anchor, rate] of STARTS)
      for (const discountPerMonth of DISCOUNTS)
        for (const [vatSaid, vat] of vats(dayOf(year, month, anchor)))
          for (const depositMonths of DEPOSITS)
            for (const insurance of INSURANCES) {
              const start = dayOf(year, month, anchor)
              yield {
                terms: {
                  start,
                  anchor,
                  months,
                  monthsAtOnce,
                  rate: BigInt(rate),
                  discountPerMonth,
                  vat,
                  insurance,
                  depositMonths,
                },
                said: [
                  `${months}`,
                  `${monthsAtOnce}`,
                  textOf(start),
                  `${rate}`,
                  discountPerMonth === null ? 'table' : `${discountPerMonth / 100} a month`,
                  vatSaid,
                  `${depositMonths}`,
                  insurance === null ? 'none' : `${insurance.monthly} at ${insurance.tax / 100}`,
                ],
              }
            }
}

/** None, one for ever, and one that changes 100 days after the start. */
function vats(start: Day): readonly (readonly [string, OracleTerms['vat']])[] {
  return [
    ['0', [{ from: null, percent: 0 }]],
    ['19', [{ from: null, percent: 1900 }]],
    [
      '20, then 22',
      [
        { from: null, percent: 2000 },
        { from: start + 100, percent: 2200 },
      ],
    ],
  ]
}

/** The day on which the first period is left: when two fifths of its days are used. */
export const leavingDay = ({ from, until }: Pick<OraclePeriod, 'from' | 'until'>): Day =>
  from + Math.floor(((until - from) * 2) / 5)

/** A line of the file, from whatever computed the periods. */
export function lineOf(
  { terms, said }: Cell,
  cost: (terms: OracleTerms, index: number, left?: Day) => OraclePeriod | null,
): string {
  const priced: OraclePeriod[] = []
  for (let period = cost(terms, 0); period !== null; period = cost(terms, priced.length)) priced.push(period)
  const [first, ...later] = priced
  if (first === undefined) throw new Error('a term without a period')
  const line = (kind: string) => first.lines.find((one) => one.kind === kind)
  const left = leavingDay(first)
  const then = cost(terms, 0, left)
  const figures = [
    line('rent')?.net,
    line('rent')?.vat,
    line('insurance')?.net,
    line('insurance')?.vat,
    line('deposit')?.net,
    grossOf(first),
    later.map((period) => `${textOf(period.from)} ${grossOf(period)}`).join(', '),
    priced.reduce((running, period) => running + grossOf(period), 0n),
    textOf(left),
    then && grossOf(then),
  ]
  return [...said, ...figures.map((figure) => ((figure ?? '') === '' ? '-' : String(figure)))].join('\t')
}

/** The whole file as the oracle computes it. */
export function oracleGrid(): string {
  return `${[HEAD, ...[...cells()].map((cell) => lineOf(cell, costOf))].join('\n')}\n`
}
