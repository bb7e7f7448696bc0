import type { MapObject } from '@stowage/domain/map-object'
import { expect, test, vi } from 'vitest'
import { createOpenMaps, firstMap } from './open-maps.ts'

const wall = (uuid: string): MapObject => ({ type: 'rectangle', uuid, x: 0, y: 0, width: 5, height: 5 })

test('each map keeps its own drawing and says whether it is saved', () => {
  const open = createOpenMaps()
  const ground = open.begin('a', { objects: [wall('1')], version: 3 })
  const upper = open.begin('b', { objects: [], version: 1 })
  const heard = vi.fn()
  open.subscribe(heard)
  ground.commit([])
  expect(open.unsaved()).toBe('a')
  upper.commit([wall('2')])
  expect(open.unsaved()).toBe('a b')
  ground.undo()
  expect(open.unsaved()).toBe('b')
  expect(open.find('a')).toBe(ground)
  expect(open.begin('a', { objects: [], version: 9 })).toBe(ground)
  expect(heard).toHaveBeenCalledTimes(3)
})

test('choosing objects tells nobody; the first map goes on under its id', () => {
  const open = createOpenMaps()
  const store = open.begin(firstMap, { objects: [wall('1')], version: 0 })
  const heard = vi.fn()
  open.subscribe(heard)
  store.select(['1'])
  expect(heard).not.toHaveBeenCalled()
  store.commit([])
  expect(open.unsaved()).toBe(firstMap)
  open.adopt()
  expect(open.find(firstMap)).toBe(store)
  store.markSaved([wall('1')], 1, 'a')
  expect([open.find('a'), open.unsaved()]).toEqual([store, 'a'])
  open.adopt()
  expect(open.find('a')).toBe(store)
  expect(open.find(firstMap)).toBeUndefined()
  expect(open.unsaved()).toBe('a')
})

test('a map that was deleted holds nobody on the page', () => {
  const open = createOpenMaps()
  const store = open.begin('a', { objects: [], version: 1 })
  store.commit([wall('1')])
  open.close('a')
  expect([open.unsaved(), open.find('a')]).toEqual(['', undefined])
  store.commit([])
  expect(open.unsaved()).toBe('')
})

test('where a drawing came from counts for that drawing alone', () => {
  const open = createOpenMaps()
  const store = open.begin('a', { objects: [], version: 4 })
  store.commit([wall('1')])
  open.setOrigin(store.get().objects, { restored: 2 })
  expect(open.originOf(store.get().objects)).toEqual({ restored: 2 })
  store.commit([wall('1'), wall('2')])
  expect(open.originOf(store.get().objects)).toEqual({})
})
