import { expect, test } from 'vitest'
import { createPulseLimits, LSP_LIMITS, type PulseLimits } from './pulse-limits.ts'

function pulse(limits: PulseLimits, lockId = '1:01:01'): string {
  const taken = limits.take(lockId)
  if (typeof taken === 'string') return taken
  taken.pulsed()
  taken.release()
  return 'pulsed'
}

test('two seconds between two pulses of a lock, ten in any minute, each lock by itself', () => {
  let now = 1000
  const limits = createPulseLimits({ ...LSP_LIMITS, monotonic: () => now })
  expect(pulse(limits)).toBe('pulsed')
  now += 1999
  expect(pulse(limits)).toBe('lock_busy')
  expect(pulse(limits, '1:01:02')).toBe('pulsed')
  for (let given = 1; given < 10; given++) {
    now += 2000
    expect(pulse(limits)).toBe('pulsed')
  }
  now += 2000
  expect(pulse(limits)).toBe('too_many')
  now = 1000 + 60_000
  expect(pulse(limits), 'the first is a minute old').toBe('pulsed')
  now += 2000
  expect(pulse(limits), 'the second is not').toBe('too_many')
})

test('a lock that is taken is busy, and one that was given back without a pulse is free', () => {
  const limits = createPulseLimits({ ...LSP_LIMITS, monotonic: () => 0 })
  const taken = limits.take('1:01:01')
  expect(limits.take('1:01:01')).toBe('lock_busy')
  if (typeof taken === 'object') taken.release()
  expect(pulse(limits)).toBe('pulsed')
})
