import { expect, test } from 'vitest'
import { createLockouts, type KeptLockouts } from './lockouts.ts'

const MINUTE = 60_000
function memory() {
  let value: KeptLockouts | undefined
  return {
    get: () => value,
    set: (given: KeptLockouts) => void (value = given),
    setSoon: () => {},
    flush: () => {},
  }
}

test('five wrong ones in a row close a box for 15 minutes, a right one before them clears it', () => {
  const kept = memory()
  const lockouts = createLockouts(kept)
  for (let attempts = 1; attempts <= 4; attempts++)
    expect(lockouts.wrong('A1', 0)).toEqual({ attempts, closes: false, slows: false })
  lockouts.right('A1')
  for (let attempts = 1; attempts <= 4; attempts++) lockouts.wrong('A1', MINUTE)
  expect(lockouts.closedMs('A1', MINUTE)).toBe(0)
  expect(lockouts.wrong('A1', MINUTE)).toEqual({ attempts: 5, closes: true, slows: false })
  expect(lockouts.closedMs('A1', MINUTE)).toBe(15 * MINUTE)
  expect(lockouts.closedMs('A2', MINUTE), 'each box by itself').toBe(0)
  // A restart opens nothing.
  const again = createLockouts(kept)
  expect(again.closedMs('A1', 2 * MINUTE)).toBe(14 * MINUTE)
  expect(again.closedMs('A1', 16 * MINUTE)).toBe(0)
  expect(again.wrong('A1', 16 * MINUTE), 'counted anew').toMatchObject({ attempts: 1, closes: false })
})

test('twenty wrong ones in 15 minutes make the site slow until they are old, over restarts', () => {
  const kept = memory()
  const lockouts = createLockouts(kept)
  for (let n = 1; n < 20; n++) expect(lockouts.wrong(`A${n}`, n * 1000).slows).toBe(false)
  expect(lockouts.isSlow(20_000)).toBe(false)
  expect(lockouts.wrong('A20', 20_000).slows).toBe(true)
  expect(lockouts.wrong('A21', 20_000).slows, 'said once').toBe(false)
  expect(createLockouts(kept).isSlow(21_000)).toBe(true)
  expect(createLockouts(kept).isSlow(15 * MINUTE + 2500)).toBe(false)
})

test('what is old is forgotten', () => {
  const kept = memory()
  const lockouts = createLockouts(kept)
  for (let n = 0; n < 50; n++) lockouts.wrong(`A${n}`, n)
  lockouts.wrong('B', 20 * MINUTE)
  expect(Object.keys(kept.get()?.boxes ?? {})).toEqual(['B'])
  expect(kept.get()?.site).toHaveLength(1)
})

test('a clock that ran a year ahead and was put right keeps nobody out for a year', () => {
  const kept = memory()
  const lockouts = createLockouts(kept)
  const year = 365 * 24 * 60 * MINUTE
  for (let n = 0; n < 25; n++) lockouts.wrong('A1', year)
  expect(lockouts.closedMs('A1', 0)).toBe(15 * MINUTE)
  expect(lockouts.closedMs('A1', 10 * MINUTE)).toBe(5 * MINUTE)
  expect(createLockouts(kept).closedMs('A1', 14 * MINUTE), 'over a restart').toBe(MINUTE)
  expect(lockouts.closedMs('A1', 15 * MINUTE)).toBe(0)
  expect(lockouts.isSlow(0)).toBe(false)
})
