import { expect, test } from 'vitest'
import { boxBody, boxChanges, boxValues, lockIssues, sizeIssues, type OneBox } from './box-values.ts'

const typed = {
  ...boxValues(),
  stockId: 's',
  size: '4,5',
  ownRate: '1 234,50',
  lockId: '1:02:03',
  floor: '0',
}

test('what is typed travels as figures and minor units, what is not typed as nothing', () => {
  expect(boxBody(typed)).toEqual({
    stockId: 's',
    unitNumber: null,
    size: 4.5,
    floor: 0,
    lockId: '1:02:03',
    ownRate: 123_450,
    height: null,
    width: null,
    depth: null,
    description: null,
  })
  expect(boxBody({ ...typed, size: '' }).size).toBeUndefined()
  expect(boxBody({ ...typed, size: 'four' }).size).toBeNaN()
  expect(boxBody({ ...typed, ownRate: '1.005' }).ownRate).toBeNaN()
})

test('of a changed box only what was changed travels', () => {
  expect(boxChanges({ lockId: '', size: '4,5' }, { ...typed, lockId: '' })).toEqual({
    lockId: null,
    size: 4.5,
  })
  expect(boxChanges({}, typed)).toEqual({})
})

test('a begun lock is said to be unfinished', () => {
  expect(lockIssues(typed)).toEqual([])
  expect(lockIssues({ ...typed, lockId: '' })).toEqual([])
  expect(lockIssues({ ...typed, lockId: '1:0' })).toEqual([{ field: 'lockId', code: 1005 }])
})

test.each([
  ['', [1003]],
  ['4,5', []],
  ['4,25', [1005]],
  ['93', [1005]],
  ['3,7', []],
])('size %j of a box that came with 3.7', (size, codes) => {
  expect(sizeIssues({ ...typed, size }, { size: 3.7 } as OneBox).map(({ code }) => code)).toEqual(codes)
})
