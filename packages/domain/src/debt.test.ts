import { describe, expect, it } from 'vitest'
import { debtOf, isOverdue, totalDebt, type IssuedDocument } from './debt.ts'
import { money, MoneyError } from './money.ts'

const eur = (amount: number) => money(amount, 'EUR')
const document = (gross: number, paid: number, due: string, isOfPendingContract = false): IssuedDocument => ({
  gross: eur(gross),
  paid: eur(paid),
  dueDay: Temporal.PlainDate.from(due),
  isOfPendingContract,
})
const today = Temporal.PlainDate.from('2027-03-10')

describe('overdue is debt past its due day', () => {
  it.each([
    [document(100, 0, '2027-03-09'), true],
    [document(100, 99, '2027-03-09'), true],
    [document(100, 100, '2027-03-09'), false],
    [document(100, 0, '2027-03-10'), false],
    [document(100, 0, '2027-03-11'), false],
    [document(100, 0, '2027-03-09', true), false],
  ])('%j: %s', (given, overdue) => {
    expect(isOverdue(given, today)).toBe(overdue)
  })
})

it('debt counts what is not yet due', () => {
  const all = [
    document(100, 30, '2027-03-01'),
    document(50, 0, '2027-04-01'),
    document(20, 0, '2027-03-01', true),
  ]
  expect(totalDebt(all, 'EUR')).toEqual(eur(140))
  expect(() => totalDebt(all, 'USD')).toThrow(MoneyError)
})

it('paid is from 0 to gross (I4)', () => {
  expect(debtOf(document(100, 100, '2027-03-01'))).toEqual(eur(0))
  expect(() => debtOf(document(100, 101, '2027-03-01'))).toThrow(RangeError)
  expect(() => debtOf(document(100, -1, '2027-03-01'))).toThrow(RangeError)
})
