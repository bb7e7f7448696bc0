import type { MapObject } from '@stowage/domain/map-object'
import { expect, test } from 'vitest'
import { settled } from './settle.ts'

const at = (uuid: string, x: number): MapObject => ({ type: 'rectangle', uuid, x, y: 0 })
const base = [at('a', 1), at('b', 2)]
const mine = [at('a', 10), at('b', 2), at('new', 3)]
const drawn = { objects: mine, saved: base, recordId: 'map' }

test('a map that somebody else has deleted is saved anew with all that is on it', () => {
  expect(settled(drawn, null)).toEqual({
    objects: mine,
    saved: [],
    version: 0,
    recordId: null,
    conflicts: [],
    twice: [],
  })
})

test('what somebody else has saved is put together with what is drawn', () => {
  const theirs = { objects: [at('a', 1), at('b', 20)], version: 7, recordId: 'map' }
  expect(settled(drawn, theirs)).toMatchObject({
    objects: [at('a', 10), at('b', 20), at('new', 3)],
    saved: theirs.objects,
    version: 7,
    conflicts: [],
  })
})

test('another map that got the name takes nothing from this one', () => {
  const other = { objects: [at('z', 5)], version: 1, recordId: 'another' }
  const { objects, recordId } = settled(drawn, other)
  expect(objects.map(({ uuid }) => uuid).sort()).toEqual(['a', 'b', 'new', 'z'])
  expect(recordId).toBe('another')
})
