import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { money } from './money.ts'
import { contains, periodOn, type DayRange } from './period.ts'
import { priceContract, type PriceTerms } from './price.ts'
import { day, eur, insurance, terms } from './price.fixture.ts'
import {
  comingRate,
  firstRiseDay,
  highestRate,
  previewRise,
  promisedUntil,
  rateAt,
  riseRefusal,
  riseWaitsFor,
  withRate,
  type RisePlan,
} from './rise.ts'
import { followingTerm, termEnd, termOn } from './term.ts'
import { movedTerms } from './transfer.ts'

const rules = { noticeDays: 60, capPercent: 15 }
const open = (changes: Partial<PriceTerms> = {}): PriceTerms => terms({ durationMonths: null, ...changes })
const plan = (
  first: PriceTerms,
  more: Partial<Omit<RisePlan, 'terms'>> & { behind?: readonly PriceTerms[] } = {},
): RisePlan => ({
  terms: [first, ...(more.behind ?? [])],
  leavesOn: more.leavesOn ?? null,
  billedUntil: more.billedUntil ?? first.startDay,
})
const served = { noticeId: 'n', servedOn: day('2027-01-01') }

describe('the first day of a new rent', () => {
  test('of an open-ended contract: the first period behind the notice days', () => {
    expect(String(firstRiseDay(plan(open()), rules, day('2027-03-10')))).toBe('2027-05-31')
    // 60 days from the 1st of April are the last of May itself.
    expect(String(firstRiseDay(plan(open()), rules, day('2027-04-01')))).toBe('2027-05-31')
    expect(String(firstRiseDay(plan(open()), rules, day('2027-04-02')))).toBe('2027-06-30')
  })
  test('never a period that is invoiced', () => {
    const billed = plan(open({ periodMonths: 6 }), { billedUntil: day('2028-01-31') })
    expect(String(firstRiseDay(billed, rules, day('2027-07-25')))).toBe('2028-01-31')
  })
  test('of a fixed term: the promise ends with it, not with the notice days', () => {
    expect(String(promisedUntil(plan(terms())))).toBe('2027-07-31')
    expect(String(firstRiseDay(plan(terms()), rules, day('2027-02-01')))).toBe('2027-07-31')
    // Too late for the next term: that one is promised as a whole, the rise waits for the one behind it.
    expect(String(firstRiseDay(plan(terms()), rules, day('2027-06-15')))).toBe('2028-01-31')
  })
  test('an extension that is agreed on keeps its price', () => {
    const extended = plan(terms(), { behind: [followingTerm(terms())] })
    expect(String(firstRiseDay(extended, rules, day('2027-02-01')))).toBe('2028-01-31')
  })
  test('who is bound for a minimum stay keeps his price for it', () => {
    const tariff = {
      id: 'b',
      alias: 'basic',
      name: { ru: '', en: '', de: '', pl: '' },
      minStayMonths: 9,
      noticeDays: 10,
      earlyLeave: 'minimumStay' as const,
    }
    expect(String(promisedUntil(plan(open({ tariff }))))).toBe('2027-10-31')
    expect(String(firstRiseDay(plan(open({ tariff })), rules, day('2027-03-10')))).toBe('2027-10-31')
    expect(String(firstRiseDay(plan(open({ tariff })), rules, day('2027-10-10')))).toBe('2027-12-31')
  })
  test('is said with what it waits for', () => {
    expect(riseWaitsFor(plan(open()), rules, day('2027-03-10'))).toBe('notice')
    const billed = plan(open({ periodMonths: 6 }), { billedUntil: day('2028-01-31') })
    expect(riseWaitsFor(billed, rules, day('2027-07-25'))).toBe('invoiced')
    expect(riseWaitsFor(plan(terms()), rules, day('2027-02-01'))).toBe('promise')
    // The notice days end on the last day of the promise; a day later they do not.
    expect(riseWaitsFor(plan(terms()), rules, day('2027-06-01'))).toBe('promise')
    expect(riseWaitsFor(plan(terms()), rules, day('2027-06-02'))).toBe('nextTerm')
  })
  test('none for who leaves before it', () => {
    expect(firstRiseDay(plan(open(), { leavesOn: day('2027-05-31') }), rules, day('2027-03-10'))).toBeNull()
    expect(
      String(firstRiseDay(plan(open(), { leavesOn: day('2027-06-01') }), rules, day('2027-03-10'))),
    ).toBe('2027-05-31')
    expect(firstRiseDay(plan(terms(), { leavesOn: day('2027-07-20') }), rules, day('2027-03-10'))).toBeNull()
  })
})

