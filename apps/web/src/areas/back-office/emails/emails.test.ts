import { expect, test } from 'vitest'
import { emailDay } from './emails.ts'

test('days are written DD-MM-YYYY', () => {
  expect(emailDay(new Date(2026, 2, 5, 12).toISOString())).toBe('05-03-2026')
})
