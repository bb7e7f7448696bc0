import { expect, test } from 'vitest'
import { pointerOf } from './pointer.ts'

test('a begun booking has a stock and a box', () => {
  expect(pointerOf({ stockId: 's1', boxId: 'b1', size: 'm', tab: 'payment', other: 1 })).toEqual({
    stockId: 's1',
    boxId: 'b1',
    size: 'm',
    tab: 'payment',
  })
})

test('a word that is none is left out, the box stays', () => {
  expect(pointerOf({ stockId: 's1', boxId: 'b1', size: 'xxl' })).toEqual({ stockId: 's1', boxId: 'b1' })
})

test.each([
  null,
  'x',
  [],
  {},
  { stockId: 's1' },
  { stockId: 's1', boxId: 7 },
  { stockId: 's'.repeat(65), boxId: 'b1' },
])('anything else is none: %j', (kept) => expect(pointerOf(kept)).toBeNull())
