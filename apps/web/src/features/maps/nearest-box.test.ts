import { describe, expect, test } from 'vitest'
import { nearestBox, type Direction } from './nearest-box.ts'

/** Two rows of five back to back, an aisle, two wide boxes below; a lone one far to the right. */
const areas = [
  ...[0, 1, 2, 3, 4].map((column) => ({ x: column * 50, y: 0, width: 50, height: 100 })),
  ...[0, 1, 2, 3, 4].map((column) => ({ x: column * 50, y: 100, width: 50, height: 100 })),
  { x: 0, y: 280, width: 120, height: 100 },
  { x: 120, y: 280, width: 130, height: 100 },
  { x: 900, y: 20, width: 50, height: 60 },
]
const cases: [from: number, direction: Direction, to: number | null][] = [
  [0, 'right', 1],
  [4, 'left', 3],
  [0, 'down', 5],
  [7, 'up', 2],
  [5, 'down', 10],
  [9, 'down', 11],
  [11, 'up', 8],
  [10, 'right', 11],
  [4, 'right', 12],
  [12, 'left', 4],
  [0, 'left', null],
  [0, 'up', null],
  [10, 'down', null],
  [12, 'right', null],
]

describe('arrow keys', () => {
  test.each(cases)('from %i %s to %s', (from, direction, to) =>
    expect(nearestBox(areas, from, direction)).toBe(to),
  )
  test('a row is walked to its end and back through every box', () => {
    const walked = [0]
    for (let step = 0; step < 4; step++) walked.push(nearestBox(areas, walked.at(-1)!, 'right')!)
    expect(walked).toEqual([0, 1, 2, 3, 4])
  })
  test('with Ctrl only those that may be chosen count', () =>
    expect(nearestBox(areas, 0, 'right', (index) => index === 3)).toBe(3))
  test('an unknown start leads nowhere', () => expect(nearestBox(areas, 99, 'right')).toBeNull())
})
