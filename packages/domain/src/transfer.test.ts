import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planClosing } from './closing.ts'
import type { BilledDocument, Credit } from './credit.ts'
import { sum } from './money.ts'
import { contractEnd, daysIn, periods } from './period.ts'
import { priceContract, type PricedPeriod, type PriceTerms } from './price.ts'
import { billedAs, day, eur, prepaid as terms } from './price.fixture.ts'
import { followingTerm, nextBilled, termOn } from './term.ts'
import { isSameTransfer, planTransfer, transferDay, type Transfer, type TransferFacts } from './transfer.ts'

/** The invoices of a term's first periods, as they were issued. */
const billed = (term: PriceTerms, count: number): BilledDocument[] =>
  [...periods({ ...term, durationMonths: term.durationMonths ?? 24 })]
    .slice(0, count)
    .map(({ index }) => billedAs(`0-${index}`, priceContract(term, index) as PricedPeriod))

const facts = (term: PriceTerms, from: string, rate: number, count = 99): TransferFacts => {
  const documents = billed(term, count)
  return {
    terms: [term],
    documents,
    billedUntil: documents.at(-1)?.until ?? term.startDay,
    endDay: term.durationMonths === null ? null : contractEnd(term.startDay, term.durationMonths),
    from: day(from),
    today: day(from),
    rate: eur(rate),
  }
}

/** What billing keeps after a transfer: documents less their credits and days, and those that are new. */
function after(before: TransferFacts, transfer: Transfer, name: string): TransferFacts {
  const kept = before.documents.map((document) => {
    const credit = transfer.credits.find(({ documentId }) => documentId === document.id)
    const moved = transfer.moved.find(({ documentId }) => documentId === document.id)
    return {
      ...document,
      until: moved?.on ?? document.until,
      lines: document.lines.map((line) => {
        const back = credit?.lines.find(({ kind }) => kind === line.kind)
        return back === undefined
          ? line
          : {
              ...line,
              net: eur(line.net.amount - back.net.amount),
              vat: eur(line.vat.amount - back.vat.amount),
            }
      }),
    }
  })
  const added = transfer.charges.map((charge, index) => billedAs(`${name}-${index}`, charge))
  return {
    ...before,
    terms: transfer.terms,
    documents: [...kept, ...added],
    billedUntil: added.at(-1)?.until ?? before.billedUntil,
  }
}
const grossOf = (documents: readonly BilledDocument[]): number =>
  documents.flatMap(({ lines }) => lines).reduce((all, { net, vat }) => all + net.amount + vat.amount, 0)

