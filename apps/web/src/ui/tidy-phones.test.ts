import { expect, test } from 'vitest'
import { tidyPhones } from './tidy-phones.ts'

test.each([
  ['+49 30 5550142', '+49 30 5550142'],
  ['+49 170 555 01 23', '+491705550123'],
  ['+7 (916) 123-45-67', '+79161234567'],
  ['+49 (0)30 12345678', '+493012345678'],
  ['(0)30 / 90 18 20 44', '03090182044'],
  ['030 / 90 18 20 44', '03090182044'],
  ['+48\u00a022\u00a01943120', '+48221943120'],
  ['030\u2013901820', '030901820'],
  [' +79161234567 ', '+79161234567'],
  ['', ''],
  // What is no number stays one, and is refused.
  ['call me after six', 'callmeaftersix'],
  ['+12345678901234567', '+12345678901234567'],
])('%j is sent as %j', (typed, sent) => {
  expect(tidyPhones({ phone: typed, supportPhone: typed, name: typed })).toEqual({
    phone: sent,
    supportPhone: sent,
    name: typed,
  })
})

test('values without a number that changes are the same object', () => {
  const values = { phone: '+49301', count: 1, hours: [] }
  expect(tidyPhones(values)).toBe(values)
})
