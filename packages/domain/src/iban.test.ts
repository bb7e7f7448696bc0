import { expect, test } from 'vitest'
import { isDebitableIban, isIban, maskedAccount, plainAccount, remainder97 } from './iban.ts'

test.each([
  'DE89 3704 0044 0532 0130 00',
  'PL61109010140000071219812874',
  'gb29 nwbk 6016 1331 9268 19',
  'NO9386011117947',
])('%s is an IBAN', (text) => expect(isIban(text)).toBe(true))

test.each([
  'DE88370400440532013000',
  'DE8937040044053201300',
  'DE893704004405320130000',
  '40702810900000001234',
  '',
  'DE',
  'DE89 3704 0044 0532 0130 0O',
])('%s is none', (text) => expect(isIban(text)).toBe(false))

test('any one digit and any two neighbours changed are noticed', () => {
  const iban = 'DE89370400440532013000'
  for (let at = 2; at < iban.length; at += 1) {
    const other = String((Number(iban[at]) + 1) % 10)
    expect(isIban(iban.slice(0, at) + other + iban.slice(at + 1)), `digit ${at}`).toBe(false)
    if (at + 1 < iban.length && iban[at] !== iban[at + 1])
      expect(isIban(iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2)), `pair ${at}`).toBe(
        false,
      )
  }
})

test('accounts are compared as banks keep them and shown without their middle', () => {
  expect(plainAccount(' de89 3704-0044\u00a00532.0130 00')).toBe('DE89370400440532013000')
  expect(maskedAccount('DE89370400440532013000')).toBe('DE89 … 3000')
  expect(maskedAccount('12345678')).toBe('12345678')
  expect(remainder97('RF18539007547034')).toBe(1)
})

test.each([
  ['DE89 3704 0044 0532 0130 00', true],
  ['IS140159260076545510730339', true],
  ['NO9386011117947', true],
  // Right in itself, but of countries whose banks want more than the number.
  ['GB29NWBK60161331926819', false],
  ['CH9300762011623852957', false],
  ['TR330006100519786457841326', false],
  ['DE89370400440532013001', false],
])('%s can be debited knowing the number alone: %s', (text, expected) => {
  expect(isDebitableIban(text)).toBe(expected)
})
