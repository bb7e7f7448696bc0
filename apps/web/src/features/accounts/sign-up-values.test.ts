import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { signUp } from '@stowage/api/accounts'
import { emptySignUp, signUpBody } from './sign-up-values.ts'

const filled = {
  ...emptySignUp,
  firstName: 'Anna',
  lastName: 'Sokolova',
  company: 'ACME',
  registrationNumber: '7',
  isIndividualEntrepreneur: true,
  email: 'anna@mail.ru',
  password: 'secret',
  phone: '+7 495 1',
  city: 'Berlin',
  address: 'A 1',
  zip: '10115',
  passportFile: { name: 'p.png', type: 'image/png', base64: 'eA==' },
}

test('advertising and age are the choice of the person, unticked at first', () => {
  expect(emptySignUp).toMatchObject({
    isAdvertisingAgree: false,
    isAdult: false,
    country: 'RU',
    accountType: 'individual',
  })
})

test('a person sends a name and documents, and nothing of a company', () => {
  const body = signUpBody(filled, 'de')
  expect(body).toMatchObject({
    firstName: 'Anna',
    passportFile: { type: 'image/png', base64: 'eA==' },
    selfieFile: null,
    language: 'de',
  })
  expect(body).not.toHaveProperty('company')
  expect(z.safeParse(signUp.body, body).success).toBe(true)
})

test('a company sends its name and no documents of a person', () => {
  const body = signUpBody({ ...filled, accountType: 'legal' }, 'de')
  expect(body).toMatchObject({ company: 'ACME', registrationNumber: '7', isIndividualEntrepreneur: true })
  expect(body).not.toHaveProperty('firstName')
  expect(body).not.toHaveProperty('passportFile')
  expect(z.safeParse(signUp.body, body).success).toBe(true)
})
