import { expect, test } from 'vitest'
import { receiptLines } from './pay-document.ts'

const line = (kind: string) => ({ kind, gross: 1000, vatPercent: 0, quantity: 1 })
const document = (currency: string) => ({
  unitNumber: 'YA101',
  currency,
  lines: ['rent', 'insurance', 'deposit', 'penalty', 'adjustment'].map(line),
})

test('the payer reads lines in his language, and never our names for them', () => {
  expect(receiptLines(document('EUR'), 'de').map(({ name }) => name)).toEqual([
    'Miete für Box YA101',
    'Versicherung der Sachen, Box YA101',
    'Kaution, Box YA101',
    'Verzugsgebühr, Box YA101',
    'Korrektur, Box YA101',
  ])
})

test('a receipt in roubles is Russian, whoever reads the page', () => {
  const [rent] = receiptLines(document('RUB'), 'de')
  expect(rent).toMatchObject({ name: 'Аренда бокса YA101', gross: { amount: 1000, currency: 'RUB' } })
})
