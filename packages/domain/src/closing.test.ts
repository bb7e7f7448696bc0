import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planClosing, type ClosingFacts } from './closing.ts'
import type { BilledDocument } from './credit.ts'
import { sum } from './money.ts'
import { priceOverstay } from './overstay.ts'
import { daysIn, periods } from './period.ts'
import { priceContract, type PriceTerms } from './price.ts'
import { billedAs, day, eur, prepaid as terms } from './price.fixture.ts'

/** The invoices of the first periods, as they were issued. */
function billed(term: PriceTerms, count: number): BilledDocument[] {
  const documents: BilledDocument[] = []
  for (const { index } of periods(term)) {
    const priced = index < count ? priceContract(term, index) : null
    if (priced === null) break
    documents.push(billedAs(String(index), priced))
  }
  return documents
}

const facts = (term: PriceTerms, leftOn: string, changes: Partial<ClosingFacts> = {}): ClosingFacts => {
  const documents = changes.documents ?? billed(term, 99)
  const end = term.durationMonths === null ? null : ([...periods(term)].at(-1)?.until ?? null)
  return {
    terms: [term],
    documents,
    billedUntil: documents.at(-1)?.until ?? term.startDay,
    endDay: end,
    leftOn: day(leftOn),
    refundsUnusedTime: true,
    debt: eur(0),
    penalties: eur(0),
    balance: eur(0),
    otherDebt: eur(0),
    ...changes,
  }
}

describe('leaving early', () => {
  it('costs the used days with the discount of the months begun', () => {
    // 31 Jan to 31 May is 120 of 334 days, 4 months begun: 1100.00 × 120/334 = 395.21, less 5 % = 375.45; billed 935.00.
    const { credits, payout } = planClosing(facts(terms(), '2027-05-31'))
    expect(credits).toMatchObject([
      { lines: [{ net: eur(93_500 - 37_545), explanation: { usedDays: 120, days: 334 } }] },
    ])
    expect(payout).toEqual(eur(93_500 + 17_765 - (37_545 + 7_134)))
  })
  it('never asks for more: where fewer months would be dearer than all of them, the whole stays', () => {
    const term = terms({ discount: { kind: 'stock', percentPerMonth: 9 } })
    // 99 % off 1100.00 for eleven months, 90 % off for ten: 110.00 × … is more than the 11.00 billed.
    expect(planClosing(facts(term, '2027-11-29'))).toMatchObject({ credits: [], payout: eur(0) })
  })
  it('takes back what has not begun whole, whatever was agreed of what has', () => {
    const monthly = terms({ periodMonths: 1, durationMonths: 3 })
    const kept = planClosing(facts(monthly, '2027-02-10', { refundsUnusedTime: false }))
    expect(kept.credits.map(({ documentId }) => documentId)).toEqual(['1', '2'])
    expect(kept.credited).toEqual(eur(2 * 11_900))
    const given = planClosing(facts(monthly, '2027-02-10'))
    expect(given.credits.map(({ documentId }) => documentId)).toEqual(['0', '1', '2'])
  })
  it('before it has begun gives everything back, the deposit too', () => {
    const early = planClosing(facts(terms({ depositMonths: 2 }), '2027-01-20'))
    expect(early).toMatchObject({ credited: eur(93_500 + 17_765), deposit: eur(20_000), owed: eur(0) })
  })
  it('bears the VAT and the rates of the invoice, whatever holds now', () => {
    const old = billed(terms(), 1)
    const now = terms({ vatPercent: 23, rate: eur(99_999) })
    const { credits } = planClosing(facts(now, '2027-05-31', { documents: old }))
    expect(credits[0]?.lines[0]).toMatchObject({ vatPercent: 19, net: eur(93_500 - 37_545) })
  })
  it('counts what was credited before', () => {
    const [document] = billed(terms(), 1) as [BilledDocument]
    const half = {
      ...document,
      lines: document.lines.map((line) => ({ ...line, net: eur(40_000), vat: eur(7_600) })),
    }
    const { credits } = planClosing(facts(terms(), '2027-05-31', { documents: [half] }))
    expect(credits[0]?.lines[0]).toMatchObject({ net: eur(40_000 - 37_545), vat: eur(7_600 - 7_134) })
  })
})

