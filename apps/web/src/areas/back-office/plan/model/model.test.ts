import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapObjectTypes, type MapObject } from '@stowage/domain/map-object'
import {
  aligned,
  arranged,
  bindingOf,
  copiesOf,
  distributed,
  locked,
  moved,
  overlappingBoxes,
  removed,
} from './edit.ts'
import { fitted, frameOf, ownFrame, pulled, pulledFrame, turnedBy, turnPoint, pivotOf } from './geometry.ts'
import { gridOf, inNumberOrder, type GridWish } from './grid.ts'
import { guided, linesOf } from './guides.ts'
import { drawingTools, newObject } from './new-object.ts'
import { closed, extended, partMoved, partRemoved, split, toPath } from './path.ts'
import { createPlanStore, isUnsaved } from './plan-store.ts'

const rect = (uuid: string, x = 0, y = 0, more: Partial<MapObject> = {}): MapObject => ({
  type: 'rectangle',
  uuid,
  x,
  y,
  width: 10,
  height: 20,
  ...more,
})
const uuids = (objects: readonly MapObject[]) => objects.map(({ uuid }) => uuid).join('')
const set = (text: string) => new Set(text)

describe('undo and redo', () => {
  test('any way of steps is gone back to the first drawing and forth to the last one', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('move' as const), at: fc.nat(20) }),
      fc.record({ kind: fc.constant('remove' as const), at: fc.nat(20) }),
      fc.record({ kind: fc.constant('add' as const), at: fc.nat(20) }),
      fc.record({ kind: fc.constant('front' as const), at: fc.nat(20) }),
      fc.record({ kind: fc.constant('back' as const), at: fc.nat(20) }),
      fc.record({ kind: fc.constant('copyAll' as const), at: fc.nat(20) }),
      fc.record({ kind: fc.constant('nudge' as const), at: fc.nat(20) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let made = 0
        const store = createPlanStore(
          { objects: 'abcdef'.split('').map((uuid) => rect(uuid)), version: 1, recordId: 'm' },
          () => 0,
        )
        const drawings = [store.get().objects]
        for (const { kind, at } of steps) {
          const { objects } = store.get()
          const chosen = new Set(objects.length === 0 ? [] : [objects[at % objects.length]!.uuid])
          const before = store.get().history.past.length
          if (kind === 'move') store.commit(moved(objects, chosen, 1, 0))
          else if (kind === 'nudge') store.commit(moved(objects, chosen, 0, 1), { joins: 'nudge' })
          else if (kind === 'remove') store.commit(removed(objects, chosen))
          else if (kind === 'add') store.commit([...objects, rect(`n${(made += 1)}`)])
          else if (kind === 'copyAll')
            store.commit([...objects, ...copiesOf(objects, { x: 5, y: 5 }).slice(0, 70)])
          else store.commit(arranged(objects, chosen, kind))
          const { past } = store.get().history
          if (past.length > before) drawings.push(store.get().objects)
          else if (store.get().objects !== objects) drawings[drawings.length - 1] = store.get().objects
        }
        for (const drawing of drawings.toReversed()) {
          expect(store.get().objects).toEqual(drawing)
          store.undo()
        }
        for (const drawing of drawings) {
          expect(store.get().objects).toEqual(drawing)
          store.redo()
        }
      }),
      { numRuns: 60 },
    )
  })

  test('ten taps of an arrow are one step, a second later it is another; a new step ends what could be done again', () => {
    let time = 0
    const store = createPlanStore({ objects: [rect('a')], version: 1, recordId: 'm' }, () => time)
    store.select(['a'])
    const tap = () => store.commit(moved(store.get().objects, store.get().selected, 1, 0), { joins: 'nudge' })
    for (let count = 0; count < 10; count += 1) tap()
    time = 5000
    tap()
    store.undo()
    expect(store.get().objects[0]?.x).toBe(10)
    store.undo()
    expect(store.get().objects[0]?.x).toBe(0)
    expect(isUnsaved(store.get())).toBe(false)
    store.redo()
    tap()
    expect(store.get().history.future).toEqual([])
    expect(isUnsaved(store.get())).toBe(true)
    store.markSaved(store.get().objects, 2, 'm')
    expect(isUnsaved(store.get())).toBe(false)
  })

  test('what was chosen is chosen again, what is gone is not', () => {
    const store = createPlanStore({ objects: [rect('a'), rect('b')], version: 1, recordId: 'm' })
    store.select(['a'])
    store.commit(removed(store.get().objects, set('a')))
    expect([...store.get().selected]).toEqual([])
    store.undo()
    expect([...store.get().selected]).toEqual(['a'])
  })
})