describe('moving to another box', () => {
  it('credits the old box by the day and charges the new one by the day, with the discount of the period', () => {
    // 31 Jan to 31 May is 120 of 334 days. Old: 935.00 × 120/334; 1100.00 × 120/334 = 395.21 less 15 % 59.28 = 335.93.
    const moved = planTransfer(facts(terms(), '2027-05-31', 20_000))
    expect(moved.credits).toMatchObject([
      {
        from: day('2027-05-31'),
        lines: [{ net: eur(93_500 - 33_593), explanation: { usedDays: 120, days: 334 } }],
      },
    ])
    // New: 2200.00 less 15 % = 1870.00, less its 120 days: 790.42 less 118.56 = 671.86.
    expect(moved.charges).toMatchObject([
      {
        period: { from: day('2027-05-31'), until: day('2027-12-31') },
        lines: [{ net: eur(187_000 - 67_186), explanation: { usedDays: 214, days: 334, rate: eur(20_000) } }],
      },
    ])
    expect(moved.difference.amount).toBe(moved.charged.amount - moved.credited.amount)
  })
  it('on the first day of a period takes all of it, on the last one day', () => {
    const monthly = terms({ periodMonths: 1 })
    const first = planTransfer(facts(monthly, '2027-02-28', 20_000, 2))
    expect(first.credits).toMatchObject([{ documentId: '0-1', gross: eur(11_900) }])
    expect(first.charged).toEqual(eur(23_800))
    expect(first.moved).toEqual([{ documentId: '0-1', on: day('2027-02-28') }])
    const last = planTransfer(facts(monthly, '2027-02-27', 20_000, 1))
    // 28 days: 100.00 − 96.43; 200.00 − 192.86. The next period is due to be issued too.
    expect(last.credits[0]?.lines[0]?.net).toEqual(eur(357))
    expect(last.charges.map(({ totals }) => totals.net.amount)).toEqual([714, 20_000])
  })
  it('before the contract begins moves it whole, from its first day', () => {
    const early = facts(terms({ depositMonths: 1 }), '2027-01-31', 20_000)
    const moved = planTransfer({
      ...early,
      from: transferDay(day('2027-01-31'), day('2027-01-10')),
      today: day('2027-01-10'),
    })
    expect(moved).toMatchObject({ credited: eur(93_500 + 17_765), depositAsked: eur(10_000) })
    expect(moved.charged).toEqual(eur(187_000 + 35_530))
  })
  it('asks for the rest of the deposit on the new invoice, or gives some back on the credit note', () => {
    const dear = facts(terms({ depositMonths: 2 }), '2027-05-31', 15_000)
    const up = planTransfer(dear)
    expect(up).toMatchObject({ depositAsked: eur(10_000), depositReturned: eur(0) })
    expect(up.charges[0]?.lines.at(-1)).toMatchObject({
      kind: 'deposit',
      vat: eur(0),
      explanation: { rule: 'depositDifference', held: eur(20_000) },
    })
    // Down again beyond what the second asked: first the second invoice's, then the first one's.
    const down = planTransfer({ ...after(dear, up, '1'), rate: eur(8_000) })
    expect(down).toMatchObject({ depositAsked: eur(0), depositReturned: eur(14_000) })
    const back = down.credits.flatMap(({ documentId, lines }) =>
      lines.filter(({ kind }) => kind === 'deposit').map(({ net }) => [documentId, net.amount]),
    )
    expect(back).toEqual([
      ['0-0', 4_000],
      ['1-0', 10_000],
    ])
  })
  it('keeps what an extension has added, at the new rate', () => {
    const first = terms({ durationMonths: 3, periodMonths: 1 })
    const moved = planTransfer({
      ...facts(first, '2027-03-15', 20_000, 2),
      terms: [first, followingTerm(first)],
      endDay: day('2027-07-31'),
    })
    expect(moved.terms).toHaveLength(3)
    expect(termOn(moved.terms, day('2027-03-14'))?.term.rate).toEqual(eur(10_000))
    expect(termOn(moved.terms, day('2027-03-15'))?.term.rate).toEqual(eur(20_000))
    expect(termOn(moved.terms, day('2027-05-31'))?.term.rate).toEqual(eur(20_000))
    // Notices of before the move count no more, in terms to come either.
    expect(followingTerm(moved.terms.at(-1) ?? first)).toMatchObject({ validFrom: day('2027-03-15') })
  })
  it('what a notice had cut goes back by the discount that its invoice bore', () => {
    // Paid for eleven months at once, but to leave on 15 May: 4 months begun earn 5 %, not the 15 % of eleven.
    const open = terms({ durationMonths: null })
    const endDay = day('2027-05-15')
    const cut = nextBilled([open], open.startDay, endDay) as PricedPeriod
    expect(cut.lines[0]?.discountPercent).toBe(5)
    const noticed = {
      ...facts(open, '2027-03-31', 10_000, 0),
      documents: [billedAs('0-0', cut)],
      billedUntil: endDay,
      endDay,
    }
    const moved = planTransfer(noticed)
    // 59 of 334 days stay: 1100.00 × 59/334 = 194.31 less 5 % 9.72 = 184.59.
    const net = cut.totals.net.amount - 18_459
    expect(moved.credits).toMatchObject([{ lines: [{ net: eur(net), explanation: { usedDays: 59 } }] }])
    expect(moved.difference).toEqual(eur(0))
  })
  it('the parts of a period go back by the discount that all of it has earned in the end', () => {
    // Cut by a notice, which was taken back: its rest brings the discount of eleven months to the whole.
    const open = terms({ durationMonths: null })
    const cut = nextBilled([open], open.startDay, day('2027-05-15')) as PricedPeriod
    const rest = nextBilled([open], day('2027-05-15'), null) as PricedPeriod
    const moved = planTransfer({
      ...facts(open, '2027-03-31', 10_000, 0),
      documents: [billedAs('0-0', cut), billedAs('0-1', rest)],
      billedUntil: rest.period.until,
    })
    expect(moved.difference).toEqual(eur(0))
  })
  it('no invoice is below zero where a tariff’s last months are free', () => {
    // Two months, the second one free: 100.00. Until 1 February they would cost 200.00 × 31/59 = 105.08 by the day.
    const smart = terms({
      startDay: day('2027-01-01'),
      durationMonths: 2,
      periodMonths: 2,
      discount: {
        kind: 'tariff',
        name: { ru: 'Smart', en: 'Smart', de: 'Smart', pl: 'Smart' },
        steps: [{ fromMonth: 2, percent: 100 }],
        firstMonth: null,
      },
    })
    for (const on of ['2027-02-01', '2027-02-10', '2027-02-28']) {
      const moved = planTransfer(facts(smart, on, 10_000))
      expect(moved.charges).toMatchObject([
        { period: { from: day(on), until: day('2027-03-01') }, lines: [], totals: { gross: eur(0) } },
      ])
      expect(moved.credits).toEqual([])
      expect(moved.difference).toEqual(eur(0))
    }
  })
  it('has no day behind the end', () => {
    expect(() => planTransfer(facts(terms(), '2027-12-31', 20_000))).toThrow(RangeError)
  })
  it('is what was shown, or is not', () => {
    const moved = planTransfer(facts(terms(), '2027-05-31', 20_000))
    const shown = {
      charged: moved.charged.amount,
      credited: moved.credited.amount,
      depositAsked: 0,
      depositReturned: 0,
    }
    expect(isSameTransfer(moved, shown)).toBe(true)
    expect(isSameTransfer(moved, { ...shown, charged: 1 })).toBe(false)
  })
})

