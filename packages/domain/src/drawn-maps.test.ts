import { expect, test } from 'vitest'
import { drawnMaps } from './drawn-maps.ts'

test('a map without an object is no plan to choose a box on; the others stay the same, in their order', () => {
  const ground = [{ uuid: 'a' }]
  const plans = drawnMaps({ Upper: [{ uuid: 'b' }], Begun: [], Ground: ground })
  expect(Object.keys(plans)).toEqual(['Upper', 'Ground'])
  expect(plans['Ground']).toBe(ground)
  expect(drawnMaps({ Begun: [] })).toEqual({})
})
