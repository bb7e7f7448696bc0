import { expect, it } from 'vitest'
import { fromMoscow, moscowDay, toMoscow } from './moscow-time.ts'

const at = (text: string) => Temporal.Instant.from(text)

it('writes and reads Moscow time without a zone', () => {
  expect(toMoscow(at('2026-11-21T21:00:00.999Z'))).toBe('2026-11-22 00:00:00')
  expect(fromMoscow('2026-11-22 00:00:00')?.toString()).toBe('2026-11-21T21:00:00Z')
})

it('takes the day that it is in Moscow', () => {
  expect(moscowDay(at('2026-12-31T20:59:59Z')).toString()).toBe('2026-12-31')
  expect(moscowDay(at('2026-12-31T21:00:00Z')).toString()).toBe('2027-01-01')
})

it.each([null, '', '2026-11-22', '2026-13-01 10:00:00', '0000-00-00 00:00:00', 'tomorrow'])(
  '%j is no time',
  (text) => {
    expect(fromMoscow(text)).toBeNull()
  },
)
