import { expect, test } from 'vitest'
import { emailDay } from './emails.ts'

test('days are written DD-MM-YYYY', () => {
  expect(emailDay(new Date(2026, 2, 5, 12).toISOString(), 'en')).toBe('05-03-2026')
  for (const language of ['ru', 'de', 'pl'] as const)
    expect(emailDay(new Date(2026, 2, 5, 12).toISOString(), language)).toBe('05.03.2026')
})
