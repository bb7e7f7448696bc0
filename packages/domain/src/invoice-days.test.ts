import { expect, it } from 'vitest'
import { dueDay, firstDueDay, issueDay } from './invoice-days.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

it('issued 7 days ahead, due on the first day', () => {
  const period = { from: day('2027-03-03'), until: day('2027-04-03') }
  expect(issueDay(period).toString()).toBe('2027-02-24')
  expect(dueDay(period).toString()).toBe('2027-03-03')
})

it.each([
  ['2027-03-20', '2027-03-04T10:00:00Z', 'Europe/Berlin', '2027-03-04'],
  ['2027-03-01', '2027-03-04T10:00:00Z', 'Europe/Berlin', '2027-03-01'],
  ['2027-03-20', '2027-03-04T23:30:00Z', 'Europe/Berlin', '2027-03-05'],
  ['2027-03-20', '2027-03-04T23:30:00Z', 'America/New_York', '2027-03-04'],
])('start %s, hold until %s in %s: first due %s', (start, holdEnd, zone, due) => {
  expect(firstDueDay(day(start), Temporal.Instant.from(holdEnd), zone).toString()).toBe(due)
})
