import { describe, expect, it } from 'vitest'
import { discountPercent, discountPercentBy, discountRule } from './discount.ts'

describe('the table, where the stock has no discount', () => {
  it.each([
    [1, 0],
    [2, 0],
    [3, 5],
    [5, 5],
    [6, 10],
    [10, 10],
    [11, 15],
    [12, 15],
  ])('%d months at once: %d %%', (months, percent) => {
    expect(discountPercent(months)).toBe(percent)
    expect(discountPercent(months, 0)).toBe(percent)
  })
})

describe("the stock's percent per month", () => {
  it.each([
    [4, 2, 8],
    [1, 2, 2],
    [11, 1.15, 12.65], // 12.649999999999999 as a float
    [11, 9.09, 99.99],
    [10, 10, 100],
    [11, 10, 100],
    [11, 100, 100],
    [3, 0.01, 0.03],
  ])('%d months at %d: %d %%', (months, perMonth, percent) => {
    expect(discountPercent(months, perMonth)).toBe(percent)
  })
})

it('a kept rule stays what it was', () => {
  const rule = discountRule(2)
  expect(rule).toEqual({ kind: 'stock', percentPerMonth: 2 })
  expect(discountPercentBy(rule, 6)).toBe(12)
  expect(discountRule(0)).toEqual({ kind: 'table' })
})
