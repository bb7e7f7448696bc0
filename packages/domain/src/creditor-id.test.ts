import { expect, test } from 'vitest'
import { isCreditorId, plainCreditorId } from './creditor-id.ts'

test.each([
  'DE98ZZZ09999999999',
  'de98 zzz 0999 9999 999',
  // Whatever a creditor chooses for a branch, the check digits stay.
  'DE98B0109999999999',
  'NL79ZZZ999999990000',
])('%s is a creditor identifier', (text) => expect(isCreditorId(text)).toBe(true))

test.each([
  '',
  'DE98ZZZ',
  'DE97ZZZ09999999999',
  'DE98ZZZ09999999998',
  'DE98ZZZ0999999999',
  'US98ZZZ09999999999',
  'DE98ZZ-09999999999',
  'DE89370400440532013000',
])('%s is none', (text) => expect(isCreditorId(text)).toBe(false))

test('it is kept as banks write it', () => {
  expect(plainCreditorId(' de98 zzz 0999 9999 999 ')).toBe('DE98ZZZ09999999999')
})
