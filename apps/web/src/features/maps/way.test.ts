import { describe, expect, test } from 'vitest'
import type { MapObject } from '@stowage/domain/map-object'
import { boundsOf } from './shape.ts'
import { entranceOf, wayTo, type Point } from './way.ts'

const rectangle = (
  x: number,
  y: number,
  width: number,
  height: number,
  more: Partial<MapObject> = {},
): MapObject => ({
  type: 'rectangle',
  uuid: `${x}/${y}/${more.text ?? more.role ?? ''}`,
  x,
  y,
  width,
  height,
  ...more,
})
const named = (text: string, x: number, y: number, width: number, height: number): MapObject => ({
  ...rectangle(x, y, width, height, { text }),
  type: 'rectangle-with-text',
})

/** A house 800 × 600, gate in the south, two blocks with an aisle between them and a corridor on the left. */
const house: MapObject[] = [
  rectangle(0, 0, 800, 600, { role: 'wall' }),
  rectangle(20, 590, 60, 10, { role: 'gate' }),
  ...[0, 1, 2, 3].map((column) => named(`YA10${column + 1}`, 120 + column * 160, 20, 160, 200)),
  ...[0, 1, 2, 3].map((column) => named(`YA11${column + 1}`, 120 + column * 160, 300, 160, 280)),
]
const boxes = house.flatMap(({ text }) => (text == null ? [] : [{ id: text, unitNumber: text }]))

/** Every 5 units along the way. */
function along(points: readonly Point[]): Point[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index]!
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 5)
    return Array.from({ length: steps + 1 }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }))
  })
}

describe('the way to a box', () => {
  test('begins at the gate, ends at the door, and goes through nothing', () => {
    const way = wayTo('YA103', house, boxes)!
    expect(way[0]!.y).toBeGreaterThan(560)
    expect(way[0]!.x).toBeLessThan(100)
    const end = way.at(-1)!
    expect(end.x).toBeGreaterThan(440)
    expect(end.x).toBeLessThan(600)
    expect(end.y).toBeGreaterThan(220)
    expect(end.y).toBeLessThan(260)
    for (const { x, y } of along(way)) {
      const inside = house
        .slice(2)
        .map(boundsOf)
        .some((area) => x > area.x && x < area.x + area.width && y > area.y && y < area.y + area.height)
      expect(inside).toBe(false)
    }
  })
  test('turns as seldom as it can: up the corridor, along the aisle', () => {
    const way = wayTo('YA104', house, boxes)!
    expect(way.length).toBeLessThanOrEqual(4)
    for (const [index, point] of way.slice(1).entries())
      expect(point.x === way[index]!.x || point.y === way[index]!.y).toBe(true)
  })
  test('is not drawn where there is none', () => {
    const shut = [...house, rectangle(0, 240, 800, 40)]
    expect(wayTo('YA103', shut, boxes)).toBeNull()
    expect(wayTo('nobody', house, boxes)).toBeNull()
    expect(
      wayTo(
        'YA103',
        house.filter(({ role }) => role !== 'gate'),
        boxes,
      ),
    ).toBeNull()
  })
})

test('upstairs one comes out of the lift; a plan drawn by hand is read by its words', () => {
  const lift = named('Aufzug', 300, 240, 40, 40)
  expect(entranceOf([rectangle(0, 0, 800, 600), lift])).toEqual({ x: 300, y: 240, width: 40, height: 40 })
  expect(entranceOf([lift, named(' Ворота ', 20, 560, 60, 20)])).toEqual({
    x: 20,
    y: 560,
    width: 60,
    height: 20,
  })
  expect(entranceOf([named('YA101', 0, 0, 10, 10)])).toBeNull()
})
