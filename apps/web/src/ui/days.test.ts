import { expect, test } from 'vitest'
import { addDays, addMonths, dayIn, daysBetween } from './days.ts'

test('days are counted across the hour that is lost and the one that is won', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  expect(daysBetween('2026-11-21', '2026-11-14')).toBe(-7)
})

test('the day before the first of March', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('months keep to the anchor day or the last of the month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-01-31', 2)).toBe('2026-03-31')
})

test('one instant is different days at different places', () => {
  const instant = Date.parse('2026-11-20T22:30:00Z')
  expect(dayIn(instant, 'Europe/Moscow')).toBe('2026-11-21')
  expect(dayIn(instant, 'Europe/Berlin')).toBe('2026-11-20')
})
