import { describe, expect, it } from 'vitest'
import { endMoment, pendingHoldEnd, earliestLeaving } from './contract-moments.ts'

describe('hold of a pending contract', () => {
  const hold = (bookedAt: string, awaitsPayment: boolean) =>
    pendingHoldEnd(Temporal.Instant.from(bookedAt), { awaitsPayment, timeZone: 'Europe/Berlin' }).toString()

  it('is 72 hours, over a change of clocks too', () => {
    expect(hold('2027-03-01T10:00:00Z', false)).toBe('2027-03-04T10:00:00Z')
    expect(hold('2027-03-27T10:00:00Z', false)).toBe('2027-03-30T10:00:00Z')
  })
  it('is 14 business days at the same local time while a payment is awaited', () => {
    expect(hold('2027-03-01T10:00:00Z', true)).toBe('2027-03-19T10:00:00Z')
    // local 11:00 before and after the clocks go forward on 28 March
    expect(hold('2027-03-20T10:00:00Z', true)).toBe('2027-04-08T09:00:00Z')
  })
  it("counts the stock's days, not those of Greenwich", () => {
    // Friday 23:30 in London is Saturday in Berlin: 14 business days from there end a weekday at 00:30
    expect(hold('2027-03-05T23:30:00Z', true)).toBe('2027-03-24T23:30:00Z')
  })
})

it('the tenant opens until the leaving time of the last day', () => {
  const end = Temporal.PlainDate.from('2027-02-28')
  expect(endMoment(end).toString()).toBe('2027-02-28T12:00:00')
  expect(endMoment(end, Temporal.PlainTime.from('18:30')).toString()).toBe('2027-02-28T18:30:00')
})

it.each([
  ['today, while the rental runs', '2026-11-21', '2026-01-05', 0, '2026-11-21'],
  ['its first day, while it has not begun', '2026-11-21', '2026-12-05', 0, '2026-12-05'],
  ['after the notice of its tariff', '2026-11-21', '2026-01-05', 21, '2026-12-12'],
  ['its first day, where the notice is over before', '2026-11-21', '2027-01-05', 21, '2027-01-05'],
])('first day of leaving: %s', (_name, today, start, notice, first) => {
  const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
  expect(earliestLeaving(day(today), day(start), notice).toString()).toBe(first)
})
