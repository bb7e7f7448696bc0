import { expect, test } from 'vitest'
import { bulkChanges, isChanged, noWish, typedRate } from './bulk.ts'

test.each([
  ['', null],
  ['99', 9900],
  ['1 234,50', 123_450],
  ['0', 0],
  ['1.005', undefined],
  ['-1', undefined],
  ['ten', undefined],
])('%j typed as a rate', (text, minor) => {
  expect(typedRate(text)).toBe(minor)
})

test('only what is ticked travels, and nothing while it cannot be', () => {
  expect(bulkChanges(noWish)).toBeUndefined()
  expect(
    bulkChanges({ ...noWish, rate: '5', description: 'x', lock: '1:01:01', isDescription: true }),
  ).toEqual({
    description: 'x',
  })
  expect(bulkChanges({ ...noWish, isRate: true })).toEqual({ ownRate: null })
  expect(bulkChanges({ ...noWish, isLock: true, isDescription: true })).toEqual({
    description: null,
    lockId: null,
  })
  expect(bulkChanges({ ...noWish, isLock: true, lock: '1:0' })).toBeUndefined()
  expect(bulkChanges({ ...noWish, isRate: true, rate: 'x', isLock: true })).toBeUndefined()
})

test('a box changes when anything of it does', () => {
  const box = { id: 'a', unitNumber: 'A', problems: [] }
  const before = { ownRate: null, monthRate: 100, description: null, lockId: null }
  expect(isChanged({ ...box, before, after: { ...before } })).toBe(false)
  expect(isChanged({ ...box, before, after: { ...before, ownRate: 100 } })).toBe(true)
})
