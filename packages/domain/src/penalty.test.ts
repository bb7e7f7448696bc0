import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money } from './money.ts'
import {
  chargedAnew,
  firstChargedDay,
  freeDaysLeft,
  penaltyOver,
  type LateInvoice,
  type PenaltyRules,
} from './penalty.ts'
import { reminderStep } from './reminder.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const eur = (amount: number) => money(amount, 'EUR')
const rules: PenaltyRules = { percentPerDay: 0.5, percentAfterEnd: 1, freeDays: 5, capPercent: 100 }
const invoice: LateInvoice = { dueDay: day('2027-02-01'), base: eur(10_000), payments: [], endDay: null }
const over = (
  from: string,
  until: string,
  late: Partial<LateInvoice> = {},
  said: Partial<PenaltyRules> = {},
) =>
  penaltyOver(
    { ...invoice, ...late },
    { ...rules, ...said },
    { from: day(from), until: day(until) },
    eur(0),
  ).map((line) => [line.from.toString(), line.days, line.percent, line.base.amount, line.amount.amount])

describe('days that cost', () => {
  test('the first is the one behind the free days', () => {
    expect(firstChargedDay(day('2027-02-01'), 5).toString()).toBe('2027-02-07')
    expect(over('2027-01-01', '2027-02-07')).toEqual([])
    expect(over('2027-01-01', '2027-02-08')).toEqual([['2027-02-07', 1, 0.5, 10_000, 50]])
  })

  test.each([
    ['2028-02-25', '2028-02-26', '2028-03-02', 5],
    ['2027-02-25', '2027-02-26', '2027-03-02', 4],
  ])('a leap day is one: due %s', (dueDay, from, until, days) => {
    expect(over(from, until, { dueDay: day(dueDay) }, { freeDays: 0 })).toEqual([
      [from, days, 0.5, 10_000, days * 50],
    ])
  })

  test('days left are counted with today', () => {
    const left = ['2027-01-30', '2027-02-01', '2027-02-02', '2027-02-06', '2027-02-07', '2027-03-01'].map(
      (today) => freeDaysLeft(day('2027-02-01'), 5, day(today)),
    )
    expect(left).toEqual([5, 5, 5, 1, 0, 0])
  })
})

test('days before a change cost what they cost then', () => {
  const past = [
    { until: day('2027-02-12'), percentPerDay: 0.25, percentAfterEnd: 1 },
    { until: day('2027-02-09'), percentPerDay: 0, percentAfterEnd: 1 },
  ]
  expect(over('2027-02-01', '2027-02-17', {}, { past })).toEqual([
    ['2027-02-09', 3, 0.25, 10_000, 75],
    ['2027-02-12', 5, 0.5, 10_000, 250],
  ])
  // What an invoice behind the contract's end bears was not changed: one line, rounded once.
  expect(over('2027-02-01', '2027-02-17', { endDay: day('2027-02-01') }, { past })).toEqual([
    ['2027-02-07', 10, 1, 10_000, 1000],
  ])
})

describe('what is unpaid', () => {
  test('a part that is paid makes the base smaller from its own day on', () => {
    expect(
      over('2027-02-07', '2027-02-17', { payments: [{ day: day('2027-02-12'), amount: eur(6000) }] }),
    ).toEqual([
      ['2027-02-07', 5, 0.5, 10_000, 250],
      ['2027-02-12', 5, 0.5, 4000, 100],
    ])
  })
  test('the day of the payment is not charged, nor one after it; money that went back counts again', () => {
    const payments = [
      { day: day('2027-02-12'), amount: eur(15_000) },
      { day: day('2027-02-20'), amount: eur(-15_000) },
    ]
    expect(over('2027-02-07', '2027-02-22', { payments })).toEqual([
      ['2027-02-07', 5, 0.5, 10_000, 250],
      ['2027-02-20', 2, 0.5, 10_000, 100],
    ])
  })
  test('from the end of the contract on the other percentage', () => {
    expect(over('2027-02-07', '2027-02-11', { endDay: day('2027-02-09') })).toEqual([
      ['2027-02-07', 2, 0.5, 10_000, 100],
      ['2027-02-09', 2, 1, 10_000, 200],
    ])
  })
})

describe('the cap', () => {
  test('cuts the line that reaches it and says so; behind it nothing', () => {
    const lines = penaltyOver(
      invoice,
      { ...rules, capPercent: 3 },
      { from: day('2027-02-07'), until: day('2027-02-28') },
      eur(120),
    )
    expect(lines.map(({ amount, isCapped }) => [amount.amount, isCapped])).toEqual([[180, true]])
    expect(over('2027-02-07', '2027-02-28', {}, { capPercent: 0 })).toEqual([])
  })
})

/** In ten thousandths of a cent, day by day, from the words of the rule alone. */
function walked(late: LateInvoice, said: PenaltyRules, from: Temporal.PlainDate, until: Temporal.PlainDate) {
  let total = 0n
  let days = 0
  for (let today = from; !today.equals(until); today = today.add({ days: 1 })) {
    if (late.dueDay.until(today).days <= said.freeDays) continue
    const paid = late.payments
      .filter((one) => one.day.until(today).days >= 0)
      .reduce((sum, one) => sum + one.amount.amount, 0)
    const unpaid = Math.max(late.base.amount - Math.max(paid, 0), 0)
    const isAfterEnd = late.endDay !== null && late.endDay.until(today).days >= 0
    const held = said.past?.find(({ until: end }) => today.until(end).days > 0) ?? said
    const percent = isAfterEnd ? held.percentAfterEnd : held.percentPerDay
    if (unpaid * percent === 0) continue
    total += BigInt(unpaid) * BigInt(Math.round(percent * 100))
    days += 1
  }
  return { total, days }
}

