import { expect, test } from 'vitest'
import { compareMaps, mergeMaps } from './compare-maps.ts'
import type { MapObject } from './map-object.ts'

const at = (uuid: string, x: number, more: Partial<MapObject> = {}): MapObject => ({
  type: 'rectangle',
  uuid,
  x,
  y: 0,
  ...more,
})

test('what came, changed and went; the order of keys and unset fields are no change, the order of objects is one', () => {
  const before = [at('a', 1), at('b', 2), at('c', 3)]
  expect(compareMaps(before, [at('b', 2), at('c', 4), at('d', 5)])).toEqual({
    added: 1,
    changed: 1,
    removed: 1,
  })
  expect(
    compareMaps(before, [{ y: 0, x: 1, uuid: 'a', type: 'rectangle', fill: null }, ...before.slice(1)]),
  ).toBeNull()
  expect(compareMaps(before, [...before].reverse())).toEqual({ added: 0, changed: 0, removed: 0 })
  expect(compareMaps([], [])).toBeNull()
})

test('two people who changed different things lose nothing', () => {
  const base = [at('a', 1), at('b', 2), at('c', 3)]
  const mine = [at('a', 10), at('b', 2), at('new', 7)]
  const theirs = [at('z', 9), at('a', 1), at('b', 20), at('c', 3)]
  expect(mergeMaps(base, mine, theirs)).toEqual({
    objects: [at('a', 10), at('b', 20), at('new', 7), at('z', 9)],
    conflicts: [],
  })
})

test('where both touched an object mine stands, a change is worth more than taking away, and it is named', () => {
  const base = [at('a', 1), at('b', 2), at('c', 3), at('d', 4)]
  const mine = [at('a', 10), at('b', 20), at('d', 40)]
  const theirs = [at('a', 11), at('c', 30), at('d', 40)]
  expect(mergeMaps(base, mine, theirs)).toEqual({
    objects: [at('a', 10), at('b', 20), at('d', 40), at('c', 30)],
    conflicts: ['a', 'b', 'c'],
  })
  expect(mergeMaps(base, base, base)).toEqual({ objects: base, conflicts: [] })
})

test('where both touched an object the side that was chosen counts, also where it has removed it', () => {
  const base = [at('a', 1), at('b', 2), at('c', 3), at('d', 4)]
  const mine = [at('a', 10), at('b', 20), at('d', 40)]
  const theirs = [at('a', 11), at('c', 30), at('d', 4)]
  const merged = (side: 'mine' | 'theirs') => mergeMaps(base, mine, theirs, () => side).objects
  expect(merged('mine')).toEqual([at('a', 10), at('b', 20), at('d', 40)])
  expect(merged('theirs')).toEqual([at('a', 11), at('d', 40), at('c', 30)])
  const each = mergeMaps(base, mine, theirs, (uuid) => (uuid === 'a' ? 'theirs' : 'mine'))
  expect(each).toEqual({ objects: [at('a', 11), at('b', 20), at('d', 40)], conflicts: ['a', 'b', 'c'] })
})
