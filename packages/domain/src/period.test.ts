import { describe, expect, it, test } from 'vitest'
import {
  addBusinessDays,
  addMonthsAnchored,
  contains,
  contractEnd,
  daysIn,
  monthParts,
  nextPeriod,
  periodAt,
  periodOn,
  periods,
  type PeriodPlan,
} from './period.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const plan = (
  startDay: string,
  durationMonths: number | null,
  periodMonths: number,
  anchorDay?: number,
): PeriodPlan => ({
  startDay: day(startDay),
  durationMonths,
  periodMonths,
  ...(anchorDay === undefined ? {} : { anchorDay }),
})

describe('the anchor day is kept', () => {
  it.each([
    ['2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
    ['2028-01-31', ['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']],
    ['2027-01-29', ['2027-02-28', '2027-03-29', '2027-04-29', '2027-05-29']],
    ['2027-11-30', ['2027-12-30', '2028-01-30', '2028-02-29', '2028-03-30']],
    ['2028-02-29', ['2028-03-29', '2028-04-29', '2028-05-29', '2028-06-29']],
  ])('from %s', (start, days) => {
    expect(days.map((_, index) => addMonthsAnchored(day(start), index + 1).toString())).toEqual(days)
  })
  it('over an extension that begins in a short month', () => {
    expect(addMonthsAnchored(day('2027-02-28'), 1, 31).toString()).toBe('2027-03-31')
    expect(addMonthsAnchored(day('2027-02-28'), 12, 31).toString()).toBe('2028-02-29')
  })
  it.each([
    ['2027-02-27', 31],
    ['2027-03-15', 14],
    ['2027-03-30', 31],
    ['2027-03-15', 15.5],
  ])('an anchor that %s cannot have (%d) is refused', (start, anchor) => {
    expect(() => addMonthsAnchored(day(start), 1, anchor)).toThrow(RangeError)
  })
})

/** A calendar of its own, so that the rule is not checked against the library it is made with. */
const lengthOf = (year: number, month: number) => {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}
const written = (year: number, month: number, dayOfMonth: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`

/** Walks day by day; a period begins where the anchor day is, or on the last day of a month without it. */
function* walkedEnds(year: number, month: number, start: number): Generator<{ end: string; days: number }> {
  let at = start
  for (let walked = 1; ; walked += 1) {
    at += 1
    if (at > lengthOf(year, month)) {
      at = 1
      month += 1
      if (month > 12) {
        month = 1
        year += 1
      }
    }
    if (at === Math.min(start, lengthOf(year, month))) yield { end: written(year, month, at), days: walked }
  }
}

describe('against a day-by-day walk', () => {
  // leap, common, and the years in which a century is not leap, or is
  it.each([2027, 2028, 2099, 2100, 2000])('every start of %d, terms of 1–11 months', (year) => {
    let cells = 0
    for (let month = 1; month <= 12; month += 1) {
      for (let start = 1; start <= lengthOf(year, month); start += 1) {
        const startDay = Temporal.PlainDate.from({ year, month, day: start })
        const walk = walkedEnds(year, month, start)
        let reached = 0
        for (let months = 1; months <= 11; months += 1) {
          const { end, days } = walk.next().value ?? { end: 'none', days: 0 }
          const last = periodAt({ startDay, durationMonths: months, periodMonths: 1 }, months - 1)
          if (
            last === null ||
            contractEnd(startDay, months).toString() !== end ||
            last.until.toString() !== end ||
            daysIn(last) !== days - reached
          ) {
            throw new Error(`${startDay.toString()} + ${months}: walked to ${end}`)
          }
          reached = days
          cells += 1
        }
      }
    }
    expect(cells).toBe((lengthOf(year, 2) + 337) * 11)
  })
})

describe('periods of a plan', () => {
  const shown = (given: PeriodPlan) =>
    [...periods(given)].map(({ from, until, months }) => `${from.toString()}/${until.toString()} ${months}`)

  it('monthly', () => {
    expect(shown(plan('2027-01-31', 3, 1))).toEqual([
      '2027-01-31/2027-02-28 1',
      '2027-02-28/2027-03-31 1',
      '2027-03-31/2027-04-30 1',
    ])
  })
  it('the whole duration at once', () => {
    expect(shown(plan('2027-08-31', 6, 6))).toEqual(['2027-08-31/2028-02-29 6'])
  })
  it('a rest shorter than the others', () => {
    expect(shown(plan('2027-01-01', 7, 3))).toEqual([
      '2027-01-01/2027-04-01 3',
      '2027-04-01/2027-07-01 3',
      '2027-07-01/2027-08-01 1',
    ])
  })
  it('without an end', () => {
    const open = plan('2027-01-31', null, 1)
    expect(periodAt(open, 25)?.from.toString()).toBe('2029-02-28')
    const first = periodAt(open, 0)
    expect(first && nextPeriod(open, first)?.from.toString()).toBe('2027-02-28')
  })
  it('the last has no next, and none is behind the end', () => {
    const given = plan('2027-01-31', 2, 1)
    const last = periodAt(given, 1)
    expect(last && nextPeriod(given, last)).toBeNull()
    expect(periodAt(given, 2)).toBeNull()
  })
  it.each([-1, 0.5, Number.NaN])('index %d is refused', (index) => {
    expect(() => periodAt(plan('2027-01-31', 2, 1), index)).toThrow(RangeError)
  })
  it.each([
    [0, 1],
    [1, 0],
    [-1, 1],
    [1.5, 1],
    [2, 1.5],
  ])('%d months by %d are refused', (duration, period) => {
    expect(() => periodAt(plan('2027-01-31', duration, period), 0)).toThrow(RangeError)
  })

  it.each([
    plan('2027-01-31', 11, 1),
    plan('2027-12-30', 7, 3),
    plan('2028-02-29', 6, 6),
    plan('2027-02-28', 5, 1, 31),
    plan('2027-02-28', 9, 2, 30),
    plan('2027-07-01', 4, 1),
  ])('cover each day of the term once, and periodOn finds it: %j', (given) => {
    const end = contractEnd(given.startDay, given.durationMonths ?? 0, given.anchorDay)
    expect(periodOn(given, given.startDay.subtract({ days: 1 }))).toBeNull()
    expect(periodOn(given, end)).toBeNull()
    expect(periodOn(given, end.add({ years: 1 }))).toBeNull()
    const all = [...periods(given)]
    for (let at = given.startDay; !at.equals(end); at = at.add({ days: 1 })) {
      const holding = all.filter((period) => contains(period, at))
      expect(holding.map((period) => period.index)).toEqual([periodOn(given, at)?.index])
    }
    expect(all.reduce((days, period) => days + daysIn(period), 0)).toBe(
      given.startDay.until(end, { largestUnit: 'days' }).days,
    )
  })
})

describe('business days', () => {
  it.each([
    ['2027-03-01', 1, '2027-03-02'], // Monday
    ['2027-03-05', 1, '2027-03-08'], // Friday → Monday
    ['2027-03-06', 1, '2027-03-08'], // Saturday
    ['2027-03-01', 14, '2027-03-19'],
    ['2027-03-01', 0, '2027-03-01'],
  ])('%s + %d = %s', (from, count, to) => {
    expect(addBusinessDays(day(from), count).toString()).toBe(to)
  })
})

test('a document holds days of one month', () => {
  const parts = [...monthParts({ from: day('2026-12-30'), until: day('2027-02-03') })]
  expect(parts.map(({ from, until }) => `${from.toString()} ${until.toString()}`)).toEqual([
    '2026-12-30 2027-01-01',
    '2027-01-01 2027-02-01',
    '2027-02-01 2027-02-03',
  ])
  expect([...monthParts({ from: day('2027-02-03'), until: day('2027-02-03') })]).toEqual([])
})
