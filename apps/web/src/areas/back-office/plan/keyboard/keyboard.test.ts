import type { MapObject } from '@stowage/domain/map-object'
import { describe, expect, test } from 'vitest'
import type { PlanMover } from '../../../../features/maps/index.ts'
import { overlaps } from '../model/edit.ts'
import { createPlanStore, type Tool } from '../model/plan-store.ts'
import { drawAtCursor, firstCursor, growAtCursor, moveCursor, shrinkAtCursor } from './draw-keys.ts'
import { newsOf } from './plan-news.ts'
import { toolLetters, toolOfKey, tools } from './tool-keys.ts'

const seen = { x: -40, y: -40, width: 1780, height: 870 }
const mover = { seen: () => seen, reveal: () => undefined } as unknown as PlanMover
const begun = (tool: Tool, objects: readonly MapObject[] = []) => {
  const store = createPlanStore({ objects, version: 1, recordId: null })
  store.setTool(tool)
  store.setCursor(firstCursor(store, mover))
  return store
}
const areaOf = ({ x, y, width, height }: MapObject) => ({ x: x, y: y, width: width!, height: height! })

test('each tool has a letter of its own', () => {
  expect(new Set(Object.values(toolLetters)).size).toBe(tools.length)
  for (const tool of tools) expect(toolOfKey(`Key${toolLetters[tool]}`)).toBe(tool)
  expect(toolOfKey('KeyZ')).toBeUndefined()
})

describe('drawing by keys', () => {
  test('Enter draws in the middle of what is seen, chosen, and the tool is put away; it is one step', () => {
    const store = begun('rectangle')
    expect(store.get().cursor).toEqual({ x: 850, y: 395 })
    moveCursor(store, mover, { dx: 10, dy: -1 })
    expect(drawAtCursor(store, mover, '')).toBe(true)
    const [made] = store.get().objects
    expect(made).toMatchObject({ type: 'rectangle', x: 800, y: 354, width: 120, height: 80 })
    expect([[...store.get().selected], store.get().tool, store.get().cursor]).toEqual([
      [made!.uuid],
      'select',
      null,
    ])
    store.undo()
    expect(store.get().objects).toEqual([])
  })
  test('what is drawn next stands beside what is there, and the cross never leaves the sheet', () => {
    let objects: readonly MapObject[] = [
      { type: 'rectangle', uuid: 'floor', x: 0, y: 0, width: 1700, height: 790 },
    ]
    for (let count = 0; count < 12; count += 1) {
      const store = begun('rectangle-with-text', objects)
      drawAtCursor(store, mover, '')
      const made = store.get().objects.at(-1)!
      expect(objects.slice(1).some((other) => overlaps(areaOf(other), areaOf(made)))).toBe(false)
      objects = store.get().objects
    }
    const store = begun('circle')
    for (let step = 0; step < 200; step += 1) moveCursor(store, mover, { dx: 10, dy: 10 })
    expect(store.get().cursor).toEqual({ x: 1700, y: 790 })
  })
  test('an outline gets a point by each Enter, loses one by Delete, and closes at the same place or at its start', () => {
    const store = begun('polygon')
    drawAtCursor(store, mover, '')
    const outline = (): MapObject => store.get().objects[0]!
    expect(store.get().editing).toBe(outline().uuid)
    const go = (dx: number, dy: number) => {
      moveCursor(store, mover, { dx, dy })
      return growAtCursor(store, outline(), store.get().cursor!)
    }
    expect([go(100, 0), go(0, 100), go(5, 5)]).toEqual([null, null, null])
    shrinkAtCursor(store, outline())
    expect(store.get().cursor).toEqual({ x: 950, y: 495 })
    expect(outline().path).toHaveLength(2)
    expect(go(0, 0)).toMatchObject({ closed: true })
    expect(outline().path?.at(-1)).toMatchObject({ x: 850, y: 395 })

    const other = begun('polygon')
    drawAtCursor(other, mover, '')
    const grow = (dx: number, dy: number) => {
      moveCursor(other, mover, { dx, dy })
      return growAtCursor(other, other.get().objects[0]!, other.get().cursor!)
    }
    expect([grow(100, 0), grow(0, 100)]).toEqual([null, null])
    expect(grow(-100, -100)).toMatchObject({ closed: true })
    expect(other.get().objects[0]!.path).toHaveLength(3)
  })
  test('without a tool that draws, the arrows are left to what is chosen', () => {
    const store = begun('select')
    expect(store.get().cursor).toBeNull()
    expect(moveCursor(store, mover, { dx: 1, dy: 0 })).toBe(false)
    expect(drawAtCursor(store, mover, '')).toBe(false)
  })
})

test('the news are one sentence: what was drawn before that it is chosen, and nothing where nothing happened', () => {
  const store = begun('rectangle')
  const before = store.get()
  expect(newsOf(before, before)).toBeNull()
  drawAtCursor(store, mover, '')
  const drawn = store.get()
  expect(newsOf(before, drawn)).toEqual({ kind: 'added', objects: drawn.objects })
  store.commit(drawn.objects.map((object) => ({ ...object, x: 1 })))
  expect(newsOf(drawn, store.get())).toEqual({ kind: 'changed', objects: store.get().objects })
  const moved = store.get()
  store.select([])
  expect(newsOf(moved, store.get())).toEqual({ kind: 'none' })
  store.commit([])
  expect(newsOf(moved, store.get())).toEqual({ kind: 'removed', objects: moved.objects })
  const empty = store.get()
  store.setTool('circle')
  expect(newsOf(empty, store.get())).toBeNull()
  store.setCursor({ x: 1, y: 2 })
  expect(newsOf(empty, store.get())).toEqual({ kind: 'tool' })
})
