import { describe, expect, it } from 'vitest'
import { isOverdue, unpaidOf, type IssuedDocument } from './debt.ts'

const document = (gross: number, paid: number, due: string, isOfPendingContract = false): IssuedDocument => ({
  gross,
  paid,
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

it('debt counts what is not yet due, and what is paid is from 0 to gross (I4)', () => {
  expect(unpaidOf(document(100, 30, '2027-04-01'))).toBe(70)
  expect(unpaidOf(document(20, 0, '2027-03-01', true))).toBe(20)
  expect(unpaidOf(document(100, 100, '2027-03-01'))).toBe(0)
  expect(() => unpaidOf(document(100, 101, '2027-03-01'))).toThrow(RangeError)
  expect(() => unpaidOf(document(100, -1, '2027-03-01'))).toThrow(RangeError)
})
