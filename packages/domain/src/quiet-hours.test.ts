import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

test.each([
  ['a minute before', '2026-11-21T20:59:59+01:00', 'Europe/Berlin', null],
  ['from 21:00', '2026-11-21T21:00:00+01:00', 'Europe/Berlin', '2026-11-22T08:00:00+01:00'],
  ['after midnight', '2026-11-22T00:30:00+01:00', 'Europe/Berlin', '2026-11-22T08:00:00+01:00'],
  ['until 8:00', '2026-11-22T07:59:59+01:00', 'Europe/Berlin', '2026-11-22T08:00:00+01:00'],
  ['not at 8:00', '2026-11-22T08:00:00+01:00', 'Europe/Berlin', null],
  ['by the clock of the place', '2026-11-21T19:00:00Z', 'Europe/Moscow', '2026-11-22T08:00:00+03:00'],
  // An hour shorter and an hour longer: 8:00 is by the clock on the wall.
  ['into summer time', '2026-03-28T22:00:00+01:00', 'Europe/Berlin', '2026-03-29T08:00:00+02:00'],
  ['in the hour after the change', '2026-03-29T03:30:00+02:00', 'Europe/Berlin', '2026-03-29T08:00:00+02:00'],
  ['out of summer time', '2026-10-24T22:00:00+02:00', 'Europe/Berlin', '2026-10-25T08:00:00+01:00'],
  [
    'in the hour that comes twice, first',
    '2026-10-25T02:30:00+02:00',
    'Europe/Berlin',
    '2026-10-25T08:00:00+01:00',
  ],
  [
    'in the hour that comes twice, again',
    '2026-10-25T02:30:00+01:00',
    'Europe/Berlin',
    '2026-10-25T08:00:00+01:00',
  ],
] as const)('%s', (_name, at, timeZone, until) => {
  const found = quietUntil(Temporal.Instant.from(at), timeZone)
  expect(found?.toString() ?? null).toBe(until === null ? null : Temporal.Instant.from(until).toString())
})
