import { expect, test } from 'vitest'
import { currencies } from './money.ts'
import { payMethods, takesCurrency } from './pay-method.ts'

test('which method is there in which currency', () => {
  const table = payMethods.map((method) => [
    method,
    currencies.filter((currency) => takesCurrency(method, currency)),
  ])
  expect(Object.fromEntries(table)).toEqual({
    card: ['EUR', 'USD', 'RUB', 'PLN'],
    sepa: ['EUR'],
    paypal: ['EUR', 'USD', 'PLN'],
  })
})
