import { expect, test } from 'vitest'
import { disputeFilter, dueOf, minorOf } from './moneyback.ts'

const now = Date.parse('2026-11-22T12:00:00Z')

test.each([
  ['open', null, 'none'],
  ['open', '2026-11-22T11:59:59Z', 'past'],
  ['open', '2026-11-25T11:59:59Z', 'near'],
  ['warned', '2026-11-25T12:00:00Z', 'later'],
  ['lost', '2026-11-23T12:00:00Z', 'none'],
  ['won', '2026-11-23T12:00:00Z', 'none'],
] as const)('a dispute that is %s and due %s: %s', (state, dueBy, due) => {
  expect(dueOf({ state, dueBy }, now)).toBe(due)
})

test.each([
  [119, 11_900],
  [1.1, 110],
  [19.99, 1_999],
  [0.01, 1],
  [0, Number.NaN],
  [-1, Number.NaN],
  [1.005, Number.NaN],
  [Number.NaN, Number.NaN],
  [undefined, Number.NaN],
])('%s is %s in minor units', (typed, minor) => {
  expect(minorOf(typed)).toBe(minor)
})

test('of an address counts a filter that there is', () => {
  expect(disputeFilter('lost')).toBe('lost')
  expect(disputeFilter(undefined)).toBe('todo')
  expect(disputeFilter('<b>')).toBe('todo')
})
