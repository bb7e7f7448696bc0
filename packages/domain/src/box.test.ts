import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  categoryFor,
  floorOf,
  formatUnitNumber,
  isOwnBoxSize,
  lockIdsFrom,
  lockStatusOf,
  nextUnitNumber,
  parseLockId,
  planState,
  sizeGroup,
  unitOf,
} from './box.ts'

describe('size groups: s ≤ 5 < m ≤ 10 < l ≤ 21 < xl', () => {
  it.each([
    [0.5, 's'],
    [5, 's'],
    [5.01, 'm'],
    [5.5, 'm'],
    [10, 'm'],
    [10.5, 'l'],
    [21, 'l'],
    [21.5, 'xl'],
    [92, 'xl'],
  ])('%d is %s', (size, group) => {
    expect(sizeGroup(size)).toBe(group)
  })
})

describe('sizes the form takes: 1–92 in steps of 0.5', () => {
  it.each([
    [0.5, false],
    [1, true],
    [1.5, true],
    [1.25, false],
    [92, true],
    [92.5, false],
    [Number.NaN, false],
  ])('%d: %s', (size, taken) => {
    expect(isOwnBoxSize(size)).toBe(taken)
  })
})

describe('what a number says', () => {
  it.each([
    ['YA001', 'm2', 1],
    ['YB17', 'm2', 2],
    ['YC-3', 'm2', 3],
    ['ya001', 'm2', 1],
    ['YD001', 'm2', null],
    ['KB004', 'm3', null],
    ['YAKB04', 'm3', 1],
    ['A-YA1', 'm2', null],
    ['', 'm2', null],
  ])('%s: %s, floor %s', (unitNumber, unit, floor) => {
    expect(unitOf(unitNumber)).toBe(unit)
    expect(floorOf(unitNumber)).toBe(floor)
  })
})

describe('the next free number', () => {
  it.each([
    [[], '', '001'],
    [['001', '002'], '', '003'],
    [['001', '007'], '', '008'],
    [['YA001', 'YA010', 'YB099'], 'YA', 'YA011'],
    [['YA001'], '', '001'],
    [['999'], '', '1000'],
    [['0009'], '', '0010'],
    [['12x', 'x12', '3'], '', '004'],
  ])('after %j with prefix %j is %s', (taken, prefix, expected) => {
    expect(nextUnitNumber(taken, prefix)).toBe(expected)
  })
  it('is never taken', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^(|A|YA)\d{1,5}$/)),
        fc.constantFrom('', 'A', 'YA'),
        (taken, prefix) => {
          expect(taken).not.toContain(nextUnitNumber(taken, prefix))
        },
      ),
      { seed: 7, numRuns: 500 },
    )
  })
  it('formats with the width asked for', () => {
    expect(formatUnitNumber('A', 7)).toBe('A007')
    expect(formatUnitNumber('A', 7, 1)).toBe('A7')
  })
})

describe('lock ids', () => {
  it.each([
    ['0:01:01', { bus: 0, controller: 1, lock: 1 }],
    ['9:99:99', { bus: 9, controller: 99, lock: 99 }],
    ['1:02:03', { bus: 1, controller: 2, lock: 3 }],
  ])('%s', (text, address) => {
    expect(parseLockId(text)).toEqual({ ok: true, address })
  })
  it.each(['1:00:01', '1:01:00', '0:00:00'])('%s is 6013', (text) => {
    expect(parseLockId(text)).toEqual({ ok: false, code: 6013 })
  })
  it.each([
    '',
    '1:2:3',
    '10:01:01',
    '1:001:1',
    '1-01-01',
    ' 1:01:01',
    '1:01:01\n',
    'a:bb:cc',
    '1:01',
    '1:01:01:01',
    '١:٠١:٠١',
  ])('%j is 1005', (text) => {
    expect(parseLockId(text)).toEqual({ ok: false, code: 1005 })
  })
})

it.each([
  ['opened', 'opened'],
  ['closed', 'closed'],
  ['unknown', 'unavailable'],
  ['', 'unavailable'],
  [null, 'unavailable'],
  [undefined, 'unavailable'],
])('a reported lock state %j shows as %s', (reported, shown) => {
  expect(lockStatusOf(reported)).toBe(shown)
})

describe('category of a size', () => {
  const category = (id: string, minSize: number, maxSize: number, createdAt: number) => ({
    id,
    minSize,
    maxSize,
    createdAt,
  })
  const wide = category('wide', 1, 20, 1)
  const narrow = category('narrow', 4, 6, 9)
  const twin = category('twin', 5, 7, 3)

  it.each([
    [5, 'twin'], // as narrow as `narrow`, and older
    [4, 'narrow'],
    [7, 'twin'],
    [7.5, 'wide'],
    [20, 'wide'],
    [20.5, undefined],
    [0.5, undefined],
  ])('%d → %s, in whatever order they come', (size, id) => {
    expect(categoryFor(size, [wide, narrow, twin])?.id).toBe(id)
    expect(categoryFor(size, [twin, narrow, wide])?.id).toBe(id)
  })
  it('is the same one for twins made at the same moment', () => {
    const a = category('a', 1, 2, 5)
    const b = category('b', 1, 2, 5)
    expect(categoryFor(1, [a, b])).toBe(a)
    expect(categoryFor(1, [b, a])).toBe(a)
  })
})

describe('the booking plan', () => {
  const box = { size: 4, isOccupied: false, isReserved: false }
  it.each([
    [box, 's', false, 'free'],
    [box, 's', true, 'chosen'],
    [box, null, false, 'free'],
    [box, 'm', false, 'otherSize'],
    [box, 'm', true, 'otherSize'],
    [{ ...box, isOccupied: true }, 's', true, 'occupied'],
    [{ ...box, isReserved: true }, 'm', false, 'occupied'],
  ] as const)('%j with group %s, chosen %s: %s', (shown, group, isChosen, state) => {
    expect(planState(shown, group, isChosen)).toBe(state)
  })
})

describe('locks in a row', () => {
  it.each([
    ['1:01:01', 3, ['1:01:01', '1:01:02', '1:01:03']],
    ['2:05:98', 3, ['2:05:98', '2:05:99', '2:06:01']],
    ['9:99:99', 1, ['9:99:99']],
    ['9:99:99', 2, undefined],
    ['1:00:01', 1, undefined],
    ['x', 1, undefined],
  ])('%s, %d of them', (first, count, expected) => {
    expect(lockIdsFrom(first, count)).toEqual(expected)
  })

  it('each is a lock id, none comes twice, and none is the broadcast address', () => {
    const two = (value: number) => String(value).padStart(2, '0')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 1, max: 1000 }),
        (bus, controller, lock, count) => {
          const ids = lockIdsFrom(`${bus}:${two(controller)}:${two(lock)}`, count)
          const fits = (controller - 1) * 99 + lock - 1 + count <= 99 * 99
          expect(ids !== undefined).toBe(fits)
          expect(new Set(ids).size).toBe(fits ? count : 0)
          for (const id of ids ?? []) expect(parseLockId(id).ok).toBe(true)
        },
      ),
    )
  })
})
