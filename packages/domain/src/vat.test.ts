import { expect, it } from 'vitest'
import { vatClassOf } from './account.ts'
import { vatPercentOn, type VatRate } from './vat.ts'

const from = (day: string | null, percent: number): VatRate => ({
  validFrom: day === null ? null : Temporal.PlainDate.from(day),
  percent,
})
const russia = [from('2026-01-01', 22), from(null, 18), from('2019-01-01', 20)]

it.each([
  ['2018-12-31', 18],
  ['2019-01-01', 20],
  ['2025-12-31', 20],
  ['2026-01-01', 22],
  ['2030-01-01', 22],
])('on %s: %d %%, in whatever order the rates come', (day, percent) => {
  expect(vatPercentOn(russia, Temporal.PlainDate.from(day))).toBe(percent)
  expect(vatPercentOn([...russia].reverse(), Temporal.PlainDate.from(day))).toBe(percent)
})

it('20 where none is set, or not yet', () => {
  expect(vatPercentOn([], Temporal.PlainDate.from('2027-01-01'))).toBe(20)
  expect(vatPercentOn([from('2027-02-01', 23)], Temporal.PlainDate.from('2027-01-31'))).toBe(20)
})

it('0 is a rate', () => {
  expect(vatPercentOn([from(null, 0)], Temporal.PlainDate.from('2027-01-01'))).toBe(0)
})

it.each([
  [null, 'individual'],
  [{ accountType: 'individual', isIndividualEntrepreneur: false }, 'individual'],
  [{ accountType: 'individual', isIndividualEntrepreneur: true }, 'legal'],
  [{ accountType: 'legal', isIndividualEntrepreneur: false }, 'legal'],
] as const)('%j pays the rate of %s', (account, expected) => {
  expect(vatClassOf(account)).toBe(expected)
})
