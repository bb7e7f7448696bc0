import { expect, test } from 'vitest'
import type { BillingDocument } from './document.ts'
import { whyRows } from './why-rows.ts'

type Line = BillingDocument['lines'][number]
const line = (kind: Line['kind'], given: Partial<Line>): Line => ({
  kind,
  quantity: 1,
  unitNet: 0,
  discountPercent: 0,
  discount: 0,
  net: 0,
  vatPercent: 0,
  vat: 0,
  gross: 0,
  explanation: { rule: '' },
  ...given,
})
const rent = line('rent', {
  quantity: 6,
  unitNet: 972000,
  discountPercent: 10,
  discount: 583200,
  net: 5248800,
  vatPercent: 22,
  vat: 1154736,
  gross: 6403536,
  explanation: { rule: 'rateTimesMonths', rate: 972000, months: 6, days: 181 },
})
const insurance = line('insurance', {
  net: 150000,
  gross: 150000,
  explanation: { rule: 'insuranceTimesMonths', rate: 25000, months: 6, days: 181 },
})
const deposit = line('deposit', {
  net: 972000,
  gross: 972000,
  explanation: { rule: 'depositMonthsTimesRate', rate: 972000, months: 1 },
})

test('rent stands before its discount, VAT comes last and once per rate', () => {
  expect(whyRows([rent, insurance, deposit])).toEqual([
    { kind: 'rent', sum: 5832000, rate: 972000, months: 6, days: 181 },
    { kind: 'discount', sum: -583200, percent: 10, base: 5832000, months: 6 },
    { kind: 'insurance', sum: 150000, rate: 25000, months: 6, days: 181 },
    { kind: 'deposit', sum: 972000, rate: 972000, months: 1 },
    { kind: 'vat', percent: 22, base: 5248800, sum: 1154736 },
  ])
})

test.each([
  [[rent, insurance, deposit]],
  [[rent, rent, line('rent', { net: 100, vatPercent: 7, vat: 7, gross: 107 })]],
  [[line('insurance', { net: 1000, vatPercent: 19, vat: 190, gross: 1190 })]],
  [
    [
      line('penalty', { net: 27216, gross: 27216 }),
      line('adjustment', { net: -500, vatPercent: 22, vat: -110, gross: -610 }),
    ],
  ],
])('the rows add up to the gross of the lines', (lines) => {
  const gross = lines.reduce((sum, { gross }) => sum + gross, 0)
  expect(whyRows(lines).reduce((sum, row) => sum + row.sum, 0)).toBe(gross)
})

test('two lines of one rate share a row of VAT', () => {
  expect(whyRows([rent, rent]).filter(({ kind }) => kind === 'vat')).toEqual([
    { kind: 'vat', percent: 22, base: 10497600, sum: 2309472 },
  ])
})

test('the tax on insurance is told apart from VAT', () => {
  expect(
    whyRows([line('insurance', { net: 1000, vatPercent: 19, vat: 190, gross: 1190 })]).map(
      ({ kind }) => kind,
    ),
  ).toEqual(['insurance', 'insuranceTax'])
})

test('a penalty says its percentage, its days and what was unpaid on them', () => {
  const explanation = { rule: 'percentPerDay', rate: 5950, percent: 1, days: 5 }
  const days = { from: '2026-12-27', until: '2027-01-01' }
  const said = { kind: 'penalty', sum: 298, percent: 1, days: 5, base: 5950 }
  const penalty = line('penalty', { net: 298, gross: 298, explanation: { ...explanation, ...days } })
  expect(whyRows([penalty])).toEqual([{ ...said, ...days, isCapped: false, invoice: null }])
  const on = { invoiceNumber: 'B-2026-000007', dueOn: '2026-12-21', freeDays: 5 }
  const named = line('penalty', { explanation: { ...explanation, ...days, ...on } })
  expect(whyRows([named])[0]).toMatchObject({
    invoice: { number: 'B-2026-000007', dueOn: '2026-12-21', freeDays: 5 },
  })
})

test('price and VAT say of which day they are, but for what goes back at the rates of another document', () => {
  const dated = { ...rent, explanation: { ...rent.explanation, rateDate: '2026-11-21' } }
  expect(whyRows([dated])).toMatchObject([
    { kind: 'rent', rateDate: '2026-11-21' },
    { kind: 'discount' },
    { kind: 'vat', rateDate: '2026-11-21' },
  ])
  const unused = { rule: 'unusedDays', rateDate: '2026-12-01', days: 30, usedDays: 10, billed: 100, cost: 40 }
  for (const row of whyRows([line('rent', { net: -60, vatPercent: 22, vat: -13, explanation: unused })]))
    expect(row).not.toHaveProperty('rateDate')
})

test('a rate that a notice has set names its day and the notice; what a lease has set names none', () => {
  const risen = {
    ...rent,
    explanation: {
      ...rent.explanation,
      rateSince: '2027-02-21',
      noticeId: 'n',
      noticeServedOn: '2026-12-01',
    },
  }
  expect(whyRows([risen])[0]).toMatchObject({ notice: { since: '2027-02-21', servedOn: '2026-12-01' } })
  expect(whyRows([rent])[0]).not.toHaveProperty('notice')
})

test('what somebody took back of a line says how much of what was left of it, and its VAT goes with it', () => {
  const explanation = { rule: 'corrected', rate: 5000, billed: 14250 }
  const row = line('rent', { net: -4750, vatPercent: 19, vat: -903, gross: -5653, explanation })
  expect(whyRows([row])).toEqual([
    { kind: 'corrected', of: 'rent', sum: -4750, billed: 14250 },
    { kind: 'vat', percent: 19, base: -4750, sum: -903 },
  ])
  const insured = line('insurance', { net: -100, vatPercent: 19, vat: -19, gross: -119, explanation })
  expect(whyRows([insured]).reduce((sum, { sum: one }) => sum + one, 0)).toBe(-119)
})
