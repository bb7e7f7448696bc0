import { expect, it } from 'vitest'
import { daysPaidAhead, paidUntil, type BilledPeriod } from './paid-ahead.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const period = (from: string, until: string, isPaid: boolean): BilledPeriod => ({
  from: day(from),
  until: day(until),
  isPaid,
})
const january = (isPaid: boolean) => period('2027-01-01', '2027-02-01', isPaid)
const february = (isPaid: boolean) => period('2027-02-01', '2027-03-01', isPaid)
const march = (isPaid: boolean) => period('2027-03-01', '2027-04-01', isPaid)

it.each<[string, BilledPeriod[], string, number]>([
  ['two paid, in the first', [january(true), february(true)], '2027-01-10', 50],
  ['the last paid day', [january(true), february(false)], '2027-01-31', 1],
  ['the first unpaid day', [january(true), february(false)], '2027-02-01', 0],
  ['ten days late', [january(true), february(false)], '2027-02-11', -10],
  [
    'a paid one behind an unpaid one does not count',
    [january(true), february(false), march(true)],
    '2027-02-11',
    -10,
  ],
  ['nor behind a gap', [january(true), march(true)], '2027-02-11', -10],
  ['nothing paid, begun', [january(false)], '2027-01-11', -10],
  ['nothing paid, start to come', [january(false)], '2026-12-20', 0],
  ['nothing billed', [], '2026-12-20', 0],
  ['paid, start to come', [january(true)], '2026-12-31', 32],
])('%s', (_name, billed, today, days) => {
  expect(daysPaidAhead(day('2027-01-01'), billed, day(today))).toBe(days)
})

it('paid until the end of the run', () => {
  expect(paidUntil(day('2027-01-01'), [january(true), february(true), march(false)]).toString()).toBe(
    '2027-03-01',
  )
  expect(paidUntil(day('2027-01-01'), []).toString()).toBe('2027-01-01')
})
