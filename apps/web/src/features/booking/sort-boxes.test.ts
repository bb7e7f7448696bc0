import { expect, test } from 'vitest'
import { sortByPrice } from './sort-boxes.ts'
import { summarise } from './stock-offer.ts'

const box = (unitNumber: string, size: number, grossRate: number | null) => ({ unitNumber, size, grossRate })
const boxes = [
  box('YA10', 6, 700),
  box('YA9', 6, 700),
  box('YA1', 9, null),
  box('YB1', 5, 700),
  box('YA2', 3, 300),
]

test('by price, then size, then number as people count; without a price last in both directions', () => {
  expect(sortByPrice(boxes).map(({ unitNumber }) => unitNumber)).toEqual(['YA2', 'YB1', 'YA9', 'YA10', 'YA1'])
  expect(sortByPrice(boxes, true).map(({ unitNumber }) => unitNumber)).toEqual([
    'YA9',
    'YA10',
    'YB1',
    'YA2',
    'YA1',
  ])
  expect(boxes[0]!.unitNumber).toBe('YA10')
})

test('a card says what is free and the lowest price one can still have', () => {
  const offers = [
    { sizeGroup: 's' as const, free: 0, total: 60, priceFrom: 100 },
    { sizeGroup: 'm' as const, free: 5, total: 30, priceFrom: 700 },
    { sizeGroup: 'l' as const, free: 2, total: 10, priceFrom: null },
  ]
  expect(summarise(offers)).toEqual({
    free: 7,
    total: 100,
    cheapest: { sizeGroup: 'm', price: 700 },
    isScarce: true,
  })
  expect(summarise([{ sizeGroup: 's', free: 50, total: 100, priceFrom: 9 }]).isScarce).toBe(false)
  expect(summarise([])).toEqual({ free: 0, total: 0, cheapest: null, isScarce: false })
})
