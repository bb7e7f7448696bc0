import { expect, test } from 'vitest'
import { instantAt } from './local-time.ts'

test.each([
  ['2026-11-21', 10, 'Europe/Moscow', '2026-11-21T07:00:00.000Z'],
  ['2026-11-21', 10, 'Europe/Berlin', '2026-11-21T09:00:00.000Z'],
  ['2026-07-01', 10, 'Europe/Berlin', '2026-07-01T08:00:00.000Z'],
  ['2026-12-31', 0, 'Asia/Vladivostok', '2026-12-30T14:00:00.000Z'],
  ['2026-03-01', 23, 'America/New_York', '2026-03-02T04:00:00.000Z'],
] as const)('%s %i:00 in %s', (day, hour, zone, instant) => {
  expect(instantAt(day, hour, zone)).toBe(instant)
})

test.each([
  ['the day summer time begins', '2026-03-29', '2026-03-29T08:00:00.000Z'],
  ['the day it ends', '2026-10-25', '2026-10-25T09:00:00.000Z'],
] as const)('%s', (_name, day, instant) => {
  expect(instantAt(day, 10, 'Europe/Berlin')).toBe(instant)
})

test('an hour before the change is still the old time, an hour after it the new one', () => {
  expect(instantAt('2026-03-29', 1, 'Europe/Berlin')).toBe('2026-03-29T00:00:00.000Z')
  expect(instantAt('2026-03-29', 3, 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
})
