import { expect, test } from 'vitest'
import { drawnInEach, type ReportWords } from './words.ts'

const words = {
  t: () => '',
  format: { price: ({ amount }: { amount: number }) => (amount / 100).toFixed(2) },
} as unknown as ReportWords

const ticks = (largest: number, amounts: readonly number[]): readonly (string | undefined)[] => {
  const [chart] = drawnInEach(words, [{ currency: 'EUR', amount: largest }], {
    kind: 'bar',
    series: [{ label: 'paid', value: (row: { amount: number }) => row.amount }],
    label: () => 'Moabit',
  })
  return amounts.map((amount) => chart?.format(amount))
}

test('an axis of prices per square metre has its halves', () => {
  expect(ticks(12_70, [14_00, 10_50, 7_00, 3_50])).toEqual(['14.00', '10.50', '7.00', '3.50'])
})

test('an axis of rents has no cents', () => {
  expect(ticks(5_961_37, [6_000_00, 4_500_49])).toEqual(['6000.00', '4500.00'])
})
