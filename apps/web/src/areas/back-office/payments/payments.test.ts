import { expect, test } from 'vitest'
import { asPage, paymentsFilter } from './payments.ts'

test('of an address counts what the call understands', () => {
  expect(
    paymentsFilter({ search: '', status: 'success', from: '2026-11-01', to: '2026-02-30', sort: '-amount' }),
  ).toEqual({
    status: 'success',
    from: '2026-11-01',
    sort: '-amount',
  })
  expect(
    paymentsFilter({ status: 'paid', sort: 'client', stockId: 's', processor: 'stripe', search: 'x' }),
  ).toEqual({
    stockId: 's',
    processor: 'stripe',
    search: 'x',
  })
})

test('a list where a page was asked for is a fault', () => {
  expect(() => asPage([])).toThrow(TypeError)
})
