import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exchanged } from './exchange.ts'
import { money } from './money.ts'

test('an amount at a rate is rounded once, halves away from zero, and a credit mirrors its invoice', () => {
  expect(exchanged(money(10_478, 'USD'), 0.8605, 'EUR')).toEqual(money(9016, 'EUR'))
  expect(exchanged(money(1, 'EUR'), 4.5, 'PLN')).toEqual(money(5, 'PLN'))
  expect(exchanged(money(100, 'RUB'), 0.000001, 'EUR')).toEqual(money(0, 'EUR'))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 10, max: 1e8 }), (amount, millionths) => {
      const rate = millionths / 1e6
      const there = exchanged(money(amount, 'USD'), rate, 'EUR').amount
      expect(exchanged(money(-amount, 'USD'), rate, 'EUR').amount + there).toBe(0)
      expect(Math.abs(there - amount * rate)).toBeLessThan(0.51)
    }),
  )
})
