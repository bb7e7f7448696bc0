import { expect, test } from 'vitest'
import { countFailingHellos } from './failing-hellos.ts'

test('an address at which so many a minute fail waits, and no other does', () => {
  let now = 1000
  const hellos = countFailingHellos(3, () => now)
  for (let count = 0; count < 3; count += 1) {
    expect(hellos.waitMs('10.0.0.1')).toBe(0)
    hellos.failed('10.0.0.1')
  }
  now += 20_000
  expect([hellos.waitMs('10.0.0.1'), hellos.waitMs('10.0.0.2')]).toEqual([40_000, 0])
  now += 40_000
  expect(hellos.waitMs('10.0.0.1')).toBe(0)
  hellos.failed('10.0.0.1')
  expect(hellos.waitMs('10.0.0.1'), 'counted from the beginning').toBe(0)
})

test('many addresses do not fill the memory: the oldest is forgotten', () => {
  const hellos = countFailingHellos(1, () => 0)
  for (let number = 0; number <= 20_000; number += 1) hellos.failed(`10.${number}`)
  expect(hellos.waitMs('10.0')).toBe(0)
  expect(hellos.waitMs('10.20000')).toBeGreaterThan(0)
})
