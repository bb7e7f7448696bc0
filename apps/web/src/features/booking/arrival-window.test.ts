import { expect, test } from 'vitest'
import { arrivalWindow, dayByKey, weeksOf } from './arrival-window.ts'

const window = arrivalWindow('2026-11-21')

test('from today to today plus 29 days, over a year and a leap day', () => {
  expect(window).toEqual({ first: '2026-11-21', last: '2026-12-20' })
  expect(arrivalWindow('2026-12-31').last).toBe('2027-01-29')
  expect(arrivalWindow('2028-02-01').last).toBe('2028-03-01')
})

test('weeks begin with Monday and hold each day of the window once', () => {
  const weeks = weeksOf(window)
  expect(weeks[0]).toEqual([null, null, null, null, null, '2026-11-21', '2026-11-22'])
  expect(weeks.every((week) => week.length === 7)).toBe(true)
  const days = weeks.flat().filter((day) => day !== null)
  expect(days).toHaveLength(30)
  expect(new Set(days).size).toBe(30)
  expect([days[0], days.at(-1)]).toEqual([window.first, window.last])
})

test.each([
  ['ArrowRight', '2026-11-30', '2026-12-01'],
  ['ArrowLeft', '2026-12-01', '2026-11-30'],
  ['ArrowDown', '2026-11-24', '2026-12-01'],
  ['ArrowUp', '2026-12-01', '2026-11-24'],
  ['Home', '2026-11-26', '2026-11-23'],
  ['End', '2026-11-26', '2026-11-29'],
  ['PageUp', '2026-12-05', '2026-11-21'],
  ['PageDown', '2026-12-05', '2026-12-20'],
  ['ArrowLeft', '2026-11-21', '2026-11-21'],
  ['ArrowUp', '2026-11-22', '2026-11-21'],
  ['ArrowDown', '2026-12-19', '2026-12-20'],
  ['Enter', '2026-11-26', null],
])('%s on %s leads to %s', (key, day, expected) => expect(dayByKey(key, day, window)).toBe(expected))
