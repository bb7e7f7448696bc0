import { expect, test } from 'vitest'
import { accountValues, changedFields } from './account-values.ts'
import type { Account } from './documents.ts'

const account = {
  email: 'anna@example.org',
  role: 'client',
  language: 'ru',
  accountType: 'individual',
  isIndividualEntrepreneur: false,
  firstName: 'Anna',
  company: null,
  country: 'RU',
  city: 'Moscow',
  zip: '123022',
  phone: '+7495120',
  stock: 'S1',
  currency: null,
  isAdult: true,
  isAdvertisingAgree: false,
} as Account
const start = accountValues(account)

test('nothing touched: nothing travels', () => {
  expect(changedFields(start, { ...start })).toEqual({})
})

test('only what was touched travels; emptied texts stay texts, an emptied choice is none', () => {
  expect(
    changedFields(start, { ...start, phone: '+7495121', firstName: '', stock: '', isAdvertisingAgree: true }),
  ).toEqual({ phone: '+7495121', firstName: '', stock: null, isAdvertisingAgree: true })
})

test('what was never there is empty text in the form and does not travel', () => {
  expect(start.company).toBe('')
  expect(changedFields(start, start)).not.toHaveProperty('company')
})