describe('a period that was billed in parts', () => {
  // Open-ended, two months at once at 12 % a month: 1 month begun by a notice, which was taken back; the rest makes both months
  // cheaper than what the first part had cost, so that no invoice asked for it.
  const term = terms({
    startDay: day('2028-10-27'),
    durationMonths: null,
    periodMonths: 2,
    rate: eur(100_000),
    discount: { kind: 'stock', percentPerMonth: 48 },
  })
  const part = (from: string, until: string, net: number): BilledDocument => ({
    id: from,
    from: day(from),
    until: day(until),
    lines: [
      {
        kind: 'rent',
        quantity: 2,
        net: eur(net),
        vat: eur(Math.round(net * 0.19)),
        vatPercent: 19,
        discountPercent: until === '2028-11-27' ? 48 : 96,
        rate: eur(100_000),
        discount: { kind: 'stock', percentPerMonth: 48 },
      },
    ],
  })
  const whole = priceContract(term, 0)?.totals.net.amount ?? 0
  const cut = priceContract(term, 0, day('2028-11-27'))?.totals.net.amount ?? 0
  it('what the longer time has made cheaper goes back, from the last part first', () => {
    const documents = [part('2028-10-27', '2028-11-27', cut)]
    const rest = { ...part('2028-11-27', '2028-12-27', 0), lines: [] }
    expect([whole, cut]).toEqual([8_000, 52_852])
    const billedUntil = day('2028-12-27')
    for (const leftOn of ['2028-12-27', '2028-12-28']) {
      const closing = planClosing(facts(term, leftOn, { documents: [...documents, rest], billedUntil }))
      expect(closing.credits).toMatchObject([
        { documentId: '2028-10-27', lines: [{ net: eur(cut - whole), explanation: { cost: eur(whole) } }] },
      ])
      expect(closing.credits[0]?.until).toEqual(day('2028-11-27'))
    }
    // 47 of 61 days of 2000.00, two months begun: 4 % of 1540.98.
    const left = planClosing(facts(term, '2028-12-13', { documents: [...documents, rest], billedUntil }))
    expect(left.credits[0]?.lines[0]?.net).toEqual(eur(cut - 6_164))
  })
  it('where no part is dearer than the whole, each is settled by itself', () => {
    const cheap = { ...term, discount: { kind: 'table' as const } }
    const first = priceContract(cheap, 0, day('2028-11-27'))?.totals.net.amount ?? 0
    const documents = [
      part('2028-10-27', '2028-11-27', first),
      part('2028-11-27', '2028-12-27', 200_000 - first),
    ].map((document) => ({
      ...document,
      lines: document.lines.map((line) => ({ ...line, discount: cheap.discount })),
    }))
    const billedUntil = day('2028-12-27')
    expect(planClosing(facts(cheap, '2028-12-27', { documents, billedUntil })).credits).toEqual([])
    const left = planClosing(facts(cheap, '2028-11-30', { documents, billedUntil }))
    // 34 of 61 days: 1114.75
    expect(left.credits).toMatchObject([
      { documentId: '2028-11-27', lines: [{ net: eur(200_000 - 111_475) }] },
    ])
  })
})

describe('what is left', () => {
  it('pays the contract, then the others, then the tenant', () => {
    const left = planClosing(
      facts(terms({ periodMonths: 1, depositMonths: 1 }), '2027-12-31', {
        debt: eur(3_000),
        balance: eur(500),
        otherDebt: eur(4_000),
      }),
    )
    expect(left).toMatchObject({
      deposit: eur(10_000),
      toOthers: eur(4_000),
      payout: eur(3_500),
      owed: eur(0),
    })
  })
  it('is owed where the credits do not reach', () => {
    const left = planClosing(facts(terms(), '2027-12-31', { debt: eur(3_000), otherDebt: eur(4_000) }))
    expect(left).toMatchObject({ owed: eur(3_000), toOthers: eur(0), payout: eur(0) })
  })
})

