import { expect, test } from 'vitest'
import { dayNames } from './day-names.ts'

test('spans of weekdays in the reader’s language', () => {
  expect(dayNames('mon-fri', 'en')).toBe('Mon–Fri')
  expect(dayNames('sat', 'ru')).toBe('сб')
  expect(dayNames('someday', 'de')).toBe('someday')
})
