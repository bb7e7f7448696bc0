import { expect, test } from 'vitest'
import { sharePlaces } from './share-places.ts'

test('whoever crowds the places makes room for others, and is himself kept out', () => {
  const places = sharePlaces(6)
  const left: string[] = []
  const enter = (network: string, name: string) => places.enter(network, () => left.push(name))
  for (const name of ['a1', 'a2', 'a3']) expect(enter('a', name)).toBeDefined()
  for (const name of ['b1', 'b2', 'b3']) expect(enter('b', name)).toBeDefined()
  expect(enter('a', 'a4'), 'has as many as anybody').toBeUndefined()
  expect(enter('site', 's1')).toBeDefined()
  expect(left).toEqual(['a1'])
  expect(enter('another', 't1')).toBeDefined()
  expect(left).toEqual(['a1', 'b1'])
  expect(enter('a', 'a5'), 'comes back').toBeUndefined()
})

test('who goes frees his place once, also when he was shown out before', () => {
  const places = sharePlaces(2)
  const first = places.enter('a', () => undefined)
  expect(places.enter('a', () => undefined)).toBeDefined()
  expect(places.enter('a', () => undefined)).toBeUndefined()
  first?.()
  first?.()
  expect(places.enter('a', () => undefined)).toBeDefined()
  expect(places.enter('a', () => undefined)).toBeUndefined()
})