const START = day('2027-02-20')
const anyDay = (max: number) => fc.integer({ min: 0, max }).map((days) => START.add({ days }))
const anyPercent = fc.integer({ min: 0, max: 500 }).map((hundredths) => hundredths / 100)
const anyCase = fc.record({
  late: fc.record({
    dueDay: anyDay(30),
    base: fc.integer({ min: 0, max: 5_000_000 }).map(eur),
    payments: fc.array(
      fc.record({ day: anyDay(120), amount: fc.integer({ min: -100_000, max: 2_000_000 }).map(eur) }),
      { maxLength: 4 },
    ),
    endDay: fc.option(anyDay(120)),
  }),
  said: fc.record({
    percentPerDay: anyPercent,
    percentAfterEnd: anyPercent,
    freeDays: fc.integer({ min: 0, max: 20 }),
    capPercent: fc.constant(100_000),
    past: fc
      .uniqueArray(
        fc.record({ until: anyDay(120), percentPerDay: anyPercent, percentAfterEnd: anyPercent }),
        {
          maxLength: 3,
          selector: ({ until }) => until.toString(),
        },
      )
      .map((past) => past.sort((a, b) => Temporal.PlainDate.compare(a.until, b.until))),
  }),
  until: anyDay(150),
})

test('is what a walk from day to day says, but for the rounding of its lines', () => {
  fc.assert(
    fc.property(anyCase, ({ late, said, until }) => {
      const lines = penaltyOver(late, said, { from: START, until }, eur(0))
      const { total, days } = walked(late, said, START, until)
      const charged = lines.reduce((sum, { amount }) => sum + BigInt(amount.amount) * 10_000n, 0n)
      const apart = charged > total ? charged - total : total - charged
      // Lines of a fraction of half a cent are none: they are at most as many as there are changes.
      expect(apart <= 5_000n * 9n).toBe(true)
      expect(lines.reduce((sum, line) => sum + line.days, 0)).toBeLessThanOrEqual(days)
    }),
  )
})

test('charged in parts, whenever the parts are cut, it never passes the cap and never charges a day twice', () => {
  fc.assert(
    fc.property(anyCase, fc.integer({ min: 0, max: 300 }), anyDay(150), (one, capPercent, cut) => {
      const said = { ...one.said, capPercent }
      const until = one.until
      if (Temporal.PlainDate.compare(cut, until) > 0) return
      const first = penaltyOver(one.late, said, { from: START, until: cut }, eur(0))
      const charged = first.reduce((sum, { amount }) => sum + amount.amount, 0)
      const second = penaltyOver(one.late, said, { from: cut, until }, eur(charged))
      const lines = [...first, ...second]
      const total = lines.reduce((sum, { amount }) => sum + amount.amount, 0)
      expect(total * 100).toBeLessThanOrEqual(one.late.base.amount * capPercent + 50)
      for (const [index, line] of lines.entries()) {
        const next = lines[index + 1]
        if (next) expect(Temporal.PlainDate.compare(line.until, next.from)).toBeLessThanOrEqual(0)
      }
    }),
  )
})

describe('reminders', () => {
  const schedule = { daysBefore: [3], daysAfter: [1, 7, 14] }
  const due = { dueDay: day('2027-03-10'), issuedOn: day('2027-03-03') }
  test.each([
    ['2027-03-06', null],
    ['2027-03-07', -3],
    ['2027-03-10', -3],
    ['2027-03-11', 1],
    ['2027-03-14', 1],
    ['2027-03-15', null],
    ['2027-03-20', 7],
    ['2027-03-27', 14],
    ['2027-03-28', null],
  ])('on %s the step %s', (today, step) => {
    expect(reminderStep(schedule, due, day(today))).toBe(step)
  })
  test('a step of the day of issue or before is none', () => {
    expect(reminderStep(schedule, { ...due, issuedOn: day('2027-03-07') }, day('2027-03-08'))).toBeNull()
    expect(reminderStep(schedule, { ...due, issuedOn: day('2027-03-15') }, day('2027-03-18'))).toBe(7)
  })
})

describe('payments that become known after their days were charged', () => {
  test('cost what they would have cost had they been known', () => {
    fc.assert(
      fc.property(anyCase, ({ late, said }) => {
        const known: LateInvoice = {
          ...late,
          payments: late.payments.map((one) => ({ ...one, amount: eur(Math.abs(one.amount.amount)) })),
        }
        const uncapped = { ...said, capPercent: 1_000_000 }
        const days = { from: START, until: START.add({ days: 120 }) }
        const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
        const charged = penaltyOver({ ...known, payments: [] }, uncapped, days, eur(0))
        expect(sum(charged.map((line) => chargedAnew(known, line).amount))).toBe(
          sum(penaltyOver(known, uncapped, days, eur(0)).map(({ amount }) => amount.amount)),
        )
      }),
    )
  })
  test('never more than was charged, where the cap has cut it', () => {
    const line = { from: day('2027-02-07'), until: day('2027-02-17'), percent: 0.5, amount: eur(120) }
    expect(chargedAnew(invoice, line)).toEqual(eur(120))
    const payments = [{ day: day('2027-02-09'), amount: eur(10_000) }]
    expect(chargedAnew({ ...invoice, payments }, line)).toEqual(eur(100))
  })
})
