import { describe, expect, test } from 'vitest'
import { sizeGroup, sizeGroups } from '@stowage/domain/box'
import { mapGround, type MapObject } from '@stowage/domain/map-object'
import { drawStock, type DrawnBox, type DrawnStock, type FloorWish } from './plan.ts'

const twoFloors: FloorWish[] = [
  { name: '1 этаж', prefix: 'YA', boxes: 300 },
  { name: '2 этаж', prefix: 'YB', boxes: 300 },
]
const cases: { title: string; seed: number; floors: FloorWish[] }[] = [
  { title: '600 boxes on two floors', seed: 1, floors: twoFloors },
  { title: '600 boxes, another seed', seed: 77, floors: twoFloors },
  ...[40, 55, 72, 96, 120, 131, 200].map((boxes, index) => ({
    title: `${boxes} boxes`,
    seed: index,
    floors: [{ name: 'EG', prefix: 'YA' as const, boxes }],
  })),
  {
    title: 'cubic metres beside a floor',
    seed: 5,
    floors: [
      { name: 'EG', prefix: 'YA', boxes: 50 },
      { name: 'Zellen', prefix: 'KB', boxes: 30 },
    ],
  },
  { title: 'a third floor', seed: 6, floors: [{ name: '3', prefix: 'YC', boxes: 60 }] },
]

interface Drawn {
  readonly box: DrawnBox
  readonly object: MapObject & { width: number; height: number }
}

/** The drawn rectangle of every box, by map, as the viewer binds them: text equal to the unit number. */
function drawnOn(stock: DrawnStock, mapName: string): Drawn[] {
  const byNumber = new Map(stock.boxes.map((box) => [box.unitNumber, box]))
  return (stock.maps[mapName] ?? []).flatMap((object) => {
    const box = byNumber.get(object.text ?? '')
    const { width, height } = object
    return box === undefined || width == null || height == null
      ? []
      : [{ box, object: { ...object, width, height } }]
  })
}

/** How far two rectangles reach into each other, in plan units; ≤ 0 when they do not. */
function overlap(a: Drawn['object'], b: Drawn['object']): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.min(across, down)
}

describe.each(cases)('$title', ({ seed, floors }) => {
  const stock = drawStock({ seed, floors })

  test('every box is there, with a number of its own, and drawn exactly once on its own floor', () => {
    const wanted = floors.reduce((sum, { boxes }) => sum + boxes, 0)
    expect(stock.boxes).toHaveLength(wanted)
    expect(new Set(stock.boxes.map(({ unitNumber }) => unitNumber)).size).toBe(wanted)
    const drawn = Object.keys(stock.maps).flatMap((mapName) =>
      drawnOn(stock, mapName).map(({ box }) => ({ mapName, box })),
    )
    expect(drawn).toHaveLength(wanted)
    expect(drawn.every(({ mapName, box }) => box.mapName === mapName)).toBe(true)
  })

  test('no two boxes overlap, none stands outside the house or in a room', () => {
    for (const mapName of Object.keys(stock.maps)) {
      const drawn = drawnOn(stock, mapName)
      const [wall, ...rooms] = (stock.maps[mapName] ?? [])
        .filter(
          ({ text, stroke }) => stroke !== undefined && !drawn.some(({ box }) => box.unitNumber === text),
        )
        .filter(({ type }) => type.startsWith('rectangle'))
      for (const [index, { object }] of drawn.entries()) {
        for (const other of drawn.slice(index + 1)) expect(overlap(object, other.object)).toBeLessThan(0.05)
        for (const room of rooms) expect(overlap(object, room as Drawn['object'])).toBeLessThan(0.05)
        expect(object.x).toBeGreaterThan(wall!.x)
        expect(object.y).toBeGreaterThan(wall!.y)
        expect(object.x + object.width).toBeLessThan(wall!.x + wall!.width!)
        expect(object.y + object.height).toBeLessThan(wall!.y + wall!.height!)
      }
      expect(wall!.x).toBeGreaterThan(0)
      expect(wall!.x + wall!.width!).toBeLessThan(mapGround.width)
      expect(wall!.y + wall!.height!).toBeLessThan(mapGround.height)
    }
  })

  test('the drawing is to scale and the sizes are rentable', () => {
    for (const mapName of Object.keys(stock.maps)) {
      const scales = drawnOn(stock, mapName).map(({ box, object }) => {
        const floorArea = box.unitNumber.startsWith('KB') ? box.size / box.height : box.size
        expect(box.width * box.depth).toBeCloseTo(floorArea, 1)
        return (object.width * object.height) / floorArea
      })
      expect(Math.max(...scales) / Math.min(...scales)).toBeLessThan(1.01)
    }
    for (const { size, width } of stock.boxes) {
      expect(Number.isInteger(size * 2)).toBe(true)
      expect(size).toBeGreaterThanOrEqual(1)
      expect(size).toBeLessThanOrEqual(30)
      expect(width).toBeGreaterThanOrEqual(0.8)
    }
  })

  test('there are boxes of every size group where the floor is sold by the square metre', () => {
    for (const { name, prefix } of floors) {
      if (prefix === 'KB') continue
      const groups = new Set(
        stock.boxes.filter(({ mapName }) => mapName === name).map(({ size }) => sizeGroup(size)),
      )
      expect([...groups].toSorted()).toEqual(sizeGroups.toSorted())
    }
  })
})

test('the same seed draws the same stock, another seed another', () => {
  const wish = { seed: 9, floors: [{ name: 'EG', prefix: 'YA' as const, boxes: 80 }] }
  expect(drawStock(wish)).toEqual(drawStock(wish))
  expect(drawStock({ ...wish, seed: 10 }).boxes).not.toEqual(drawStock(wish).boxes)
})

test('a floor more does not redraw the ones below', () => {
  const ground = drawStock({ seed: 3, floors: [twoFloors[0]!, twoFloors[1]!] }).boxes.filter(
    ({ floor }) => floor === 1,
  )
  const more = drawStock({
    seed: 3,
    floors: [...twoFloors, { name: '3 этаж', prefix: 'YC', boxes: 40 }],
  }).boxes
  expect(more.filter(({ floor }) => floor === 1)).toEqual(ground)
  expect(more.filter(({ floor }) => floor === 3)).toHaveLength(40)
})

test('wall, aisles, gate, lift and stairs are there, in the language of the house', () => {
  const texts = (drawStock({ seed: 1, floors: twoFloors, language: 'de' }).maps['1 этаж'] ?? []).map(
    ({ text }) => text,
  )
  expect(texts).toEqual(expect.arrayContaining(['Gang A', 'Tor', 'Aufzug', 'Treppe']))
  const upstairs = (drawStock({ seed: 1, floors: twoFloors }).maps['2 этаж'] ?? []).map(({ text }) => text)
  expect(upstairs).not.toContain('Ворота')
  expect(upstairs).toEqual(expect.arrayContaining(['Проход A', 'Лифт', 'Лестница']))
})

test('floors that cannot be told apart are refused', () => {
  expect(() => drawStock({ seed: 1, floors: [twoFloors[0]!, { ...twoFloors[1]!, prefix: 'YA' }] })).toThrow(
    RangeError,
  )
  expect(() => drawStock({ seed: 1, floors: [{ ...twoFloors[0]!, boxes: 0 }] })).toThrow(RangeError)
})
