import { expect, test } from 'vitest'
import { readableTier, sizeTier } from './box-label.ts'
import { inReadingOrder } from './reading-order.ts'
import { fitView } from './view.ts'

const area = (x: number, y: number, width = 50, height = 60) => ({ x, y, width, height })
const box = (uuid: string, x: number, y: number) => ({ object: { uuid }, drawn: { area: area(x, y) } })
const decor = (uuid: string, x: number, y: number, width = 20, height = 20) => ({
  object: { uuid },
  drawn: null,
  at: area(x, y, width, height),
})
const order = (entries: readonly (ReturnType<typeof box> | ReturnType<typeof decor>)[]): string =>
  inReadingOrder(entries, (entry) => ('at' in entry ? entry.at : entry.drawn.area))
    .map(({ object }) => object.uuid)
    .join(' ')

test('boxes are read row after row from the left, also where a row is not quite straight', () =>
  expect(order([box('d', 60, 100), box('b', 60, 4), box('c', 0, 100), box('a', 0, 0)])).toBe('a b c d'))

test('what lies beside the boxes keeps its place; what covers one stays above what it covered', () => {
  expect(order([box('b', 60, 0), decor('pillar', 500, 500), box('a', 0, 0)])).toBe('a pillar b')
  expect(order([box('b', 60, 0), decor('sheet', 60, 0), box('a', 0, 0)])).toBe('b sheet a')
})

test('a size text goes before it is too small, and stays where it is well read', () => {
  const wrong: string[] = []
  for (let size = 6; size < 28; size += 0.5)
    for (let scale = 0.3; scale <= 4; scale += 0.05) {
      const isHidden = sizeTier(size) > readableTier(scale)
      const mustGo = size * scale < 8.4 && sizeTier(size) < 8
      if ((mustGo && !isHidden) || (size * scale > 15 && isHidden)) wrong.push(`${size} × ${scale}`)
    }
  expect(wrong).toEqual([])
})

test('the first look at the specification’s own map in its own viewer is its own scale, 0.55', () =>
  expect(fitView(area(0, 0, 1600, 800), { width: 900, height: 600 }).scale).toBeCloseTo(0.55, 2))
