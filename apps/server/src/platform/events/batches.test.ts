import { describe, expect, test } from 'vitest'
import { batchesOf, type Due } from './batches.ts'

const due = (event_id: number, aggregate: string, handler: string, attempts = 0): Due => ({
  event_id,
  aggregate,
  handler,
  attempts,
  type: `type of ${event_id}`,
})
const shown = (dues: readonly Due[], most: (handler: string) => number = () => 25) =>
  batchesOf(dues, most).map((batch) => `${batch[0]?.handler} ${batch.map((one) => one.event_id).join(' ')}`)

describe('deliveries that are due', () => {
  test('for one handler are put together, up to what it takes', () => {
    const dues = [1, 2, 3].flatMap((id) => [due(id, `thing ${id}`, 'mail'), due(id, `thing ${id}`, 'book')])
    expect(shown(dues)).toEqual(['mail 1 2 3', 'book 1 2 3'])
    expect(shown(dues, (handler) => (handler === 'mail' ? 2 : 1))).toEqual([
      'mail 1 2',
      'book 1',
      'book 2',
      'mail 3',
      'book 3',
    ])
  })

  test('about one thing stay in the order of their facts, whichever handlers they are for', () => {
    expect(
      shown([
        due(1, 'payment A', 'settle'),
        due(2, 'payment B', 'settle'),
        due(3, 'payment A', 'reverse'),
        due(4, 'payment C', 'settle'),
        due(5, 'payment A', 'settle'),
      ]),
    ).toEqual(['settle 1 2', 'reverse 3', 'settle 4', 'settle 5'])
  })

  test('that were tried before come alone', () => {
    expect(
      shown([due(1, 'A', 'mail', 1), due(2, 'B', 'mail'), due(3, 'C', 'mail', 3), due(4, 'D', 'mail')]),
    ).toEqual(['mail 1', 'mail 2 4', 'mail 3'])
  })

  test('whatever they are, all of them come once, and none before an earlier one about the same thing', () => {
    // The same run of numbers every time.
    let state = 20_261_122
    const between = (from: number, to: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return from + (Math.floor(state / 65_536) % (to - from + 1))
    }
    for (let round = 0; round < 200; round += 1) {
      const things = between(1, 8)
      const dues = Array.from({ length: between(0, 60) }, (_, index) =>
        due(
          Math.floor(index / 3) + 1,
          `thing ${Math.floor(index / 3) % things}`,
          `handler ${(index % 3) + between(0, 1)}`,
          between(0, 9) === 0 ? 1 : 0,
        ),
      )
      const batches = batchesOf(dues, () => between(1, 6))
      expect(batches.flat().toSorted((a, b) => dues.indexOf(a) - dues.indexOf(b))).toEqual(dues)
      const place = new Map(batches.flatMap((batch, index) => batch.map((one) => [one, index] as const)))
      for (const later of dues)
        for (const earlier of dues)
          if (earlier.aggregate === later.aggregate && earlier.event_id < later.event_id)
            expect(place.get(earlier)).toBeLessThan(place.get(later) ?? -1)
      for (const batch of batches) expect(new Set(batch.map(({ handler }) => handler)).size).toBe(1)
    }
  })
})
