import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from './money.ts'
import { leavingDays } from './notice.ts'
import { priceContract, type PriceTerms } from './price.ts'
import { day, eur, insurance, terms } from './price.fixture.ts'
import { quote } from './quote.ts'
import {
  isTermOffered,
  stepPercent,
  tariffFaults,
  tariffPresets,
  tariffRule,
  termChoices,
  type Tariff,
  type TariffRule,
} from './tariff.ts'
import { followingTerm } from './term.ts'

const preset = (alias: string): Tariff => {
  const found = tariffPresets.find((one) => one.alias === alias)
  if (found === undefined) throw new Error(`no preset ${alias}`)
  return { ...found, id: alias }
}
const rule = (changes: Partial<TariffRule> = {}): TariffRule => ({
  kind: 'tariff',
  name: { ru: 'А', en: 'A', de: 'A', pl: 'A' },
  steps: [],
  firstMonth: null,
  ...changes,
})
const of = (alias: string, durationMonths: number | null, isNewCustomer = true): PriceTerms =>
  terms({
    durationMonths,
    discount: tariffRule(preset(alias), { currency: 'EUR', durationMonths, isNewCustomer }),
  })
const nets = (given: PriceTerms, count: number) =>
  Array.from({ length: count }, (_, index) => priceContract(given, index)?.lines[0]?.net.amount)

describe('what a month costs', () => {
  it('Smart: from the sixth month on 30 % less, the first for 1.00 where the tenant is new', () => {
    expect(nets(of('smart', 7), 7)).toEqual([100, 10_000, 10_000, 10_000, 10_000, 7000, 7000])
    expect(nets(of('smart', 7, false), 7)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000, 7000, 7000])
  })
  it('a first month’s price above what the month costs anyway makes nobody pay more', () => {
    const month = (price: number) =>
      nets(
        terms({
          discount: rule({ steps: [{ fromMonth: 1, percent: 5 }], firstMonth: { price, minMonths: 1 } }),
        }),
        1,
      )
    expect([9400, 9600, 99_000].map(month)).toEqual([[9400], [9500], [9500]])
  })
  it('Max: the twelfth month costs 65 % less', () => {
    expect(nets(of('max', 12), 13)).toEqual([100, ...Array<number>(10).fill(10_000), 3500, undefined])
  })
  it('Basic goes on and on', () => {
    expect(nets(of('basic', null), 3)).toEqual([100, 10_000, 10_000])
    expect(priceContract(of('basic', null), 200)?.lines[0]?.net).toEqual(eur(10_000))
  })
  it('Week binds nobody for two months: no price of its own for the first', () => {
    expect(nets(of('week', null), 2)).toEqual([10_000, 10_000])
  })
  it('a rent below the first month’s price stays what it is', () => {
    const cheap = { ...of('basic', null), rate: eur(60) }
    expect(nets(cheap, 1)).toEqual([60])
  })
  it('paid at once, the months of a period are added up, and the line says what that comes to', () => {
    const line = priceContract({ ...of('smart', 6), periodMonths: 6 })?.lines[0]
    expect(line).toMatchObject({
      quantity: 6,
      net: eur(47_100),
      discount: eur(12_900),
      discountPercent: 21.5,
    })
    expect(line?.explanation).toMatchObject({ monthOfTerm: 1, discount: { kind: 'tariff' } })
  })
  it('the line says which month of the term it is', () => {
    expect(priceContract(of('smart', 7), 5)?.lines[0]?.explanation).toMatchObject({ monthOfTerm: 6 })
  })
  it('insurance and deposit bear no discount', () => {
    const given = { ...of('basic', null), insurance, depositMonths: 1 }
    expect(priceContract(given)?.lines.map(({ kind, net }) => [kind, net.amount])).toEqual([
      ['rent', 100],
      ['insurance', 500],
      ['deposit', 10_000],
    ])
  })
  it('an extension begins its months anew, and there is no second first month', () => {
    expect(nets(followingTerm(of('smart', 6)), 6)).toEqual([10_000, 10_000, 10_000, 10_000, 10_000, 7000])
  })
})

it('a later step takes the place of an earlier one, in whatever order they stand', () => {
  const steps = [
    { fromMonth: 6, percent: 30 },
    { fromMonth: 3, percent: 10 },
    { fromMonth: 7, percent: 0 },
  ]
  expect([1, 2, 3, 5, 6, 7, 12].map((month) => stepPercent(steps, month))).toEqual([0, 0, 10, 10, 30, 0, 0])
})

describe('the first month’s price is given', () => {
  const basic = preset('basic')
  const given = (changes: Partial<Tariff>, about: Partial<Parameters<typeof tariffRule>[1]> = {}) =>
    tariffRule(
      { ...basic, ...changes },
      { currency: 'EUR', durationMonths: null, isNewCustomer: true, ...about },
    ).firstMonth
  it('to new customers, in a currency that has one', () => {
    expect(given({})).toEqual({ price: 100, minMonths: 2 })
    expect(given({}, { isNewCustomer: false })).toBeNull()
    expect(given({ firstMonth: { minMonths: 2, prices: { USD: 100 } } })).toBeNull()
  })
  it('to who is bound for long enough: by his term, or by the minimum stay', () => {
    const fixed = { term: { minMonths: 1, maxMonths: 5 }, minStayMonths: 0 }
    expect(given(fixed, { durationMonths: 1 })).toBeNull()
    expect(given(fixed, { durationMonths: 2 })).not.toBeNull()
    expect(given({ minStayMonths: 1 })).toBeNull()
  })
})

