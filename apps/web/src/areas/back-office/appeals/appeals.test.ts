import { expect, test } from 'vitest'
import { appealTime, said, wantedOf } from './appeals.ts'

test('days are written DD/MM/YYYY, with the time', () => {
  expect(appealTime(new Date(2026, 2, 5, 9, 7).toISOString(), 'en')).toBe('05/03/2026 09:07')
})

test.each(['ru', 'de', 'pl'] as const)('whose days have dots reads them with dots: %s', (language) => {
  expect(appealTime(new Date(2026, 2, 5, 9, 7).toISOString(), language)).toBe('05.03.2026 09:07')
})

test('nonsense in the address is nothing', () => {
  const search = { status: 'lost', type: 'callback', size: 'xxl', stockId: undefined, search: '' }
  expect(said(wantedOf(search))).toEqual({ type: 'callback' })
})
