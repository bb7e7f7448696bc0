import { expect, test } from 'vitest'
import { createLockouts, type KeptLockouts } from './lockouts.ts'

const MINUTE = 60_000
const PHONE = '192.168.1.20'
const at = (key: string, address = PHONE) => ({ address, key })
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
    expect(lockouts.wrong(at('A1'), 0)).toEqual({ attempts, closes: false, slows: false, alarms: false })
  lockouts.right(at('A1'), 0)
  for (let attempts = 1; attempts <= 4; attempts++) lockouts.wrong(at('A1'), MINUTE)
  expect(lockouts.closedMs(at('A1'), MINUTE)).toBe(0)
  expect(lockouts.wrong(at('A1'), MINUTE)).toEqual({ attempts: 5, closes: true, slows: false, alarms: false })
  expect(lockouts.closedMs(at('A1'), MINUTE)).toBe(15 * MINUTE)
  expect(lockouts.closedMs(at('A2'), MINUTE), 'each box by itself').toBe(0)
  // A restart opens nothing.
  const again = createLockouts(kept)
  expect(again.closedMs(at('A1'), 2 * MINUTE)).toBe(14 * MINUTE)
  expect(again.closedMs(at('A1'), 16 * MINUTE)).toBe(0)
  expect(again.wrong(at('A1'), 16 * MINUTE), 'counted from one again').toMatchObject({
    attempts: 1,
    closes: false,
  })
})

test('twenty wrong ones of one phone in 15 minutes make it slow until they are old, over restarts', () => {
  const kept = memory()
  const lockouts = createLockouts(kept)
  for (let n = 1; n < 20; n++) expect(lockouts.wrong(at(`A${n}`), n * 1000).slows).toBe(false)
  expect(lockouts.isSlow(PHONE, 20_000)).toBe(false)
  expect(lockouts.wrong(at('A20'), 20_000).slows).toBe(true)
  expect(lockouts.wrong(at('A21'), 20_000).slows, 'said once').toBe(false)
  expect(createLockouts(kept).isSlow(PHONE, 21_000)).toBe(true)
  expect(createLockouts(kept).isSlow(PHONE, 15 * MINUTE + 2500)).toBe(false)
})

test('what is old is forgotten', () => {
  const kept = memory()
  const lockouts = createLockouts(kept)
  for (let n = 0; n < 50; n++) lockouts.wrong(at(`A${n}`), n)
  lockouts.wrong(at('B'), 20 * MINUTE)
  expect(Object.keys(kept.get()?.boxes ?? {})).toEqual([`${PHONE} B`])
  expect(kept.get()?.site, 'for a day').toHaveLength(51)
})

test('a clock that ran a year ahead and was put right keeps nobody out for a year', () => {
  const kept = memory()
  const lockouts = createLockouts(kept)
  const year = 365 * 24 * 60 * MINUTE
  for (let n = 0; n < 25; n++) lockouts.wrong(at('A1'), year)
  expect(lockouts.closedMs(at('A1'), 0)).toBe(15 * MINUTE)
  expect(lockouts.closedMs(at('A1'), 10 * MINUTE)).toBe(5 * MINUTE)
  expect(createLockouts(kept).closedMs(at('A1'), 14 * MINUTE), 'over a restart').toBe(MINUTE)
  expect(lockouts.closedMs(at('A1'), 15 * MINUTE)).toBe(0)
  expect(lockouts.isSlow(PHONE, 0)).toBe(false)
})

test('I17: a stranger closes a box to himself alone; who was right from his phone is bounded by no others', () => {
  const lockouts = createLockouts(memory())
  const owner = at('A1', '192.168.1.30')
  lockouts.right(owner, 0)
  for (let n = 0; n < 5; n++) lockouts.wrong(at('A1'), n)
  expect(lockouts.closedMs(at('A1'), 10)).toBeGreaterThan(0)
  expect(lockouts.closedMs(owner, 10)).toBe(0)
  expect(lockouts.closedMs(at('A1', '192.168.1.31'), 10), 'from a new phone').toBe(0)
  expect([lockouts.rank(owner, 10), lockouts.rank(at('A1', 'new'), 10), lockouts.rank(at('B'), 10)]).toEqual([
    0, 1, 2,
  ])
})

test('I17: however many addresses guess, a box takes 150 wrong ones a day and then one in ten minutes', () => {
  const lockouts = createLockouts(memory())
  let wrong = 0
  let alarms = 0
  for (let now = 0; now < 24 * 60 * MINUTE; now += 10_000) {
    const asker = at('A1', `192.168.1.${Math.floor(now / 10_000)}`)
    if (lockouts.closedMs(asker, now) > 0) continue
    wrong += 1
    if (lockouts.wrong(asker, now).alarms) alarms += 1
  }
  expect(wrong).toBeGreaterThan(250)
  expect(wrong).toBeLessThanOrEqual(150 + 144)
  expect(alarms).toBe(2)
})

test('I17: a whole site takes 2000 wrong ones of strangers a day and then one in 30 seconds', () => {
  const lockouts = createLockouts(memory())
  let wrong = 0
  for (let now = 0; now < 24 * 60 * MINUTE; now += 15_000) {
    const asker = at(`A${wrong % 600}`, `10.0.${wrong % 200}.${Math.floor(wrong / 200)}`)
    if (lockouts.closedMs(asker, now) > 0) continue
    wrong += 1
    lockouts.wrong(asker, now)
  }
  expect(wrong).toBeLessThanOrEqual(2000 + 2880)
})