describe('terms', () => {
  it('are offered inside the range, open-ended ones by none', () => {
    expect(termChoices(preset('smart'))).toEqual([6, 7, 8, 9, 10, 11])
    expect(termChoices(preset('basic'))).toEqual([])
    expect([5, 6, 11, 12, 6.5, null].map((months) => isTermOffered(preset('smart'), months))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ])
    expect([1, null].map((months) => isTermOffered(preset('basic'), months))).toEqual([false, true])
  })
  it('the five of the specification fit together', () => {
    expect(tariffPresets.map((one) => tariffFaults(one))).toEqual([[], [], [], [], []])
  })
  it.each<[string, Partial<Tariff>, string]>([
    ['a range the wrong way round', { term: { minMonths: 6, maxMonths: 5 }, minStayMonths: 0 }, 'maxMonths'],
    ['a stay beyond the shortest term', { minStayMonths: 7 }, 'minStayMonths'],
    ['a month twice', { steps: [1, 1].map((fromMonth) => ({ fromMonth, percent: 1 })) }, 'steps'],
    ['a month behind the longest term', { steps: [{ fromMonth: 12, percent: 5 }] }, 'steps'],
    ['the whole of a term without an end', { term: null, earlyLeave: 'wholeTerm' }, 'earlyLeave'],
    ['a stay of no months', { minStayMonths: 0, earlyLeave: 'minimumStay' }, 'earlyLeave'],
    [
      'a condition that nobody can fulfil',
      { firstMonth: { minMonths: 12, prices: { EUR: 100 } } },
      'firstMonthMinMonths',
    ],
  ])('%s does not fit', (_name, changes, fault) => {
    expect(tariffFaults({ ...preset('smart'), ...changes })).toContain(fault)
  })
})

describe('leaving', () => {
  const facts = { status: 'active', startDay: day('2027-01-31'), endDay: null, noticeDays: 14 } as const
  it('not before the minimum stay is over, nor before the notice days have passed', () => {
    const from = (today: string) => leavingDays({ ...facts, minStayMonths: 2 }, day(today)).from.toString()
    expect(from('2027-02-01')).toBe('2027-03-31')
    expect(from('2027-03-16')).toBe('2027-03-31')
    expect(from('2027-03-18')).toBe('2027-04-01')
  })
  it('the end of the term wins: nobody is held longer than he signed for', () => {
    const endDay = day('2027-02-28')
    expect(leavingDays({ ...facts, endDay, minStayMonths: 2 }, day('2027-02-25'))).toEqual({
      from: endDay,
      until: endDay,
    })
  })
})

describe('on random tariffs', () => {
  const drawn = fc.record({
    currency: fc.constantFrom('EUR', 'USD', 'RUB', 'PLN'),
    start: fc.integer({ min: 0, max: 1500 }),
    duration: fc.integer({ min: 1, max: 14 }),
    rate: fc.integer({ min: 0, max: 5_000_000 }),
    vat: fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100),
    steps: fc.uniqueArray(
      fc.record({
        fromMonth: fc.integer({ min: 1, max: 14 }),
        percent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
      }),
      { maxLength: 4, selector: ({ fromMonth }) => fromMonth },
    ),
    firstMonth: fc.option(
      fc.record({ price: fc.integer({ min: 0, max: 6_000_000 }), minMonths: fc.integer({ min: 1, max: 3 }) }),
      { nil: null },
    ),
  })
  const termsOf = (given: typeof drawn extends fc.Arbitrary<infer T> ? T : never): PriceTerms => ({
    startDay: day('2026-01-01').add({ days: given.start }),
    durationMonths: given.duration,
    periodMonths: 1,
    rate: money(given.rate, given.currency),
    discount: rule({ steps: given.steps, firstMonth: given.firstMonth }),
    vatPercent: given.vat,
    insurance: null,
    depositMonths: 0,
  })

  it('what is quoted is what is billed (I11), lines add up (I5), no month costs more than its rent', () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const monthly = termsOf(given)
        const promised = quote(monthly)
        // As it is kept: written down and read back.
        const kept = { ...(JSON.parse(JSON.stringify(monthly)) as PriceTerms), startDay: monthly.startDay }
        let net = 0
        for (let index = 0; index < given.duration; index += 1) {
          const priced = priceContract(kept, index)
          const line = priced?.lines[0]
          if (priced === null || line === undefined) throw new Error('a period is missing')
          expect(line.net.amount + line.vat.amount).toBe(line.gross.amount)
          expect(line.net.amount + line.discount.amount).toBe(given.rate)
          expect(line.net.amount).toBeGreaterThanOrEqual(0)
          expect(line.discount.amount).toBeGreaterThanOrEqual(0)
          const said = index === 0 ? promised.first.totals.gross : promised.next[index - 1]?.amount
          expect(said).toEqual(priced.totals.gross)
          net += line.net.amount
        }
        // The months of a period paid at once cost what they cost one by one.
        const atOnce = priceContract({ ...monthly, periodMonths: given.duration })
        expect(atOnce?.totals.net.amount).toBe(net)
      }),
      { numRuns: 1000 },
    )
  })

  it('a period left early costs no more than its listed days, and nothing on its first day', () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: 0, max: 420 }), (given, days) => {
        const atOnce = { ...termsOf(given), periodMonths: given.duration }
        const cut = priceContract(atOnce, 0, atOnce.startDay.add({ days }))?.lines[0]
        if (cut === undefined) throw new Error('no line')
        expect(cut.net.amount).toBeGreaterThanOrEqual(0)
        expect(cut.discount.amount).toBeGreaterThanOrEqual(0)
        expect(cut.net.amount + cut.vat.amount).toBe(cut.gross.amount)
        if (days === 0) expect(cut.gross.amount).toBe(0)
      }),
      { numRuns: 1000 },
    )
  })
})
