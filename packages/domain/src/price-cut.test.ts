import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceContract, priceRest, type PriceTerms } from './price.ts'
import { day, eur, insurance, terms } from './price.fixture.ts'

describe('a period that is left before its end (decision 17)', () => {
  const cut = (given: PriceTerms, leftOn: string, index = 0) => {
    const priced = priceContract(given, index, day(leftOn))
    return (
      priced && {
        ...priced.lines[0]?.explanation,
        ...priced.totals,
        percent: priced.lines[0]?.discountPercent,
      }
    )
  }
  it('costs its share of the days, each line rounded once', () => {
    // 10 of the 28 days from 31 January to 28 February.
    const priced = priceContract(terms({ insurance }), 0, day('2027-02-10'))
    expect(priced?.period.until).toEqual(day('2027-02-10'))
    expect(
      priced?.lines.map(({ kind, net, vat, gross }) => [kind, net.amount, vat.amount, gross.amount]),
    ).toEqual([
      ['rent', 3571, 714, 4285], // 3571.43, 714.2
      ['insurance', 179, 34, 213], // 178.57, 34.01
    ])
    expect(priced?.lines[0]?.explanation).toMatchObject({ days: 28, usedDays: 10 })
  })
  it('the discount is that of the months begun', () => {
    const atOnce = terms({ startDay: day('2027-01-01'), durationMonths: 11, periodMonths: 11 })
    expect(cut(atOnce, '2027-01-15')?.percent).toBe(0)
    expect(cut(atOnce, '2027-03-01')?.percent).toBe(0)
    expect(cut(atOnce, '2027-03-02')?.percent).toBe(5)
    expect(cut(atOnce, '2027-06-02')?.percent).toBe(10)
    expect(cut(atOnce, '2027-11-30')?.percent).toBe(15)
    // 59 of 334 days of 1100.00, no discount.
    expect(cut(atOnce, '2027-03-01')?.net).toEqual(eur(19_431))
  })
  it('the deposit is asked whole, and a day outside the period cuts nothing', () => {
    const held = terms({ depositMonths: 2 })
    expect(priceContract(held, 0, day('2027-02-10'))?.lines.at(-1)?.gross).toEqual(eur(20_000))
    for (const leftOn of ['2027-01-30', '2027-02-28', '2028-01-01'])
      expect(priceContract(held, 0, day(leftOn))).toEqual(priceContract(held, 0))
  })
  it('left on its first day it costs nothing', () => {
    expect(cut(terms({ insurance }), '2027-01-31')?.gross).toEqual(eur(0))
  })
  it('net + VAT = gross, nothing is negative, and one more day never costs less at the same discount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.integer({ min: 0, max: 500_000 }),
        fc.integer({ min: 0, max: 340 }),
        (months, rate, days) => {
          const given = terms({ durationMonths: months, periodMonths: months, rate: eur(rate), insurance })
          const [less, more] = [days, days + 1].map((count) =>
            priceContract(given, 0, given.startDay.add({ days: count })),
          )
          if (!less || !more) throw new Error('no period')
          for (const { net, vat, gross } of [...less.lines, ...more.lines]) {
            expect(net.amount + vat.amount).toBe(gross.amount)
            expect(net.amount).toBeGreaterThanOrEqual(0)
          }
          const isCut = more.lines[0]?.explanation.usedDays !== undefined && days > 0
          if (isCut && less.lines[0]?.discountPercent === more.lines[0]?.discountPercent)
            expect(more.totals.gross.amount).toBeGreaterThanOrEqual(less.totals.gross.amount)
        },
      ),
      { numRuns: 300 },
    )
  })
  it('part and rest are the whole to the cent, unless the whole has become cheaper than the part', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 11 }),
        fc.integer({ min: 0, max: 300_000 }),
        fc.integer({ min: 1, max: 340 }),
        fc.integer({ min: 0, max: 20 }),
        (months, rate, days, percentPerMonth) => {
          const given = terms({
            durationMonths: months,
            periodMonths: months,
            rate: eur(rate),
            insurance,
            discount: percentPerMonth === 0 ? { kind: 'table' } : { kind: 'stock', percentPerMonth },
          })
          const from = given.startDay.add({ days })
          const [whole, part, rest] = [
            priceContract(given),
            priceContract(given, 0, from),
            priceRest(given, 0, from),
          ]
          if (!whole || !part || !rest) throw new Error('no period')
          for (const line of rest.lines) expect(line.gross.amount).toBeGreaterThan(0)
          const gross = (of: typeof whole, kind: string) =>
            of.lines.find((line) => line.kind === kind)?.gross.amount ?? 0
          for (const kind of ['rent', 'insurance'])
            expect(gross(rest, kind)).toBe(Math.max(0, gross(whole, kind) - gross(part, kind)))
        },
      ),
      { numRuns: 300 },
    )
  })
})