describe('arranging', () => {
  const all = 'abcd'.split('').map((uuid) => rect(uuid))
  test.each([
    ['front', 'bcda'],
    ['back', 'abcd'],
    ['forward', 'bacd'],
    ['backward', 'abcd'],
  ] as const)('a goes %s', (to, expected) => expect(uuids(arranged(all, set('a'), to))).toBe(expected))
  test('two that stand apart keep their order', () => {
    expect(uuids(arranged(all, set('ac'), 'front'))).toBe('bdac')
    expect(uuids(arranged(all, set('bd'), 'back'))).toBe('bdac')
    expect(uuids(arranged(all, set('bd'), 'backward'))).toBe('bdac')
  })
  test('a step goes past what it overlaps, not past what stands elsewhere', () => {
    const apart = [rect('a'), rect('b', 500), rect('c'), rect('d', 500)]
    expect(uuids(arranged(apart, set('a'), 'forward'))).toBe('bcad')
  })
  test('lined up, spread out, and what is locked stays', () => {
    const objects = [
      rect('a', 0, 0),
      rect('b', 37, 5),
      rect('c', 100, 9),
      rect('d', 50, 50, { locked: true }),
    ]
    expect(aligned(objects, set('abc'), 'bottom').map(({ y }) => y)).toEqual([9, 9, 9, 50])
    expect(distributed(objects, set('abc'), 'across').map(({ x }) => x)).toEqual([0, 50, 100, 50])
    expect(moved(objects, set('ad'), 1, 1).map(({ x }) => x)).toEqual([1, 37, 100, 50])
    expect(uuids(removed(objects, set('ad')))).toBe('bcd')
    expect(uuids(removed(locked(objects, set('d'), false), set('ad')))).toBe('bc')
  })
  test('a copy has a name of its own and stands for no box', () => {
    const [copy] = copiesOf([rect('a', 1, 2, { boxId: 'x', locked: true })], { x: 10, y: 10 })
    expect(copy).toMatchObject({ x: 11, y: 12, width: 10 })
    expect(copy?.uuid).not.toBe('a')
    expect(copy).not.toHaveProperty('boxId')
    expect(copy).not.toHaveProperty('locked')
  })
})