describe('how much', () => {
  const today = day('2027-03-10')
  const from = day('2027-05-31')
  test('at most the cap within 12 months, rounded down, over rises together', () => {
    const odd = open({ rate: eur(10_003) })
    expect(highestRate(plan(odd), rules, from)).toEqual(eur(11_503)) // 11503.45
    const risen = withRate(odd, { from, rate: eur(11_000), ...served })
    expect(highestRate(plan(risen), rules, day('2027-10-31'))).toEqual(eur(11_503))
    expect(highestRate(plan(risen), rules, day('2028-05-30'))).toEqual(eur(11_503))
    expect(highestRate(plan(risen), rules, day('2028-05-31'))).toEqual(eur(12_650))
  })
  test('another box is no rise: the cap counts from what it cost first', () => {
    const { terms: signed } = plan(withRate(open(), { from, rate: eur(11_000), ...served }))
    const [first = signed[0], ...behind] = movedTerms(signed, day('2027-07-10'), eur(8000))
    const moved: Pick<RisePlan, 'terms'> = { terms: [first, ...behind] }
    expect(rateAt(moved, day('2027-07-09'))).toEqual(eur(11_000))
    expect(rateAt(moved, day('2027-07-10'))).toEqual(eur(8000))
    expect(highestRate(moved, rules, day('2027-10-31'))).toEqual(eur(9200))
    const rise = { from: day('2027-10-31'), rate: eur(9200), ...served }
    const { before, after } = previewRise(moved, rise)
    expect([before.totals.net, after.totals.net]).toEqual([eur(8000), eur(9200)])
  })
  test('what is refused, and why', () => {
    const given = plan(open())
    const ask = (rate: number, on = from) => riseRefusal(given, rules, { from: on, rate: eur(rate) }, today)
    expect(ask(11_500)).toBeNull()
    expect(ask(11_501)).toBe('aboveCap')
    expect(ask(10_000)).toBe('notHigher')
    expect(ask(9000)).toBe('notHigher')
    expect(ask(11_000, day('2027-04-30'))).toBe('otherDay')
    expect(ask(11_000, day('2027-06-15'))).toBe('otherDay')
    // Later than it has to be is kind.
    expect(ask(11_000, day('2027-06-30'))).toBeNull()
    const told = plan(withRate(open(), { from, rate: eur(11_000), ...served }))
    const again = { from: day('2027-06-30'), rate: eur(11_100) }
    expect(riseRefusal(told, rules, again, today)).toBe('coming')
    expect(riseRefusal(told, rules, { ...again, from: day('2027-07-31') }, from)).toBeNull()
    expect(riseRefusal(plan(open(), { leavesOn: from }), rules, { from, rate: eur(11_000) }, today)).toBe(
      'leaving',
    )
    expect(riseRefusal(given, { ...rules, capPercent: 0 }, { from, rate: eur(10_001) }, today)).toBe(
      'aboveCap',
    )
  })
})

test('a line says since when its rate holds, and by which notice; before that nothing of it', () => {
  const risen = withRate(open({ insurance }), { from: day('2027-03-31'), rate: eur(11_000), ...served })
  const rent = (index: number) => priceContract(risen, index)?.lines[0]?.explanation
  expect(rent(1)).not.toHaveProperty('noticeId')
  expect(rent(1)?.rate).toEqual(eur(10_000))
  expect(rent(2)).toMatchObject({ rate: eur(11_000), noticeId: 'n' })
  expect(String(rent(2)?.rateSince)).toBe('2027-03-31')
  expect(priceContract(risen, 2)?.lines[1]?.net).toEqual(eur(500))
})

test('rates of another currency are no rates of the contract', () => {
  const wrong = withRate(open(), { from: day('2027-03-31'), rate: money(11_000, 'USD'), ...served })
  expect(() => priceContract(wrong, 0)).toThrow(/one currency/)
})

