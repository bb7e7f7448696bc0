import { expect, test } from 'vitest'
import { fingersApart, stepZoom } from './zoom.ts'

test('the zoom goes in steps, from between two of them too, and stops at its ends', () => {
  const ups = [1]
  for (let zoom = 1; zoom < 6;) ups.push((zoom = stepZoom(zoom, 1)))
  expect(ups).toEqual([1, 1.5, 2, 3, 4, 6])
  expect([stepZoom(6, 1), stepZoom(1, -1), stepZoom(2.4, 1), stepZoom(2.4, -1)]).toEqual([6, 1, 3, 2])
})

test('two fingers have a distance; one or three have none', () => {
  const [a, b] = [
    { x: 0, y: 0 },
    { x: 3, y: 4 },
  ]
  expect([fingersApart([a]), fingersApart([a, b]), fingersApart([a, b, a]), fingersApart([a, a])]).toEqual([
    null,
    5,
    null,
    1,
  ])
})
