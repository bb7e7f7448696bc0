import { expect, test } from 'vitest'
import { pageOf, previousMonth, sumsOf, wantedBills, type Bill } from './bills.ts'

const bill = (over: Partial<Bill>): Bill =>
  ({ amount: 100, currency: 'EUR', documentType: 'Invoice', ...over }) as Bill

test('the month before, over the turn of a year and from the last day of a long month', () => {
  expect([previousMonth('2026-11-21'), previousMonth('2027-01-01'), previousMonth('2026-03-31')]).toEqual([
    '2026-10',
    '2026-12',
    '2026-02',
  ])
})

test('an address asks for both or for nothing', () => {
  expect(wantedBills({ stockId: 's', month: '2026-10' })).toEqual({ stockId: 's', month: '2026-10' })
  for (const search of [{}, { stockId: 's' }, { month: '2026-10' }, { stockId: 's', month: '2026-13' }])
    expect(wantedBills(search)).toBeNull()
})

test('currencies are never added, credit notes take away, a statement counts nothing twice', () => {
  expect(
    sumsOf([
      bill({ amount: 500 }),
      bill({ amount: -120, documentType: 'CreditNote' }),
      bill({ amount: 900, currency: 'RUB' }),
      bill({ amount: 380, documentType: 'Statement' }),
    ]),
  ).toEqual([
    { amount: 380, currency: 'EUR' },
    { amount: 900, currency: 'RUB' },
  ])
})

test('pages hold a hundred, the last the rest', () => {
  const all = Array.from({ length: 201 }, () => bill({}))
  expect([1, 2, 3].map((page) => pageOf(all, page).items.length)).toEqual([100, 100, 1])
})
