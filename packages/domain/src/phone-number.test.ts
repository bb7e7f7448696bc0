import { expect, test } from 'vitest'
import { isE164, toE164 } from './phone-number.ts'

test.each([
  ['+7 916 123-45-67', 'RU', '+79161234567'],
  ['8 (916) 123-45-67', 'RU', '+79161234567'],
  ['9161234567', 'RU', '+79161234567'],
  ['0160 1234567', 'DE', '+491601234567'],
  ['+49 (0)160 123456', 'PL', '+49160123456'],
  ['0049 160 1234567', 'RU', '+491601234567'],
  ['512 345 678', 'PL', '+48512345678'],
  ['(212) 555-0142', 'us', '+12125550142'],
  ['1-212-555-0142', 'US', '+12125550142'],
  // Nobody could tell which one is meant.
  ['9161234567', 'Deutschland', null],
  ['1601234567', 'DE', null],
  ['12345', 'RU', null],
  ['+7 916', 'RU', null],
  ['+0791612345', 'RU', null],
  ['+7916123456712345', 'RU', null],
  ['call me', 'RU', null],
  ['', 'RU', null],
] as const)('%s at home in %s is %s', (typed, country, number) => {
  expect(toE164(typed, country)).toBe(number)
  if (number !== null) expect(isE164(number)).toBe(true)
})
