import { expect, test } from 'vitest'
import { groupsOf, per, share, stepName, sumOf, together, totalOf, type Column } from './report-view.ts'

const rows = [
  { name: 'a', currency: 'EUR', rent: 100, boxes: 2 },
  { name: 'b', currency: 'RUB', rent: 500, boxes: 1 },
  { name: 'c', currency: 'EUR', rent: 50, boxes: 3 },
]
type Row = (typeof rows)[number]
const column = (more: Partial<Column<Row>>): Column<Row> => ({
  key: 'rent',
  title: 'Rent',
  kind: 'money',
  value: (row) => row.rent,
  ...more,
})

test('money of two currencies is never added', () => {
  const groups = groupsOf({ rows, currencyOf: (row: Row) => row.currency })
  expect(groups.map(({ currency, rows: own }) => [currency, totalOf(column({}), own)])).toEqual([
    ['EUR', 150],
    ['RUB', 500],
  ])
  expect(groupsOf({ rows, currencyOf: null })).toEqual([{ currency: null, rows }])
})

test('what cannot be added is worked out anew, or not said', () => {
  const perBox = column({
    value: (row) => per(row.rent, row.boxes),
    total: (all) =>
      per(
        sumOf(all, (row) => row.rent),
        sumOf(all, (row) => row.boxes),
      ),
  })
  expect(totalOf(perBox, [rows[0], rows[2]] as Row[])).toBe(30)
  expect(totalOf(column({ total: null }), rows)).toBeNull()
  expect(totalOf(column({ kind: 'text', value: (row) => row.name }), rows)).toBeNull()
})

test('nothing has no share and no price', () => {
  expect([share(0, 0), share(1, 3), per(5, 0), per(100, 3)]).toEqual([null, 33.3, null, 33])
})

test('sums of sizes have no tail, and rows under one key stand together in the order of their first', () => {
  expect(sumOf([0.1, 0.2, 12.5], (value) => value)).toBe(12.8)
  expect(
    together(
      rows,
      (row) => row.currency,
      (own) => own.map(({ name }) => name),
    ),
  ).toEqual([['a', 'c'], ['b']])
})

test('a step is called by what it is', () => {
  const words = {
    day: (day: string) => `day ${day}`,
    month: (month: string) => `month ${month}`,
    quarter: ({ quarter, year }: { quarter: number; year: string }) => `Q${quarter} ${year}`,
  }
  expect(
    (['day', 'week', 'month', 'quarter', 'year'] as const).map((grain) =>
      stepName('2026-10-05', grain, words),
    ),
  ).toEqual(['day 2026-10-05', 'day 2026-10-05', 'month 2026-10', 'Q4 2026', '2026'])
})