const drawn = fc.record({
  startDay: fc.integer({ min: 0, max: 900 }).map((days) => day('2026-01-01').add({ days })),
  durationMonths: fc.oneof(fc.integer({ min: 1, max: 11 }), fc.constant(null)),
  isWhole: fc.boolean(),
  rate: fc.integer({ min: 0, max: 50_000 }),
  others: fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 4 }),
  percent: fc.constantFrom(0, 2, 9, 40),
  vat: fc.constantFrom(0, 19, 22, 23),
  insured: fc.integer({ min: 0, max: 999 }),
  depositMonths: fc.integer({ min: 0, max: 2 }),
  at: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 4, maxLength: 4 }),
})
interface Drawn {
  readonly term: PriceTerms
  readonly facts: TransferFacts
  readonly days: readonly Temporal.PlainDate[]
}
const rented = drawn.map(
  ({ startDay, durationMonths, isWhole, rate, percent, vat, insured, depositMonths, at }): Drawn => {
    const term: PriceTerms = {
      startDay,
      durationMonths,
      periodMonths: isWhole && durationMonths !== null ? durationMonths : 1,
      rate: eur(rate),
      discount: percent === 0 ? { kind: 'table' } : { kind: 'stock', percentPerMonth: percent },
      vatPercent: vat,
      insurance: insured === 0 ? null : { monthly: eur(insured), coverage: eur(100_000), taxPercent: 19 },
      depositMonths,
    }
    const end = contractEnd(startDay, durationMonths ?? 6)
    const last = daysIn({ from: startDay, until: end }) - 1
    const days = at
      .map((share) => startDay.add({ days: Math.round(share * last) }))
      .toSorted(Temporal.PlainDate.compare)
    const documents = billed(term, 99).filter(
      ({ from }) => Temporal.PlainDate.compare(from, days[0] ?? end) <= 0,
    )
    return {
      term,
      days,
      facts: {
        terms: [term],
        documents,
        billedUntil: documents.at(-1)?.until ?? startDay,
        endDay: durationMonths === null ? null : end,
        from: days[0] ?? startDay,
        today: days[0] ?? startDay,
        rate: eur(rate),
      },
    }
  },
)
/** Issues what the calendar has brought since, and moves on that day. */
function moveOn(
  state: TransferFacts,
  on: Temporal.PlainDate,
  rate: number,
  name: string,
): readonly [TransferFacts, Transfer] {
  let { documents, billedUntil } = state
  while (Temporal.PlainDate.compare(billedUntil, on) <= 0) {
    const next = nextBilled(state.terms, billedUntil, state.endDay)
    if (next === null) break
    documents = [...documents, billedAs(`late ${name} ${documents.length}`, next)]
    billedUntil = next.period.until
  }
  const before = { ...state, documents, billedUntil, from: on, today: on, rate: eur(rate) }
  const transfer = planTransfer(before)
  return [after(before, transfer, name), transfer]
}
const isWhole = ({ net, vat, gross }: Credit['lines'][number]): boolean =>
  net.amount + vat.amount === gross.amount

