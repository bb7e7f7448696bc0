import { expect, test } from 'vitest'
import { externalStatus } from './external-status.ts'

test.each([
  ['obtained', 'succeeded', 'success'],
  ['success', 'succeeded', 'success'],
  ['stuck', 'succeeded', 'success'],
  ['succeeded', 'succeeded', 'success'],
  ['canceled', 'cancelled', 'canceled'],
  ['expired', 'cancelled', 'canceled'],
  ['pending', 'pending', 'pending'],
  ['processing', 'pending', 'pending'],
  ['claimed', 'pending', 'pending'],
  ['requires_payment_method', 'failed', 'failed'],
  ['requires_payment_method', 'pending', 'pending'],
  ['succeeded', 'refunded', 'refunded'],
  ['succeeded, dispute needs_response', 'succeeded', 'disputed'],
  ['succeeded, refund pending', 'succeeded', 'refunding'],
] as const)('%s of a payment that is %s is called %s', (said, status, name) => {
  expect(externalStatus(said, status)).toBe(name)
})

test.each([
  ['created', 'pending'],
  ['pending', 'pending'],
  ['succeeded', 'success'],
  ['cancelled', 'canceled'],
  ['failed', 'failed'],
  ['refunded', 'refunded'],
] as const)('without a word of the processor ours stands: %s is called %s', (status, name) => {
  expect(externalStatus(null, status)).toBe(name)
})

test('words that mean none of the three stand as they are', () => {
  for (const word of ['refunding', 'partially_refunded', 'failed', 'constructor'])
    expect(externalStatus(word, 'succeeded')).toBe(word)
})
