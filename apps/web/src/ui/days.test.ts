import { expect, test } from 'vitest'
import { addMonths, daysBetween } from './days.ts'

test.each([
  ['2026-11-21', '2026-11-21', 0],
  ['2026-11-21', '2026-12-01', 10],
  ['2026-12-01', '2026-11-21', -10],
  // Both nights on which clocks are changed in Europe.
  ['2026-03-28', '2026-03-30', 2],
  ['2026-10-24', '2026-10-26', 2],
  ['2024-02-28', '2024-03-01', 2],
])('from %s to %s are %i days', (from, to, days) => expect(daysBetween(from, to)).toBe(days))

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-01-31', 2, '2026-03-31'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-11-28', 3, '2027-02-28'],
  ['2026-03-15', -1, '2026-02-15'],
])('%s and %i months are %s', (day, months, expected) => expect(addMonths(day, months)).toBe(expected))
