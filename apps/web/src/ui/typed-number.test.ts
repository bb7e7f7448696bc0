import { expect, test } from 'vitest'
import { typedNumber } from './typed-number.ts'

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
