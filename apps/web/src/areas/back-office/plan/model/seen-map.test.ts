import { expect, test } from 'vitest'
import { seenMap } from './seen-map.ts'

const map = (id: string, mapId = id) => ({ id, mapId })
const [a, b] = [map('a', 'Ground'), map('b', 'Upper')]

test('the map of the address is seen, else the first one', () => {
  expect(seenMap([a, b], 'Upper', null, null)).toBe(b)
  expect(seenMap([a, b], undefined, null, null)).toBe(a)
  expect(seenMap([a, b], 'Gone', null, null)).toBe(a)
  expect(seenMap([], undefined, 'Ground', null)).toBeNull()
})

test('a map that somebody has renamed meanwhile is still the one that is drawn on', () => {
  const renamed = map('b', 'Attic')
  expect(seenMap([a, renamed], 'Upper', null, 'b')).toBe(renamed)
})

test('what was drawn before the stock had a map stays, whoever makes one meanwhile', () => {
  expect(seenMap([a], undefined, 'Ground (2)', null)).toBeNull()
  expect(seenMap([a, b], 'Ground (2)', 'Ground (2)', 'b')).toBeNull()
  // Another map that is asked for is seen all the same.
  expect(seenMap([a, b], 'Upper', 'Ground (2)', null)).toBe(b)
  // Gone to one that was renamed since.
  expect(seenMap([a, b], 'Old name', 'Ground (2)', 'b')).toBe(b)
})