describe('geometry', () => {
  const point = fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) })
  const shape = fc
    .record({
      x: fc.integer({ min: 0, max: 1000 }),
      y: fc.integer({ min: 0, max: 700 }),
      width: fc.integer({ min: 5, max: 300 }),
      height: fc.integer({ min: 5, max: 300 }),
      rotate: fc.integer({ min: 0, max: 359 }),
    })
    .map((given): MapObject => ({ type: 'rectangle', uuid: 'a', ...given }))

  test('a pulled corner leaves the opposite one where it is seen, turned or not', () => {
    fc.assert(
      fc.property(shape, point, fc.boolean(), (object, by, keepShape) => {
        const handle = { x: 1, y: 1 } as const
        const next = pulled(object, handle, by.x, by.y, keepShape)
        const fixed = (one: MapObject) => {
          const { x, y } = ownFrame(one)
          return turnPoint({ x, y }, pivotOf(one), one.rotate ?? 0)
        }
        expect(Math.hypot(fixed(next).x - fixed(object).x, fixed(next).y - fixed(object).y)).toBeLessThan(1.5)
        expect(next.width).toBeGreaterThanOrEqual(1)
        expect(Number.isInteger(next.x) && Number.isInteger(next.width)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
  test('turned there and back is where it was, within the grid', () => {
    fc.assert(
      fc.property(shape, point, fc.integer({ min: 1, max: 359 }), (object, around, degrees) => {
        const back = turnedBy(turnedBy(object, around, degrees), around, -degrees)
        expect(back.rotate).toBe((object.rotate ?? 0) % 360)
        expect(Math.hypot(back.x - object.x, back.y - object.y)).toBeLessThan(2)
      }),
      { numRuns: 200 },
    )
  })
  test('a frame never turns inside out and keeps its shape on demand', () => {
    const frame = { x: 0, y: 0, width: 100, height: 50 }
    expect(pulledFrame(frame, { x: -1, y: 0 }, 500, 0, false)).toEqual({ x: 99, y: 0, width: 1, height: 50 })
    expect(pulledFrame(frame, { x: 1, y: 1 }, 100, 0, true)).toEqual({ x: 0, y: 0, width: 200, height: 100 })
    expect(pulledFrame(frame, { x: 0, y: 1 }, 0, 50, true)).toEqual({ x: -50, y: 0, width: 200, height: 100 })
  })
  test('neighbours that touch still touch when they are scaled together', () => {
    const row = [rect('a', 0, 0, { width: 33 }), rect('b', 33, 0, { width: 34 })]
    const [a, b] = row.map((object) => fitted(object, frameOf(row)!, { x: 7, y: 0, width: 100, height: 20 }))
    expect(a!.x + a!.width!).toBe(b!.x)
    expect(b!.x + b!.width!).toBe(107)
  })
})

describe('guides', () => {
  const lines = linesOf([{ x: 100, y: 100, width: 50, height: 50 }], { width: 1700, height: 790 })
  const frame = { x: 0, y: 0, width: 20, height: 20 }
  test('an edge near a line is held there, a far one is not', () => {
    expect(guided(frame, 97, 40, lines, 4)).toEqual({ dx: 100, dy: 40, guides: [{ along: 'x', at: 100 }] })
    expect(guided(frame, 60, 40, lines, 4)).toEqual({ dx: 60, dy: 40, guides: [] })
    expect(guided(frame, 128.4, 40, lines, 4).dx).toBe(130)
  })
})

describe('outlines', () => {
  const start = newObject('polygon', { x: 10, y: 10 }, '')
  const triangle = closed(extended(extended(start, { x: 60, y: 10 }), { x: 60, y: 60 }))
  test('points are set, closed, moved and taken out', () => {
    expect(triangle).toMatchObject({ closed: true })
    expect(triangle.path).toHaveLength(3)
    expect(closed(extended(start, { x: 60, y: 10 }))).toMatchObject({ closed: false })
    const pulledOut = partMoved(triangle, { kind: 'point', index: 0 }, { x: 80, y: 0 })
    expect(pulledOut.path?.[0]).toMatchObject({ x: 80, y: 0 })
    // The start is the end of a closed outline: both move, and so does the place of the polygon.
    const shifted = partMoved(triangle, { kind: 'point', index: -1 }, { x: 0, y: 0 })
    expect(shifted).toMatchObject({ x: 0, y: 0, moveX: 0, moveY: 0 })
    expect(shifted.path?.at(-1)).toMatchObject({ x: 0, y: 0 })
    expect(shifted.path?.[0]).toMatchObject({ x: 60, y: 10 })
    expect(partRemoved(triangle, 0).path).toHaveLength(2)
    expect(split(triangle, 0).path).toHaveLength(4)
  })
  test('a handle moves alone', () => {
    const bent = partMoved(triangle, { kind: 'handle', index: 1, which: 2 }, { x: 99, y: 99 })
    expect(bent.path?.[1]).toMatchObject({ x2: 99, y2: 99, x: 60, y: 60 })
    expect(bent.path?.[0]).toEqual(triangle.path?.[0])
  })
  test('a place on the plan is found in a path that was moved and turned', () => {
    const there = { ...triangle, x: 110, y: 210, rotate: 90 }
    expect(toPath(there, { x: 110, y: 260 })).toEqual({ x: 60, y: expect.closeTo(10) })
  })
})

describe('boxes', () => {
  const boxes = Array.from({ length: 60 }, (_, index) => ({
    id: `id${index + 1}`,
    unitNumber: `YA${index + 1}`,
    size: 1 + (index % 6),
  }))
  const wish: GridWish = {
    area: { x: 100, y: 50, width: 1201, height: 601 },
    rows: 6,
    columns: 10,
    gap: 0,
    aisle: 40,
    isBackToBack: true,
    isSnake: false,
    bySize: false,
  }
  test('numbers are sorted as people read them', () => {
    expect(
      inNumberOrder([{ unitNumber: 'YA10' }, { unitNumber: 'YA2' }]).map((box) => box.unitNumber),
    ).toEqual(['YA2', 'YA10'])
  })
  test.each([
    ['plain', {}],
    ['by size', { bySize: true }],
    ['as one walks', { isSnake: true, bySize: true, gap: 3 }],
    ['more places than boxes', { rows: 9, columns: 7 }],
    ['fewer places than boxes', { rows: 2, columns: 5, isBackToBack: false }],
  ])('a grid, %s: each box once, inside, on the grid, none over another', (_name, more) => {
    const given = { ...wish, ...more }
    const objects = gridOf(boxes, given)
    expect(objects).toHaveLength(Math.min(60, given.rows * given.columns))
    const { bound, missing, twice } = bindingOf(objects, boxes)
    expect([bound.size, missing.length, twice.length]).toEqual([objects.length, 60 - objects.length, 0])
    expect(overlappingBoxes(objects, bound)).toEqual([])
    const { area } = given
    for (const { x, y, width, height } of objects) {
      expect([x, y, width, height].every((value) => Number.isInteger(value))).toBe(true)
      expect(
        x >= area.x &&
          y >= area.y &&
          x + width! <= area.x + area.width &&
          y + height! <= area.y + area.height,
      ).toBe(true)
    }
  })
  test('what is not on the plan, what stands for nothing, what stands twice, what overlaps', () => {
    const objects = [
      rect('a', 0, 0, { type: 'rectangle-with-text', text: 'YA1' }),
      rect('b', 5, 0, { type: 'rectangle-with-text', text: 'x', boxId: 'id2' }),
      rect('c', 300, 0, { type: 'rectangle-with-text', text: 'YA1' }),
      rect('d', 400, 0, { type: 'rectangle-with-text', text: 'YA999' }),
      rect('e', 500, 0, { type: 'rectangle-with-text', text: 'Lift', role: 'lift' }),
    ]
    const found = bindingOf(objects, boxes.slice(0, 3))
    expect(found.missing.map(({ unitNumber }) => unitNumber)).toEqual(['YA3'])
    expect(uuids(found.twice)).toBe('c')
    expect(uuids(found.unbound)).toBe('d')
    expect(overlappingBoxes(objects, found.bound)).toEqual([['a', 'b']])
  })
})

test('every tool makes what it is called, with the defaults of the specification', () => {
  expect([...drawingTools].sort()).toEqual([...mapObjectTypes].sort())
  const make = (type: MapObject['type']) => newObject(type, { x: 3, y: 4 }, 'Type some text...')
  expect(make('rectangle')).toMatchObject({ x: 3, y: 4, width: 5, height: 5, fill: 'blue' })
  expect(make('circle')).toMatchObject({ width: 5, height: 5, fill: 'yellow' })
  expect(make('text')).toMatchObject({ text: 'Type some text...', fontSize: 20, fontFamily: 'Open Sans' })
  expect(make('image')).toMatchObject({ width: 100, height: 100 })
  expect(make('rectangle-with-text')).toMatchObject({
    stroke: '#646464',
    strokeWidth: 2,
    radius: 5,
    fill: '#d3d3d3',
  })
})
