import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deferredPart, deferredRent, postDeferral } from './deferral.ts'
import { balance } from './ledger.ts'
import { money } from './money.ts'

const eur = (amount: number) => money(amount, 'EUR')
const day = (text: string) => Temporal.PlainDate.from(text)
const rent = (from: string, until: string, net: number) => ({
  days: { from: day(from), until: day(until) },
  net: eur(net),
})

describe('rent for days to come', () => {
  it('is all of it before the first day, nothing behind the last one, and shared by the day between', () => {
    const january = rent('2027-01-01', '2027-02-01', 3100)
    expect(deferredRent(january, day('2026-12-31'))).toEqual(eur(3100))
    expect(deferredRent(january, day('2027-01-01'))).toEqual(eur(3000))
    expect(deferredRent(january, day('2027-01-30'))).toEqual(eur(100))
    expect(deferredRent(january, day('2027-01-31'))).toEqual(eur(0))
    expect(deferredRent(january, day('2027-05-31'))).toEqual(eur(0))
    // A year that was paid at once, at the end of its second month.
    expect(deferredRent(rent('2026-11-21', '2027-10-21', 46_750), day('2026-12-31'))).toEqual(
      eur(46_750 - Math.round((46_750 * 41) / 334)),
    )
    expect(deferredRent(rent('2027-01-01', '2027-01-01', 500), day('2026-12-31'))).toEqual(eur(0))
  })

  it('sums exactly: what each month releases adds up to the rent, and nothing is released twice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 800 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 60 }),
        (net, start, length, lead) => {
          const from = day('2026-01-01').add({ days: start })
          const one = { days: { from, until: from.add({ days: length }) }, net: eur(net) }
          const issued = from.subtract({ days: lead })
          let stands = 0
          let earned = net
          let end = issued.with({ day: 1 }).add({ months: 1 }).subtract({ days: 1 })
          for (let month = 0; month < 20; month += 1) {
            const toBe = deferredRent(one, end)
            expect(toBe.amount).toBeGreaterThanOrEqual(0)
            expect(toBe.amount).toBeLessThanOrEqual(net)
            const moved = postDeferral(eur(stands), toBe)
            if (moved !== undefined) expect(balance(moved.entries, 'EUR').amount).toBe(0)
            for (const { account, amount } of moved?.entries ?? []) {
              if (account === 'deferredRent') stands -= amount.amount
              else earned -= amount.amount
            }
            expect(stands).toBe(toBe.amount)
            expect(earned + stands).toBe(net)
            expect(postDeferral(eur(stands), deferredRent(one, end))).toBeUndefined()
            end = end.add({ days: 1 }).add({ months: 1 }).subtract({ days: 1 })
          }
          expect([stands, earned]).toEqual([0, net])
        },
      ),
    )
  })

  it('never grows from one day to the next', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 366 }), (net, length) => {
        const from = day('2027-03-01')
        const one = { days: { from, until: from.add({ days: length }) }, net: eur(net) }
        let before = net
        for (let passed = 0; passed <= length; passed += 1) {
          const now = deferredRent(one, from.add({ days: passed - 1 })).amount
          expect(now).toBeLessThanOrEqual(before)
          before = now
        }
        expect(before).toBe(0)
      }),
    )
  })

  it('a credit takes the deferred part first, and never more of it than there is', () => {
    expect(deferredPart(eur(100), eur(70))).toEqual(eur(70))
    expect(deferredPart(eur(50), eur(70))).toEqual(eur(50))
    expect(deferredPart(eur(50), eur(0))).toEqual(eur(0))
  })
})
