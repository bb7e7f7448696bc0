import { describe, expect, test } from 'vitest'
import { bindBoxes, editorCanvas, type MapObject } from '@stowage/domain/map-object'
import { boundsOf } from '../../../../features/maps/index.ts'
import { overlaps } from '../model/edit.ts'
import { boundTo } from './bind-box.ts'
import { checkPlan, placesElsewhere } from './check-plan.ts'
import { firstFields, planGrid, shapeFor, wholeSheet, wished } from './grid-wish.ts'
import { planBoxes, type PlanBox } from './plan-box.ts'
import { areaOf, drawnSize, fittingFont, freePlace, objectOfBox, unitsPerMetre } from './plan-scale.ts'

const box = (number: number, more: Partial<PlanBox> = {}): PlanBox => ({
  id: `id${number}`,
  unitNumber: `YA${number}`,
  size: 4,
  floor: 1,
  width: null,
  depth: null,
  ...more,
})
const drawn = (uuid: string, x: number, more: Partial<MapObject> = {}): MapObject => ({
  type: 'rectangle-with-text',
  uuid,
  x,
  y: 100,
  width: 60,
  height: 60,
  ...more,
})
const kinds = (check: { findings: readonly { kind: string; names: readonly string[] }[] }) =>
  check.findings.map(({ kind, names }) => `${kind} ${names.join('+')}`)

describe('the check before saving', () => {
  const boxes = [1, 2, 3, 4].map((number) => box(number))
  test('names what overlaps, stands twice, stands for nothing, is outside or on another map as well', () => {
    const elsewhere = placesElsewhere(
      { '2 этаж': [drawn('o', 0, { text: 'YA1' })], Overview: [drawn('p', 0, { boxId: 'id1' })] },
      boxes,
    )
    const check = checkPlan(
      [
        drawn('a', 0, { boxId: 'id1' }),
        drawn('b', 30, { text: 'YA2' }),
        drawn('c', 300, { text: 'YA2' }),
        drawn('d', 500, { text: '77' }),
        drawn('e', 1680, { text: 'Lift', role: 'lift' }),
      ],
      boxes,
      elsewhere,
      editorCanvas,
    )
    expect(kinds(check)).toEqual([
      'overlap YA1+YA2',
      'twice YA2',
      'unbound 77',
      'outside Lift',
      'elsewhere YA1',
    ])
    expect(check.findings.at(-1)).toMatchObject({ uuids: ['a'], maps: ['2 этаж', 'Overview'] })
    expect(check.missing.map(({ id }) => id)).toEqual(['id3', 'id4'])
  })
  test('a box of another map is not missing, and a clean map has nothing to say', () => {
    const elsewhere = placesElsewhere({ B: [drawn('o', 0, { text: 'YA2' })] }, boxes)
    const check = checkPlan([drawn('a', 0, { text: 'YA1' })], boxes, elsewhere, editorCanvas)
    expect(kinds(check)).toEqual([])
    expect(check.missing.map(({ id }) => id)).toEqual(['id3', 'id4'])
  })
})

describe('binding', () => {
  const [one, two] = [box(1), box(2)]
  const stands = (object: MapObject) => bindBoxes([object], [one, two]).get(object.uuid)?.id
  test.each([
    ['by its text', drawn('a', 0, { text: ' YA1 ' })],
    ['by the list', drawn('a', 0, { boxId: 'id1', text: 'YA1' })],
    ['a rectangle that carries the number unseen', drawn('a', 0, { type: 'rectangle', text: 'YA1' })],
  ])('an object bound %s is bound to another, or to none', (_how, object) => {
    expect(stands(object)).toBe('id1')
    expect(stands(boundTo(object, two, one))).toBe('id2')
    expect(boundTo(object, two, one).text).toBe('YA2')
    expect(stands(boundTo(object, undefined, one))).toBeUndefined()
  })
  test('a name of its own stays, and a shape without words gets none', () => {
    expect(boundTo(drawn('a', 0, { text: 'Big one' }), one, undefined)).toMatchObject({
      text: 'Big one',
      boxId: 'id1',
    })
    expect(boundTo(drawn('a', 0, { type: 'circle' }), one, undefined).text).toBeUndefined()
    expect(boundTo(drawn('a', 0), one, undefined).text).toBe('YA1')
  })
})

