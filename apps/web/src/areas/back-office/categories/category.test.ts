import { expect, test } from 'vitest'
import { categoryBody, categoryIssues, categoryValues, typedMinor, type Category } from './category.ts'

const category = {
  id: 'c',
  name: 'Small',
  alias: 'small',
  description: 'd',
  minSize: 1,
  maxSize: 4.5,
  pricePerMeterQuadratic: 90_050,
  prices: [
    { currency: 'EUR', pricePerMeterQuadratic: 1000, confirmed: true },
    { currency: 'RUB', pricePerMeterQuadratic: 90_050, confirmed: false },
  ],
  created: '2026-01-01T00:00:00Z',
} satisfies Category

test('money goes out as it came in, and what only stands in is nobody’s price', () => {
  const values = categoryValues(category)
  expect(values.prices).toEqual({ EUR: '10' })
  expect(categoryBody(values)).toEqual({
    name: 'Small',
    alias: 'small',
    description: 'd',
    minSize: 1,
    maxSize: 4.5,
    pricePerMeterQuadratic: 90_050,
    prices: { EUR: 1000 },
  })
  expect(categoryBody({ ...values, prices: { EUR: '', RUB: '900,5' } }, { prices: {} })).toEqual({
    prices: { EUR: null, RUB: 90_050 },
  })
})

test.each([
  ['', null],
  ['9,99', 999],
  ['9.999', Number.NaN],
  ['x', Number.NaN],
])('%j typed as money', (text, minor) => {
  expect(typedMinor(text)).toEqual(minor)
})

test('what only all fields say together', () => {
  const values = categoryValues(category)
  const fields = (more: object) => categoryIssues({ ...values, ...more }).map(({ field }) => field)
  expect(fields({})).toEqual([])
  expect(fields({ minSize: '5' })).toEqual(['maxSize'])
  expect(fields({ pricePerMeterQuadratic: '', prices: {} })).toEqual(['pricePerMeterQuadratic'])
  expect(fields({ pricePerMeterQuadratic: '', prices: { EUR: '1' } })).toEqual([])
  expect(fields({ prices: { EUR: 'x' } })).toEqual(['prices'])
})
