import { expect, test } from 'vitest'
import { maskLockId, twice } from './equipment.ts'
import type { Equipment } from './stock-values.ts'

test.each([
  ['', ''],
  ['1', '1'],
  ['10', '1:0'],
  ['101', '1:01'],
  ['1010', '1:01:0'],
  ['10102', '1:01:02'],
  ['1:01:02', '1:01:02'],
  ['1:01:', '1:01'],
  ['1010299', '1:01:02'],
  ['a1-01 02', '1:01:02'],
])('%s typed stands as %s', (typed, shown) => {
  expect(maskLockId(typed)).toBe(shown)
})

test('a number that stands twice is said where it stands the second time', () => {
  const door = (id: string): Equipment => ({ id, name: 'x', kind: 'door', isExit: false })
  expect(twice([door('1:01:01'), door('1:01:02'), door('1:01:01'), door(''), door('')])).toEqual([
    { field: 'internalEquipments.2.id', code: 6011 },
  ])
})
