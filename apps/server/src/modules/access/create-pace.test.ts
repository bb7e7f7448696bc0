import { expect, test } from 'vitest'
import { createPace } from './create-pace.ts'

test('whoever takes more than he may waits until it has come back, and no longer', () => {
  let now = 1000
  const pace = createPace({ perSecond: 100, atOnce: 500 }, () => now)
  expect(pace.take(500)).toBe(0)
  expect(pace.take(50)).toBe(500)
  now += 500
  expect(pace.take(0)).toBe(0)
  expect(pace.take(1)).toBe(10)
  now += 3_600_000
  expect(pace.take(500), 'never more than this at once').toBe(0)
  expect(pace.take(200)).toBe(2000)
})
