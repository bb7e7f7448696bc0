import { expect, test } from 'vitest'
import type { MapObject } from '@stowage/domain/map-object'
import { bestFloor, floorsOf, isBookable, offersOf } from './offers.ts'
import type { StockBox } from './use-stock-boxes.ts'

const box = (id: string, over: Partial<StockBox> = {}): StockBox => ({
  id,
  unitNumber: id,
  size: 6,
  sizeGroup: 'm',
  isOccupied: false,
  isReserved: false,
  grossRate: 700,
  ...over,
})
const boxes = [
  box('A1'),
  box('A2', { grossRate: 500 }),
  box('A3', { isOccupied: true, grossRate: 100 }),
  box('A4', { isReserved: true, grossRate: 100 }),
  box('A5', { grossRate: null }),
  box('B1', { sizeGroup: 's', grossRate: 200 }),
  box('B2', { sizeGroup: 's', grossRate: 300 }),
  box('B3', { sizeGroup: 's' }),
]
const drawn = (...texts: string[]): MapObject[] =>
  texts.map((text) => ({ type: 'rectangle-with-text', uuid: text, x: 0, y: 0, text }))
const plans = { Ground: drawn('A1', 'A2', 'A3', 'A4', 'A5'), First: drawn('B1', 'B2', 'B3', 'A1') }

test('what cannot be booked is neither counted nor priced', () => {
  expect(boxes.filter(isBookable).map(({ id }) => id)).toEqual(['A1', 'A2', 'B1', 'B2', 'B3'])
  expect(offersOf(boxes)).toEqual([
    { sizeGroup: 's', free: 3, priceFrom: 200 },
    { sizeGroup: 'm', free: 2, priceFrom: 500 },
    { sizeGroup: 'l', free: 0, priceFrom: null },
    { sizeGroup: 'xl', free: 0, priceFrom: null },
  ])
})

test('the floor to begin on has most boxes of the wanted size', () => {
  const floors = floorsOf(plans, boxes)
  expect(floors.get('A1'), 'drawn twice: the first').toBe('Ground')
  const names = Object.keys(plans)
  expect(bestFloor(names, floors, boxes, 'm')).toBe('Ground')
  expect(bestFloor(names, floors, boxes, 's')).toBe('First')
  expect(bestFloor(names, floors, boxes, undefined)).toBe('First')
  expect(bestFloor(names, floors, boxes, 'xl'), 'nothing anywhere').toBe('Ground')
  expect(bestFloor([], new Map(), boxes, 'm')).toBeUndefined()
})
