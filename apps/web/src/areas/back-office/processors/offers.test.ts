import type { StockProcessors } from '@stowage/api/processors'
import { expect, test } from 'vitest'
import { choicesOf, chosenOf } from './offers.ts'
import type { Processor } from './processor.ts'

const processor = (wish: Partial<Processor>): Processor => ({
  id: 'S',
  kind: 'stripe',
  label: 'Stripe',
  origin: 'database',
  currencies: ['EUR', 'PLN', 'RUB'],
  methods: ['card', 'sepa', 'paypal'],
  secrets: [],
  isLive: true,
  wasLive: true,
  stocks: [],
  messageUrl: '',
  events: [],
  ...wish,
})
const stock = (wish: Partial<StockProcessors>): StockProcessors => ({
  stockId: 'B',
  name: 'Berlin',
  currency: 'EUR',
  isExternal: false,
  offers: [],
  isInherited: true,
  ...wish,
})
const methods = (currency: StockProcessors['currency'], wish: Partial<Processor> = {}) =>
  choicesOf(stock({ currency }), [processor(wish)]).map(({ method }) => method)

test('what goes with the currency of a stock can be chosen', () => {
  expect(methods('EUR')).toEqual(['card', 'sepa', 'paypal'])
  expect(methods('PLN')).toEqual(['card', 'paypal'])
  expect(methods('RUB')).toEqual(['card'])
  expect(methods('USD')).toEqual([])
})

test('neither retired ones nor those of the server’s settings can', () => {
  expect(methods('EUR', { retired: '2026-11-22T10:00:00Z' })).toEqual([])
  expect(methods('EUR', { origin: 'environment' })).toEqual([])
})

test('what is set stands first in its order, and travels in it', () => {
  const offer = { processorId: 'S', label: 'Stripe', kind: 'stripe', isOffered: true } as const
  const choices = choicesOf(stock({ isInherited: false, offers: [{ ...offer, method: 'paypal' }] }), [
    processor({}),
  ])
  expect(choices.map(({ method, processorId }) => [method, processorId])).toEqual([
    ['paypal', 'S'],
    ['card', ''],
    ['sepa', ''],
  ])
  expect(chosenOf(choices)).toEqual([{ method: 'paypal', processorId: 'S' }])
})

test('one that is set stays a choice when the currency of the stock has become another', () => {
  const offer = {
    method: 'card',
    processorId: 'S',
    label: 'Stripe',
    kind: 'stripe',
    isOffered: false,
  } as const
  const [choice] = choicesOf(stock({ currency: 'USD', isInherited: false, offers: [offer] }), [processor({})])
  expect(choice).toMatchObject({ method: 'card', processorId: 'S', options: [{ id: 'S' }] })
})
