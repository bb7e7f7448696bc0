import { expect, test } from 'vitest'
import { newStockBody, stockBody, stockValues, typedDays, typedMinor, type Settings } from './stock-values.ts'

const stock = {
  id: 'S',
  name: 'Mitte',
  code: 'MIT',
  cityId: 'C',
  sellerId: 'L',
  address: 'A',
  zip: '10115',
  phone: '1',
  hasBoxes: true,
  isExternal: false,
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  openingTime: '08:00',
  closingTime: '22:00',
  latitude: 52.5,
  longitude: 13.4,
  carHeightLimitCm: 305,
  maxContractDuration: 24,
  depositMonths: 1,
  refundUnusedTime: true,
  internalEquipments: [{ id: '1:01:01', name: 'Tor', kind: 'gate', isExit: false }],
} as unknown as Settings

test('a form that is opened and sent says what the stock is', () => {
  expect(stockBody(stockValues(stock))).toMatchObject({
    name: 'Mitte',
    latitude: 52.5,
    carHeightLimitCm: 305,
    maxContractDuration: 24,
    depositMonths: 1,
    servicePort: null,
    internalEquipments: [{ id: '1:01:01', requiresOnSite: false }],
  })
})

test('only what was changed travels, and an emptied figure is taken away', () => {
  expect(stockBody({ latitude: '', longitude: '' })).toEqual({ latitude: null, longitude: null })
  expect(stockBody({ carHeightLimitCm: '2,05' })).toEqual({ carHeightLimitCm: 205 })
  expect(stockBody({ carHeightLimitCm: '' })).toEqual({ carHeightLimitCm: null })
})

test('an emptied code is sent, for the rules to refuse; a new stock without one is given one', () => {
  expect(stockBody({ code: '' })).toEqual({ code: '' })
  expect(newStockBody(stockValues())).not.toHaveProperty('code')
  expect(newStockBody({ ...stockValues(), code: 'MIT' })).toHaveProperty('code', 'MIT')
})

test('the kept password stays unless another is typed or it is to be erased', () => {
  expect(stockBody(stockValues(stock))).not.toHaveProperty('dbPassword')
  expect(stockBody({ dbPassword: 'new' })).toEqual({ dbPassword: 'new' })
  expect(stockBody({ dbPassword: 'typed', forgetsDbPassword: true })).toEqual({ dbPassword: null })
})

test('what is no number is sent as none, for the rules to refuse', () => {
  expect(stockBody({ latitude: 'north' }).latitude).toBeNaN()
  expect(stockBody({ maxContractDuration: '' }).maxContractDuration).toBeNaN()
})

test.each([
  ['250', 25_000],
  ['7 776,50', 777_650],
  ['', 0],
  ['0.07', 7],
])('money typed as %s is %i', (text, minor) => {
  expect(typedMinor(text)).toBe(minor)
})

test('days are listed as people list them; what is no day is one that no list may hold', () => {
  expect(typedDays(' 1, 7;14 ')).toEqual([1, 7, 14])
  expect(typedDays('')).toEqual([])
  expect(typedDays('1, x, 2.5')).toEqual([1, -1, -1])
})
