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
    objects: [at('z', 9), at('a', 10), at('b', 20), at('new', 7)],
    conflicts: [],
    twice: [],
  })
})

test('where both touched an object mine stands, a change is worth more than taking away, and it is named', () => {
  const base = [at('a', 1), at('b', 2), at('c', 3), at('d', 4)]
  const mine = [at('a', 10), at('b', 20), at('d', 40)]
  const theirs = [at('a', 11), at('c', 30), at('d', 40)]
  expect(mergeMaps(base, mine, theirs)).toEqual({
    objects: [at('a', 10), at('c', 30), at('b', 20), at('d', 40)],
    conflicts: ['a', 'b', 'c'],
    twice: [],
  })
  expect(mergeMaps(base, base, base)).toEqual({ objects: base, conflicts: [], twice: [] })
})

const uuids = (merged: { readonly objects: readonly MapObject[] }) => merged.objects.map(({ uuid }) => uuid)

test('what the other has put under everything stays under it, what lies between two stays between them', () => {
  const base = [at('a', 1), at('b', 2)]
  const theirs = [at('floor', 0), at('wall', 0), at('a', 1), at('between', 0), at('b', 2), at('top', 0)]
  expect(uuids(mergeMaps(base, [...base, at('mine', 3)], theirs))).toEqual([
    'floor',
    'wall',
    'a',
    'between',
    'b',
    'mine',
    'top',
  ])
  // Behind something that I have taken away.
  expect(uuids(mergeMaps(base, [at('b', 2)], [at('a', 1), at('new', 0), at('b', 2)]))).toEqual(['new', 'b'])
})

test('who alone brought something to the front or the back has done so; of two orders mine stands', () => {
  const base = [at('a', 1), at('b', 2), at('c', 3)]
  const [a, b, c] = base as [MapObject, MapObject, MapObject]
  expect(uuids(mergeMaps(base, [a, b, c, at('new', 4)], [c, a, b]))).toEqual(['c', 'a', 'b', 'new'])
  expect(uuids(mergeMaps(base, [b, a, c], [a, b, c, at('new', 4)]))).toEqual(['b', 'a', 'c', 'new'])
  expect(uuids(mergeMaps(base, [b, a, c], [c, a, b]))).toEqual(['b', 'a', 'c'])
})

test('a box that both have drawn is named, by its id or by the number on it', () => {
  const box = (uuid: string, more: Partial<MapObject>) =>
    at(uuid, 0, { type: 'rectangle-with-text', ...more })
  const base = [box('old', { boxId: 'x' }), box('older', { boxId: 'x' })]
  const merged = mergeMaps(
    base,
    [
      ...base,
      box('m1', { boxId: '1', text: 'YA1' }),
      box('m2', { text: 'YA2' }),
      at('m3', 0, { text: 'Tor' }),
    ],
    [
      ...base,
      box('t1', { boxId: '1' }),
      box('t2', { boxId: '2', text: ' YA2 ' }),
      at('t3', 0, { text: 'Tor' }),
    ],
  )
  expect([...merged.twice].sort()).toEqual(['m1', 'm2', 't1', 't2'])
  expect(merged.conflicts).toEqual([])
})
