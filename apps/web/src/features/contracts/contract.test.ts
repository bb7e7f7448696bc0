import { expect, test } from 'vitest'
import { daysAhead, daysOwed, endsIn, lastPaidDay, paidLineOf, type Contract } from './contract.ts'

const contract = {
  startDate: '2026-09-20',
  endDate: '2027-03-20',
  paidUntil: '2026-12-14',
  overdue: 0,
  paidAhead: 23,
  status: 'active',
} as Contract

test('the last paid day is the one before the first unpaid one', () => {
  expect(lastPaidDay(contract)).toBe('2026-12-13')
})

test('a contract of which nothing is paid has no last paid day', () => {
  expect(lastPaidDay({ ...contract, paidUntil: '2026-09-20' })).toBeNull()
  expect(lastPaidDay({ ...contract, paidUntil: null })).toBeNull()
})

test('the end counts down, and on past it', () => {
  expect(endsIn({ ...contract, endDate: '2026-11-25' }, '2026-11-21')).toBe(4)
  expect(endsIn({ ...contract, status: 'ended', endDate: '2026-11-20' }, '2026-11-21')).toBe(-1)
})

test('an open end, a pending and a closed contract do not end', () => {
  expect(endsIn({ ...contract, endDate: null }, '2026-11-21')).toBeNull()
  expect(endsIn({ ...contract, status: 'pending' }, '2026-11-21')).toBeNull()
  expect(endsIn({ ...contract, status: 'closed' }, '2026-11-21')).toBeNull()
})

test('days are owed only where something is overdue', () => {
  expect(daysOwed({ overdue: 804816, paidAhead: -7 })).toBe(7)
  expect(daysOwed({ overdue: 804816, paidAhead: 0 })).toBe(1)
  expect(daysOwed({ overdue: 0, paidAhead: -1 })).toBe(0)
})

test('nobody is told of a negative number of days', () => {
  expect([23, 0, -7].map((paidAhead) => daysAhead({ paidAhead }))).toEqual([23, 0, 0])
})

test('a rental that begins next week shows today on its line', () => {
  expect(paidLineOf({ ...contract, startDate: '2026-11-28' }, '2026-11-21').from).toBe('2026-11-21')
  expect(paidLineOf(contract, '2026-11-21').from).toBe('2026-09-20')
})
