import { expect, test } from 'vitest'
import { addTargetDays, easterSunday, isTargetDay, targetDay } from './target-days.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test.each([
  [2024, '2024-03-31'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('Easter of %i', (year, expected) => expect(easterSunday(year).toString()).toBe(expected))

test.each([
  '2026-01-01',
  '2026-04-03',
  '2026-04-06',
  '2026-05-01',
  '2026-12-25',
  '2028-12-26',
  '2026-11-21',
  '2026-11-22',
])('nothing is settled on %s', (text) => expect(isTargetDay(day(text))).toBe(false))
// Holidays of a country are no holidays of the euro area.
test.each(['2026-10-03', '2026-10-26', '2026-11-11', '2026-12-24', '2026-12-31', '2026-04-02', '2026-04-07'])(
  'payments are settled on %s',
  (text) => expect(isTargetDay(day(text))).toBe(day(text).dayOfWeek < 6),
)

test('days are counted over weekends and Easter, forward and back', () => {
  expect(targetDay(day('2026-11-21')).toString()).toBe('2026-11-23')
  expect(targetDay(day('2026-11-23')).toString()).toBe('2026-11-23')
  expect(addTargetDays(day('2026-11-20'), 1).toString()).toBe('2026-11-23')
  expect(addTargetDays(day('2026-04-02'), 1).toString()).toBe('2026-04-07')
  expect(addTargetDays(day('2026-04-07'), -1).toString()).toBe('2026-04-02')
  expect(addTargetDays(day('2026-12-24'), 1).toString()).toBe('2026-12-28')
  expect(addTargetDays(day('2026-11-22'), -1).toString()).toBe('2026-11-19')
  expect(addTargetDays(day('2026-11-22'), 0).toString()).toBe('2026-11-23')
})