describe('days after the end', () => {
  it('cost the daily share of the last rate, without a discount, with the VAT of their first day', () => {
    const dated = terms({
      vatPercent: [
        { validFrom: null, percent: 19 },
        { validFrom: day('2027-12-31'), percent: 20 },
      ],
      insurance: { monthly: eur(500), coverage: eur(100_000), taxPercent: 19 },
    })
    // 1100.00 ÷ 334 × 5 = 16.47; 55.00 ÷ 334 × 5 = 0.82, tax 0.16.
    const days = { from: day('2027-12-31'), until: day('2028-01-05') }
    expect(priceOverstay([dated], days.from, days)).toMatchObject({
      lines: [
        { kind: 'rent', quantity: 5, unit: 'day', net: eur(1_647), vat: eur(329), vatPercent: 20 },
        { kind: 'insurance', net: eur(82), vat: eur(16) },
      ],
    })
  })
  it('are asked for behind what of the term stands on no invoice, on the leaving day nothing is', () => {
    const monthly = terms({ periodMonths: 1, durationMonths: 2 })
    const late = planClosing(facts(monthly, '2027-04-03', { documents: billed(monthly, 1) }))
    expect(
      late.charges.map(({ reason, period }) => [reason, period.from.toString(), period.until.toString()]),
    ).toEqual([
      ['term', '2027-02-28', '2027-03-31'],
      // No document holds days of two months.
      ['overstay', '2027-03-31', '2027-04-01'],
      ['overstay', '2027-04-01', '2027-04-03'],
    ])
    expect(late.owed).toEqual(late.charged)
    expect(planClosing(facts(monthly, '2027-03-31')).charges).toEqual([])
  })
  it('behind a last period longer than a month is as dear as a day of it', () => {
    const term = terms({ durationMonths: 3, periodMonths: 2 })
    const last = priceOverstay([term], day('2027-04-30'), {
      from: day('2027-05-10'),
      until: day('2027-05-11'),
    })
    // The term ended on 30 April: its last period is the one month before.
    expect(last?.lines[0]?.net).toEqual(eur(333))
  })
})

describe('for any terms and any leaving day', () => {
  const drawn = fc.record({
    start: fc.integer({ min: 0, max: 1_200 }),
    durationMonths: fc.integer({ min: 1, max: 24 }),
    periodMonths: fc.integer({ min: 1, max: 12 }),
    rate: fc.integer({ min: 0, max: 500_000 }),
    discount: fc.constantFrom(
      { kind: 'table' as const },
      { kind: 'stock' as const, percentPerMonth: 2 },
      { kind: 'stock' as const, percentPerMonth: 7.35 },
    ),
    vatPercent: fc.constantFrom(0, 7, 19, 23, 25.5),
    insured: fc.integer({ min: 0, max: 3_000 }),
    depositMonths: fc.integer({ min: 0, max: 3 }),
    leaving: fc.integer({ min: -20, max: 800 }),
    debt: fc.integer({ min: 0, max: 900_000 }),
    balance: fc.integer({ min: 0, max: 90_000 }),
    otherDebt: fc.integer({ min: 0, max: 90_000 }),
  })
  it('billed − credited is the price until the leaving day, to the cent, and nothing is lost', () => {
    fc.assert(
      fc.property(drawn, ({ start, leaving, insured, ...given }) => {
        const term = terms({
          ...given,
          startDay: day('2026-01-01').add({ days: start }),
          rate: eur(given.rate),
          insurance: { monthly: eur(insured), coverage: eur(100_000), taxPercent: 19 },
        })
        const leftOn = term.startDay.add({ days: leaving })
        const documents = billed(term, 99)
        const closing = planClosing(
          facts(term, leftOn.toString(), {
            documents,
            debt: eur(given.debt),
            balance: eur(given.balance),
            otherDebt: eur(given.otherDebt),
          }),
        )
        for (const document of documents) {
          const credit = closing.credits.find(({ documentId }) => documentId === document.id)
          const isBegun = Temporal.PlainDate.compare(document.from, leftOn) < 0
          const price = isBegun ? priceContract(term, Number(document.id), leftOn) : null
          for (const line of document.lines) {
            const back = credit?.lines.find(({ kind }) => kind === line.kind)
            const used =
              line.kind === 'deposit' ? undefined : price?.lines.find(({ kind }) => kind === line.kind)
            for (const part of ['net', 'vat'] as const)
              expect(line[part].amount - (back?.[part].amount ?? 0)).toBe(
                Math.min(line[part].amount, used?.[part].amount ?? 0),
              )
            if (back !== undefined) expect(back.gross.amount).toBe(back.net.amount + back.vat.amount)
          }
        }
        const overstayed = closing.charges.reduce((days, { period }) => days + daysIn(period), 0)
        const end = documents.at(-1)?.until ?? leftOn
        expect(overstayed).toBe(Math.max(0, daysIn({ from: end, until: leftOn })))
        const { charged, credited, deposit, owed, payout, toOthers } = closing
        expect(charged.amount + given.debt - given.balance - credited.amount - deposit.amount).toBe(
          owed.amount - toOthers.amount - payout.amount,
        )
        expect(Math.min(owed.amount, payout.amount + toOthers.amount)).toBe(0)
        expect(
          sum(
            closing.credits.map((credit) => credit.gross),
            'EUR',
          ).amount,
        ).toBe(credited.amount + deposit.amount)
      }),
      { numRuns: 400, seed: 20_261_121 },
    )
  })
})
