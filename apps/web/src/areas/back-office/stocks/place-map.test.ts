import { expect, test } from 'vitest'
import { sketch } from './place-map.ts'

const sheet = { width: 600, height: 300 }
const tower = { latitude: 52.5208, longitude: 13.4094 }
const gate = { latitude: 52.5163, longitude: 13.3777 }
const airport = { latitude: 52.3667, longitude: 13.5033 }

const drawn = (places: Parameters<typeof sketch>[0]) => {
  const { points, scale } = sketch(places, sheet)
  const perMetre = scale.length / scale.metres
  const distance = (a: number, b: number): number =>
    Math.hypot(points[a]!.x - points[b]!.x, points[a]!.y - points[b]!.y) / perMetre
  return { points, scale, distance }
}

test('distances on the drawing are those on the ground, by its scale', () => {
  const { distance } = drawn([tower, gate, airport])
  // Television tower to Brandenburg Gate 2.2 km, to the airport 18.3 km (great circle).
  expect(distance(0, 1)).toBeCloseTo(2204, -2)
  expect(distance(0, 2)).toBeGreaterThan(18_100)
  expect(distance(0, 2)).toBeLessThan(18_500)
})

test('north is above, east is right, and everything is on the sheet', () => {
  const { points } = drawn([tower, gate, airport])
  expect(points[0]!.x).toBeGreaterThan(points[1]!.x)
  expect(points[2]!.y).toBeGreaterThan(points[0]!.y)
  for (const { x, y } of points) {
    expect(x).toBeGreaterThanOrEqual(48)
    expect(x).toBeLessThanOrEqual(552)
    expect(y).toBeGreaterThanOrEqual(48)
    expect(y).toBeLessThanOrEqual(252)
  }
})

test('one place alone stands in the middle, with a kilometre or so around it', () => {
  const { points, scale } = drawn([tower])
  expect(points).toEqual([{ x: 300, y: 150 }])
  expect(scale.metres).toBe(1000)
})

test.each([
  [[tower, gate]],
  [[tower, airport]],
  [
    [
      { latitude: 55.7, longitude: 37.5 },
      { latitude: 59.9, longitude: 30.3 },
    ],
  ],
])('the scale is a round length within a third of the sheet', (places) => {
  const { scale } = drawn(places)
  expect(String(scale.metres)).toMatch(/^[125]0*$/)
  expect(scale.length).toBeLessThanOrEqual(200)
  expect(scale.length).toBeGreaterThan(60)
})
