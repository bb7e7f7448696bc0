import { expect, test } from 'vitest'
import { accountValues, changedBody, newAccountBody, newAccountValues } from './account-values.ts'
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

test('an emptied text stays a text, an emptied choice is none', () => {
  expect(
    changedBody({ phone: '+7495121', firstName: '', stock: '', roleId: '', isAdvertisingAgree: true }),
  ).toEqual({
    phone: '+7495121',
    firstName: '',
    stock: null,
    roleId: null,
    isAdvertisingAgree: true,
  })
})

test('what was never there is empty text in the form', () => {
  expect(start).toMatchObject({ company: '', roleId: '', currency: '' })
})

test('a new account carries the fields of its own type, what must be filled in even when empty, and no empty choice', () => {
  const typed = { ...newAccountValues, company: 'Left over', personalId: 'P1', email: 'a@b.example' }
  const person = newAccountBody(typed)
  expect(person).toMatchObject({
    role: 'client',
    email: 'a@b.example',
    personalId: 'P1',
    city: '',
    password: '',
  })
  for (const name of ['company', 'roleId', 'stock', 'currency', 'house', 'vatId'])
    expect(person).not.toHaveProperty(name)
  const firm = newAccountBody({ ...typed, accountType: 'legal', isIndividualEntrepreneur: true })
  expect(firm).toMatchObject({ company: 'Left over', isIndividualEntrepreneur: true })
  expect(firm).not.toHaveProperty('personalId')
})
