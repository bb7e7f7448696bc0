import { expect, test } from 'vitest'
import { intervalOf } from './system.ts'

test.each([
  [1, 'seconds', 1],
  [45, 'seconds', 45],
  [60, 'minutes', 1],
  [90, 'seconds', 90],
  [600, 'minutes', 10],
  [3600, 'hours', 1],
  [5400, 'minutes', 90],
])('%d seconds are said in %s: %d', (seconds, unit, count) =>
  expect(intervalOf(seconds)).toEqual({ unit, count }),
)
