import { expect, test } from 'vitest'
import { lastWithdrawalDay, withdrawalRefusal, type WithdrawalFacts } from './withdrawal.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const facts: WithdrawalFacts = {
  status: 'active',
  isConsumer: true,
  isExternal: false,
  signedOn: day('2026-11-03'),
}

test.each([
  // Tuesday to Tuesday.
  ['2026-11-03', '2026-11-17'],
  // The 14th day is a Saturday, a Sunday: the Monday behind.
  ['2026-11-07', '2026-11-23'],
  ['2026-11-08', '2026-11-23'],
  ['2026-11-06', '2026-11-20'],
  ['2026-12-28', '2027-01-11'],
])('signed on %s the right lasts until %s', (signed, last) => {
  expect(lastWithdrawalDay(day(signed)).toString()).toBe(last)
})

test.each<[Partial<WithdrawalFacts>, string, ReturnType<typeof withdrawalRefusal>]>([
  [{}, '2026-11-03', null],
  [{}, '2026-11-17', null],
  [{}, '2026-11-18', 'late'],
  [{ status: 'pending' }, '2026-11-17', null],
  [{ status: 'ended' }, '2026-11-17', 'notRunning'],
  [{ status: 'closed' }, '2026-11-17', 'notRunning'],
  [{ status: 'cancelled' }, '2026-11-30', 'notRunning'],
  [{ isConsumer: false }, '2026-11-17', 'business'],
  [{ isConsumer: false }, '2026-11-30', 'business'],
  [{ isExternal: true }, '2026-11-17', 'external'],
])('%j on %s: %s', (changes, today, expected) => {
  expect(withdrawalRefusal({ ...facts, ...changes }, day(today))).toBe(expected)
})
