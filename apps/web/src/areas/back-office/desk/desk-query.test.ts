import { expect, test } from 'vitest'
import {
  asPage,
  contractsWanted,
  debtorsWanted,
  penaltiesWanted,
  subscriptionsWanted,
  unmailedWanted,
} from './desk-query.ts'

test('what stands in an address is taken where it means something, and nothing else', () => {
  expect(contractsWanted({ search: 'Ива', stockId: 's1', sort: '-end', status: 'closed' })).toEqual({
    search: 'Ива',
    stockId: 's1',
    sort: '-end',
    status: 'closed',
  })
  expect(contractsWanted({ search: '', sort: 'debt', status: 'ending' })).toEqual({})
  expect(contractsWanted({ sort: '--end', status: 'x' })).toEqual({})
  expect(debtorsWanted({ currency: 'RUB', sort: 'since' })).toEqual({ currency: 'RUB', sort: 'since' })
  expect(debtorsWanted({ currency: 'rub', sort: 'amount' })).toEqual({})
  expect(penaltiesWanted({ status: 'free', sort: '-since' })).toEqual({ status: 'free', sort: '-since' })
  expect(penaltiesWanted({ status: 'ending', sort: 'debt' })).toEqual({})
  expect(subscriptionsWanted({ status: 'suspended', sort: '-client' })).toEqual({
    status: 'suspended',
    sort: '-client',
  })
  expect(subscriptionsWanted({ status: 'off', sort: 'debt' })).toEqual({})
  expect(unmailedWanted({ search: 'x'.repeat(200), sort: 'due' })).toEqual({
    search: 'x'.repeat(129),
    sort: 'due',
  })
})

test('a list where a page was asked for is a mistake that is said', () => {
  const page = { items: [], total: 0 }
  expect(asPage(page)).toBe(page)
  expect(() => asPage([])).toThrow(/page/)
})
