import { expect, test } from 'vitest'
import { shownNumber, typedNumber } from './typed-number.ts'

test.each([
  ['', undefined],
  ['  ', undefined],
  ['12', 12],
  ['12,5', 12.5],
  ['1 234,50', 1234.5],
  ['1\u00a0234.5', 1234.5],
  ['-7.25', -7.25],
  ['.5', 0.5],
  ['1,2,3', Number.NaN],
  ['12 m', Number.NaN],
  ['1e3', Number.NaN],
])('%j is %j', (text, number) => {
  expect(typedNumber(text)).toBe(number)
})

test.each([
  [14.5, 'ru', '14,5'],
  [14.5, 'de', '14,5'],
  [14.5, 'pl', '14,5'],
  [14.5, 'en', '14.5'],
  [-1450, 'ru', '-1450'],
  [0, 'ru', '0'],
  [null, 'ru', ''],
  [undefined, 'en', ''],
])('%j stands in a field of a page in %s as %j, and is read back', (value, language, text) => {
  expect(shownNumber(value, language)).toBe(text)
  expect(typedNumber(text)).toBe(value ?? undefined)
})