describe('over random contracts', () => {
  const term = fc.record({
    startDay: fc.integer({ min: 0, max: 1500 }).map((days) => day('2026-01-01').add({ days })),
    durationMonths: fc.option(fc.integer({ min: 1, max: 24 })),
    periodMonths: fc.integer({ min: 1, max: 12 }),
    rate: fc.integer({ min: 1000, max: 2_000_000 }).map(eur),
    discount: fc.oneof(
      fc.constant({ kind: 'table' as const }),
      fc.record({ kind: fc.constant('stock' as const), percentPerMonth: fc.integer({ min: 1, max: 12 }) }),
      fc.record({
        kind: fc.constant('tariff' as const),
        name: fc.constant({ ru: '', en: '', de: '', pl: '' }),
        steps: fc.constant([{ fromMonth: 4, percent: 12.5 }]),
        firstMonth: fc.option(fc.constant({ price: 900, minMonths: 3 })),
      }),
    ),
    vatPercent: fc.constantFrom(0, 7, 19, 20, 23),
    insurance: fc.option(fc.constant(insurance)),
    depositMonths: fc.integer({ min: 0, max: 2 }),
  })
  const world = fc.record({
    term,
    extensions: fc.integer({ min: 0, max: 2 }),
    afterDays: fc.integer({ min: 0, max: 700 }),
    noticeDays: fc.integer({ min: 0, max: 120 }),
    percent: fc.integer({ min: 1, max: 15 }),
  })

  test('what the notice says is what is invoiced, to the cent, and nothing before it changes', () => {
    fc.assert(
      fc.property(world, ({ term: first, extensions, afterDays, noticeDays, percent }) => {
        const terms_: [PriceTerms, ...PriceTerms[]] = [first]
        for (let i = 0; i < (first.durationMonths === null ? 0 : extensions); i += 1)
          terms_.push(followingTerm(terms_.at(-1) ?? first))
        const end = termEnd(terms_.at(-1) ?? first)
        const latest = first.startDay.add({ days: afterDays })
        const today =
          end !== null && Temporal.PlainDate.compare(latest, end) >= 0 ? end.subtract({ days: 1 }) : latest
        // Invoices are issued a week ahead.
        const ahead = termOn(terms_, today.add({ days: 7 }))?.period.until ?? end ?? today
        const given: RisePlan = { terms: terms_, leavesOn: null, billedUntil: ahead }
        const from = firstRiseDay(given, { noticeDays }, today)
        if (from === null) throw new Error('nobody leaves here')

        expect(Temporal.PlainDate.compare(from, today.add({ days: noticeDays }))).toBeGreaterThanOrEqual(0)
        expect(Temporal.PlainDate.compare(from, ahead)).toBeGreaterThanOrEqual(0)
        if (end !== null) expect(Temporal.PlainDate.compare(from, end)).toBeGreaterThanOrEqual(0)
        // It begins a period: no period of its contract has begun before it and goes on behind it.
        const isSplit = (period: DayRange | null) =>
          period !== null && contains(period, from) && !period.from.equals(from)
        expect(terms_.some((one) => isSplit(periodOn(one, from)))).toBe(false)

        const rate = eur(first.rate.amount + Math.floor((first.rate.amount * percent) / 100))
        const rise = { from, rate, ...served }
        expect(riseRefusal(given, { noticeDays, capPercent: 15 }, rise, today)).toBeNull()
        const { before, after } = previewRise(given, rise)
        expect(after.period.from.equals(from)).toBe(true)

        // Billed from the first day on, extended whenever a term ends, as the plan of the contract is.
        const risen = terms_.map((one) => withRate(one, rise))
        const old = [...terms_]
        let next = first.startDay
        for (let count = 0; count < 400; count += 1) {
          for (const list of [risen, old])
            if (termOn(list, next) === null) list.push(followingTerm(list.at(-1) ?? first))
          const [bears, bore] = [termOn(risen, next), termOn(old, next)]
          if (bears === null || bore === null) throw new Error('an extended contract has no gap')
          const billed = priceContract(bears.term, bears.period.index)
          const unrisen = priceContract(bore.term, bore.period.index)
          if (billed === null || unrisen === null) throw new Error('a period has a price')
          if (Temporal.PlainDate.compare(next, from) < 0) expect(billed).toEqual(unrisen)
          if (next.equals(from)) {
            expect(billed).toEqual(after)
            expect(unrisen).toEqual(before)
            break
          }
          next = billed.period.until
        }
        expect(next.equals(from)).toBe(true)
        expect(rateAt({ terms: [risen[0] ?? first, ...risen.slice(1)] }, from)).toEqual(rate)
        expect(comingRate({ terms: [risen[0] ?? first] }, today)?.rate).toEqual(rate)
      }),
      { numRuns: 250 },
    )
  })
})