describe('whatever is rented', () => {
  it('a box of the same rate costs nothing, to the cent, on any day and however often', () => {
    fc.assert(
      fc.property(rented, ({ term, facts: state, days }) => {
        let now = state
        for (const [index, on] of days.entries()) {
          const [next, moved] = moveOn(now, on, term.rate.amount, `m${index}`)
          const known = grossOf(now.documents)
          expect(moved.depositAsked.amount + moved.depositReturned.amount).toBe(0)
          // What is billed beyond what went back is only what had not been billed at all.
          const fresh = sum(
            moved.charges
              .filter(({ period }) => Temporal.PlainDate.compare(period.from, now.billedUntil) >= 0)
              .map(({ totals }) => totals.gross),
            'EUR',
          ).amount
          if (Temporal.PlainDate.compare(on, now.billedUntil) < 0) {
            expect(moved.difference.amount).toBe(fresh)
            expect(grossOf(next.documents)).toBe(known + fresh)
          }
          now = next
        }
      }),
    )
  })
  it('a box of the same rate costs nothing where a notice has cut a period of several months, or was taken back', () => {
    fc.assert(
      fc.property(
        rented,
        fc.integer({ min: 2, max: 11 }),
        fc.integer({ min: 1, max: 330 }),
        fc.integer({ min: 1, max: 330 }),
        fc.boolean(),
        ({ term: drawnTerm }, periodMonths, days, before, isTakenBack) => {
          const term = { ...drawnTerm, durationMonths: null, periodMonths, depositMonths: 0 }
          const last = contractEnd(term.startDay, periodMonths)
          const noticed = term.startDay.add({ days })
          fc.pre(before < days && Temporal.PlainDate.compare(noticed, last) < 0)
          const cut = nextBilled([term], term.startDay, noticed) as PricedPeriod
          const rest = isTakenBack ? [nextBilled([term], noticed, null) as PricedPeriod] : []
          const bills = [cut, ...rest]
          const on = term.startDay.add({ days: before })
          const moved = planTransfer({
            terms: [term],
            documents: bills.map((bill, index) => billedAs(`0-${index}`, bill)),
            billedUntil: bills.at(-1)?.period.until ?? noticed,
            endDay: isTakenBack ? null : noticed,
            from: on,
            today: term.startDay,
            rate: term.rate,
          })
          // What the longer time has made cheaper than a part of it that was billed goes back, as at the end.
          const asked = grossOf(bills.map((bill) => billedAs('', bill)))
          const price = priceContract(term, 0, isTakenBack ? null : noticed)?.totals.gross.amount ?? 0
          expect(moved.difference.amount).toBe(price - asked)
        },
      ),
      { numRuns: 200 },
    )
  })
  it('documents and credits keep to the cent, nothing is credited twice, each day is billed once', () => {
    fc.assert(
      fc.property(
        rented,
        fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 4, maxLength: 4 }),
        ({ facts: state, days }, rates) => {
          let now = state
          for (const [index, on] of days.entries()) {
            const before = now
            const [next, moved] = moveOn(before, on, rates[index] ?? 0, `m${index}`)
            expect(
              moved.charged.amount +
                moved.depositAsked.amount -
                moved.credited.amount -
                moved.depositReturned.amount,
            ).toBe(moved.difference.amount)
            for (const { lines } of moved.credits) expect(lines.every(isWhole)).toBe(true)
            for (const line of next.documents.flatMap(({ lines }) => lines)) {
              expect(line.net.amount).toBeGreaterThanOrEqual(0)
              expect(line.vat.amount).toBeGreaterThanOrEqual(0)
            }
            const ranges = next.documents
              .filter(({ from, until }) => !from.equals(until))
              .toSorted((a, b) => Temporal.PlainDate.compare(a.from, b.from))
            for (const [place, { from }] of ranges.entries())
              expect(from.toString()).toBe((ranges[place - 1]?.until ?? state.documents[0]?.from)?.toString())
            now = next
          }
        },
      ),
    )
  })
  it('there and back on one day is as if nothing had happened, and closing on the last day finds nothing to settle', () => {
    fc.assert(
      fc.property(rented, fc.integer({ min: 0, max: 50_000 }), ({ term, facts: state, days }, other) => {
        const [on] = days
        if (on === undefined) return
        const [there, one] = moveOn(state, on, other, 'a')
        const [back, two] = moveOn(there, on, term.rate.amount, 'b')
        const fresh = two.charges.filter(
          ({ period }) => Temporal.PlainDate.compare(period.from, state.billedUntil) >= 0,
        )
        expect(one.difference.amount + two.difference.amount).toBe(
          fresh.reduce((all, { totals }) => all + totals.gross.amount, 0),
        )
        const closing = planClosing({
          terms: back.terms,
          documents: back.documents,
          billedUntil: back.billedUntil,
          endDay: back.endDay,
          leftOn: back.billedUntil,
          refundsUnusedTime: true,
          debt: eur(0),
          penalties: eur(0),
          balance: eur(0),
          otherDebt: eur(0),
        })
        expect(closing.charged.amount).toBe(0)
        expect(closing.credited.amount).toBe(0)
        expect(closing.deposit.amount).toBe(term.rate.amount * term.depositMonths)
      }),
    )
  })
})
