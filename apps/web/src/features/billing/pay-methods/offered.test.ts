import { expect, test } from 'vitest'
import { onlineMethods, toChooseFrom, type OfferedMethod } from './offered.ts'

const card: OfferedMethod = { method: 'card', processor: 'stripe' }
const sepa: OfferedMethod = { method: 'sepa', processor: 'stripe' }
const transfer: OfferedMethod = { method: 'bankTransfer', processor: 'bankTransfer' }

test('with one online way there is nothing to choose, also where a transfer is taken', () => {
  expect(toChooseFrom([])).toEqual([])
  expect(toChooseFrom([card])).toEqual([])
  expect(toChooseFrom([card, transfer])).toEqual([])
})

test('with several all of them are offered, in the order of the stock', () => {
  expect(toChooseFrom([card, sepa])).toEqual([card, sepa])
  expect(toChooseFrom([card, sepa, transfer])).toEqual([card, sepa, transfer])
  expect(onlineMethods([card, sepa, transfer])).toEqual([card, sepa])
})
