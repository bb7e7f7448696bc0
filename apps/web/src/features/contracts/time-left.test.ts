import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const hour = 3_600_000

test.each([
  [72 * hour, { n: 3, unit: 'days' }],
  [95 * hour, { n: 3, unit: 'days' }],
  [72 * hour - 1, { n: 71, unit: 'hours' }],
  [47 * hour, { n: 47, unit: 'hours' }],
  [hour, { n: 1, unit: 'hours' }],
  [hour - 1, { n: 59, unit: 'minutes' }],
  [30_000, { n: 1, unit: 'minutes' }],
])('%d ms never promise more than there is', (ms, expected) => {
  expect(timeLeft(ms)).toEqual(expected)
})

test('what is over is over', () => {
  expect(timeLeft(0)).toBeNull()
  expect(timeLeft(-1)).toBeNull()
})
