import { expect, it } from 'vitest'
import { limits, phonePattern } from './limits.ts'

it.each([
  ['+49 (30) 1-2.3', true],
  ['112', true],
  ['11', false],
  ['+4930123456789', true],
  ['+49301234567890', false],
  ['49+30', false],
  ['++4930', false],
  ['phone', false],
  ['', false],
  ['---', false],
  ['112\n113', false],
  ['112\n', false],
])('phone %j: %s', (phone, fits) => {
  expect(phonePattern.test(phone)).toBe(fits)
})

it('every range runs upwards', () => {
  for (const [shortest, longest] of Object.values(limits.text)) expect(shortest).toBeLessThanOrEqual(longest)
})
