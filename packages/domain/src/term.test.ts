import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extensionRefusal, isExtended, type ExtensionFacts } from './extension.ts'
import { money } from './money.ts'
import { leavingDays, mayGiveNotice, noticeOfferedDays, type NoticeFacts } from './notice.ts'
import { daysIn, periods } from './period.ts'
import type { PriceTerms } from './price.ts'
import { extendingTerms, followingTerm, termEnd, termOn } from './term.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const signed = (changes: Partial<PriceTerms> = {}): PriceTerms => ({
  startDay: day('2027-01-31'),
  durationMonths: 1,
  periodMonths: 1,
  rate: money(10_000, 'EUR'),
  discount: { kind: 'table' },
  vatPercent: 20,
  insurance: null,
  depositMonths: 2,
  ...changes,
})

describe('terms, one behind another', () => {
  it('the anchor day is kept through extensions: 31 Jan → 28 Feb → 31 Mar → 30 Apr', () => {
    const first = signed()
    const second = followingTerm(first)
    const third = followingTerm(second)
    expect([first, second, third].map((term) => termEnd(term)?.toString())).toEqual([
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
  })
  it('as long, as priced, in the same periods; the deposit is not asked again', () => {
    const first = signed({ durationMonths: 7, periodMonths: 3 })
    expect(followingTerm(first)).toEqual({
      ...first,
      startDay: day('2027-08-31'),
      anchorDay: 31,
      depositMonths: 0,
    })
  })
  it('one extension reaches beyond today, however long ago the term ended', () => {
    const days = (today: string) => {
      const added = extendingTerms(signed(), day(today))
      return [added.length, termEnd(added.at(-1) ?? added[0])?.toString()]
    }
    expect(days('2027-02-20')).toEqual([1, '2027-03-31'])
    expect(days('2027-03-30')).toEqual([1, '2027-03-31'])
    expect(days('2027-03-31')).toEqual([2, '2027-04-30'])
    expect(days('2027-12-31')).toEqual([11, '2028-01-31'])
  })
  it('an open-ended one has nothing behind it', () => {
    expect(termEnd(signed({ durationMonths: null }))).toBeNull()
    expect(() => followingTerm(signed({ durationMonths: null }))).toThrow(RangeError)
  })
  it('every day of a chain lies in exactly one period, which begins where the one before ends', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 1, max: 11 }),
        fc.integer({ min: 1, max: 11 }),
        fc.integer({ min: 1, max: 4 }),
        (offset, durationMonths, periodMonths, count) => {
          const first = signed({
            startDay: day('2026-01-01').add({ days: offset }),
            durationMonths,
            periodMonths,
          })
          const terms = [first]
          while (terms.length < count) terms.push(followingTerm(terms.at(-1) ?? first))
          const all = terms.flatMap((term) => [...periods(term)])
          for (const [index, period] of all.entries()) {
            expect(daysIn(period)).toBeGreaterThan(0)
            if (index > 0) expect(period.from.equals(all[index - 1]?.until ?? '')).toBe(true)
            expect(termOn(terms, period.from)?.period).toEqual(period)
            expect(termOn(terms, period.until.subtract({ days: 1 }))?.period).toEqual(period)
          }
          // As if it had been signed for all those months at once.
          expect(all.at(-1)?.until).toEqual(
            termEnd(signed({ ...first, durationMonths: durationMonths * count })),
          )
          expect(termOn(terms, all.at(-1)?.until ?? first.startDay)).toBeNull()
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('extending', () => {
  const running: ExtensionFacts = {
    status: 'active',
    isOpenEnded: false,
    startDay: day('2027-01-31'),
    termStartDay: day('2027-01-31'),
    endDay: day('2027-07-31'),
    extendedOn: null,
    isOverdue: false,
  }
  it.each([
    ['7 days before the end', {}, '2027-07-24', null],
    ['8 days before', {}, '2027-07-23', 'tooEarly'],
    ['on the last day', {}, '2027-07-31', null],
    ['after the end, still inside', { status: 'ended' as const }, '2027-08-20', null],
    ['something is overdue', { isOverdue: true }, '2027-07-30', 'overdue'],
    ['not paid for yet', { status: 'pending' as const }, '2027-07-30', 'notRunning'],
    ['given back', { status: 'closed' as const }, '2027-07-30', 'notRunning'],
    ['without an end', { endDay: null, isOpenEnded: true }, '2027-07-30', 'openEnded'],
    // A notice has given it an end, and there is still no term that another could follow.
    ['without an end, and notice given', { isOpenEnded: true }, '2027-07-30', 'openEnded'],
    ['… and past that end', { status: 'ended' as const, isOpenEnded: true }, '2027-08-20', 'openEnded'],
    [
      'extended a moment ago',
      { termStartDay: day('2027-07-31'), endDay: day('2028-01-31') },
      '2027-07-30',
      'extended',
    ],
    [
      'extended today, with a new term that begins in the past',
      {
        status: 'active' as const,
        termStartDay: day('2027-07-31'),
        endDay: day('2027-08-31'),
        extendedOn: day('2027-08-30'),
      },
      '2027-08-30',
      'extended',
    ],
    [
      'its new term has begun',
      { termStartDay: day('2027-07-31'), endDay: day('2028-01-31') },
      '2027-07-31',
      'tooEarly',
    ],
    [
      'the new term nears its end',
      { termStartDay: day('2027-07-31'), endDay: day('2028-01-31') },
      '2028-01-24',
      null,
    ],
  ])('%s', (_name, changes, today, refusal) => {
    expect(extensionRefusal({ ...running, ...changes }, day(today))).toBe(refusal)
  })
  it('"extended" is said until the new term begins', () => {
    const facts = { startDay: day('2027-01-31'), termStartDay: day('2027-07-31') }
    expect(isExtended(facts, day('2027-07-30'))).toBe(true)
    expect(isExtended(facts, day('2027-07-31'))).toBe(false)
    expect(isExtended({ ...facts, termStartDay: facts.startDay }, day('2027-01-30'))).toBe(false)
  })
})

describe('giving notice', () => {
  const running: NoticeFacts = {
    status: 'active',
    startDay: day('2027-01-31'),
    endDay: day('2027-07-31'),
    noticeDays: 0,
  }
  it.each([
    [0, 7],
    [7, 14],
    [14, 21],
    [21, 28],
  ])('with %i notice days it is offered %i days before the end', (noticeDays, days) => {
    expect(noticeOfferedDays(noticeDays)).toBe(days)
    const end = day('2027-07-31')
    expect(mayGiveNotice({ ...running, noticeDays }, end.subtract({ days }))).toBe(true)
    expect(mayGiveNotice({ ...running, noticeDays }, end.subtract({ days: days + 1 }))).toBe(false)
  })
  it('always where there is no end, never where nothing runs', () => {
    expect(mayGiveNotice({ ...running, endDay: null }, day('2027-02-01'))).toBe(true)
    expect(mayGiveNotice({ ...running, status: 'ended' }, day('2027-09-01'))).toBe(true)
    for (const status of ['pending', 'closed', 'cancelled'] as const)
      expect(mayGiveNotice({ ...running, status }, day('2027-07-30'))).toBe(false)
  })
  it.each([
    ['from today to the end', {}, '2027-07-25', '2027-07-25', '2027-07-31'],
    ['after the notice days', { noticeDays: 3 }, '2027-07-25', '2027-07-28', '2027-07-31'],
    ['the end wins over the notice days', { noticeDays: 14 }, '2027-07-25', '2027-07-31', '2027-07-31'],
    ['past the end any day', { status: 'ended' as const, noticeDays: 14 }, '2027-08-03', '2027-08-03', null],
    ['open-ended', { endDay: null, noticeDays: 21 }, '2027-07-25', '2027-08-15', null],
    ['not before it begins', { endDay: null }, '2027-01-10', '2027-01-31', null],
  ])('%s', (_name, changes, today, from, until) => {
    const days = leavingDays({ ...running, ...changes }, day(today))
    expect([days.from.toString(), days.until?.toString() ?? null]).toEqual([from, until])
  })
})