describe('the scale of a map', () => {
  const bound = new Map(['a', 'b', 'c', 'd'].map((uuid, index) => [uuid, box(index)]))
  const objects = [drawn('a', 0), drawn('b', 70), drawn('c', 140), drawn('d', 210, { width: 600 })]
  test('is what most boxes agree on, and tells who differs', () => {
    expect(unitsPerMetre(objects.slice(0, 2), bound)).toBeNull()
    const metre = unitsPerMetre(objects, bound)
    expect(metre).toBe(30)
    expect(drawnSize(objects[0]!, box(1), metre)).toEqual({ width: 2, height: 2, area: 4, matches: true })
    expect(drawnSize(objects[3]!, box(4), metre)).toMatchObject({ width: 20, height: 2, matches: false })
    expect(drawnSize(objects[0]!, box(1, { unitNumber: 'KB1' }), metre)).toBeNull()
    expect(drawnSize(objects[0]!, box(1), null)).toBeNull()
  })
  test('an outline covers the polygon through its points', () => {
    const to = (x: number, y: number) => ({ x1: x, y1: y, x2: x, y2: y, x, y })
    const path = [to(10, 0), to(10, 20), to(0, 0)]
    expect(areaOf({ type: 'polygon', uuid: 'p', x: 50, y: 50, moveX: 0, moveY: 0, path })).toBe(100)
  })
  test('a box from the list is as large as its record says, with a number that fits', () => {
    const object = objectOfBox(box(7, { width: 2, depth: 3 }), { x: 100, y: 100 }, 20)
    expect(object).toMatchObject({ x: 80, y: 70, width: 40, height: 60, boxId: 'id7', text: 'YA7' })
    expect(fittingFont('YA1234', { width: 30, height: 60 })).toBe(6)
    expect(fittingFont('YA1', { width: 200, height: 60 })).toBe(14)
  })
  test('the place it gets is free, whatever stands there; the floor under everything is no hindrance', () => {
    let objects: MapObject[] = [{ type: 'rectangle', uuid: 'floor', x: 0, y: 0, width: 1700, height: 790 }]
    for (let count = 0; count < 40; count += 1) {
      const sides = { width: 90, height: 70 + (count % 3) * 20 }
      const { x, y } = freePlace(objects, sides, editorCanvas)
      const placed = drawn(`n${count}`, x - 45, { y: y - sides.height / 2, ...sides })
      expect(objects.slice(1).some((other) => overlaps(boundsOf(other), boundsOf(placed)))).toBe(false)
      objects = [...objects, placed]
    }
    const full = [0, 100, 200, 300, 400, 500, 600, 700].map((y) =>
      drawn(`x${y}`, 0, { y, width: 1700, height: 100 }),
    )
    expect(freePlace(full, { width: 60, height: 60 }, editorCanvas)).toEqual({ x: 850, y: 395 })
  })
})

describe('a grid', () => {
  const boxes = Array.from({ length: 120 }, (_, index) => box(index + 1, { floor: index < 100 ? 1 : 2 }))
  test('takes the boxes of a floor and of a range of numbers', () => {
    const range = (floor: string, from: string, to: string) => wished(boxes, { floor, from, to }).length
    expect(range('all', '', '')).toBe(120)
    expect(range('2', '', '')).toBe(20)
    expect(range('none', '', '')).toBe(0)
    expect(range('all', 'YA9', 'ya20')).toBe(12)
    expect(range('1', '95', '110')).toBe(6)
  })
  test('finds rows and columns by the area, or takes those that are typed', () => {
    expect(shapeFor(600, wholeSheet, {})).toEqual({ columns: 45, rows: 14 })
    expect(shapeFor(600, wholeSheet, { rows: 10 })).toEqual({ rows: 10, columns: 60 })
    expect(shapeFor(601, wholeSheet, { columns: 60 })).toEqual({ columns: 60, rows: 11 })
    expect(shapeFor(0, wholeSheet, {})).toEqual({ rows: 1, columns: 1 })
  })
  test('draws all of them, and says what is typed wrong or leaves no room', () => {
    expect(planGrid(boxes, firstFields, wholeSheet).objects).toHaveLength(120)
    expect(planGrid(boxes, { ...firstFields, rows: '2', columns: '10' }, wholeSheet).objects).toHaveLength(20)
    const wrong = planGrid(boxes, { ...firstFields, rows: '0', gap: '1,5' }, wholeSheet)
    expect([[...wrong.wrong], wrong.objects]).toEqual([['rows', 'gap'], []])
    const tight = planGrid(boxes, { ...firstFields, rows: '1', gap: '20' }, wholeSheet)
    expect([tight.isTooTight, tight.objects]).toEqual([true, []])
  })
})

test('the editor keeps nothing of tenants, and sorts as people read', () => {
  const stored = { sizeGroup: 's', isOccupied: true, isReserved: false, contractNumber: '17' } as const
  const [first, second] = planBoxes([
    { ...stored, id: 'b', unitNumber: 'YA10', size: 3 },
    { ...stored, id: 'a', unitNumber: 'YA2', size: 2, floor: 1 },
  ])
  expect(first).toEqual({ id: 'a', unitNumber: 'YA2', size: 2, floor: 1, width: null, depth: null })
  expect(second?.unitNumber).toBe('YA10')
})
