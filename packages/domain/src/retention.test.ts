import { expect, test } from 'vitest'
import { keptUntil } from './retention.ts'

test.each([
  ['DE', '2026-01-01', '2034-12-31'],
  ['DE', '2026-12-31', '2034-12-31'],
  ['PL', '2026-11-22', '2031-12-31'],
  ['RU', '2026-11-22', '2031-12-31'],
  ['SE', '2026-11-22', '2036-12-31'],
])('a paper of %s of %s is kept until %s', (country, day, until) => {
  expect(keptUntil(Temporal.PlainDate.from(day), country).toString()).toBe(until)
})
