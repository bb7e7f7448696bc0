import type { MapObject } from '@stowage/domain/map-object'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepDrafts, pauseMs } from './draft-keeper.ts'
import { createPlanStore } from './plan-store.ts'

const wall = (uuid: string): MapObject => ({ type: 'rectangle', uuid, x: 0, y: 0 })

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function begun(drawn: readonly MapObject[] = []) {
  const store = createPlanStore({ objects: [], version: 3, recordId: 'm' })
  store.commit(drawn)
  const place = { keep: vi.fn(), drop: vi.fn() }
  return { store, place, keeper: keepDrafts(store, place) }
}

test('a step is kept after a pause, several at once, and goes when it is saved', () => {
  const { store, place } = begun()
  store.commit([wall('a')])
  vi.advanceTimersByTime(pauseMs - 1)
  store.commit([wall('a'), wall('b')])
  vi.advanceTimersByTime(pauseMs - 1)
  expect(place.keep).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  const { objects } = store.get()
  expect(place.keep.mock.calls).toEqual([[{ objects, saved: [], version: 3 }]])
  store.markSaved(objects, 4, 'm')
  expect(place.drop).toHaveBeenCalledTimes(1)
})

test('the last step is kept when another map is shown or the page goes, once', () => {
  const { store, place, keeper } = begun()
  store.commit([wall('a')])
  keeper.now()
  keeper.now()
  expect(place.keep).toHaveBeenCalledTimes(1)
  keeper.stop()
  store.commit([])
  vi.advanceTimersByTime(10 * pauseMs)
  expect([place.keep.mock.calls.length, place.drop.mock.calls.length]).toEqual([1, 0])
})

test('what is taken back to what is saved is no draft any more', () => {
  const { store, place } = begun()
  store.commit([wall('a')])
  store.undo()
  vi.advanceTimersByTime(pauseMs)
  expect([place.keep.mock.calls.length, place.drop.mock.calls.length]).toEqual([0, 1])
})

test('what was begun with a draft is kept as its own at once', () => {
  expect(begun([wall('a')]).place.keep).toHaveBeenCalledTimes(1)
  expect(begun().place.keep).not.toHaveBeenCalled()
})
