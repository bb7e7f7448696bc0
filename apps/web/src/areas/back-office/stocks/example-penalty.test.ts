import { expect, test } from 'vitest'
import { examplePenalty } from './example-penalty.ts'

const fees = { invoiceNotPaidFeePercent: 0.5, daysWithoutFee: 3, penaltyCapPercent: 100 }

test.each([
  ['each day after the free ones', fees, 10, 27_216],
  ['nothing within the free days', fees, 3, 0],
  ['never more than the cap', { ...fees, penaltyCapPercent: 2 }, 10, 15_552],
  ['nothing while a figure is half typed', { ...fees, daysWithoutFee: Number.NaN }, 10, 0],
])('%s', (_name, given, days, expected) => {
  expect(examplePenalty(given, 777_600, days)).toBe(expected)
})
