import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planClosing, type ClosingFacts } from './closing.ts'
import type { BilledDocument } from './credit.ts'
import { sum } from './money.ts'
import { priceContract, type PriceTerms } from './price.ts'
import { billedAs, day, eur, terms } from './price.fixture.ts'
import type { TariffRule, TariffTerms } from './tariff.ts'
import { termEnd } from './term.ts'
import { planTransfer } from './transfer.ts'

const name = { ru: 'А', en: 'A', de: 'A', pl: 'A' }
const tariff = (changes: Partial<TariffTerms> = {}): TariffTerms => ({
  id: 't',
  alias: 'a',
  name,
  minStayMonths: 2,
  noticeDays: 21,
  earlyLeave: 'minimumStay',
  ...changes,
})
const rule = (changes: Partial<TariffRule> = {}): TariffRule => ({
  kind: 'tariff',
  name,
  steps: [],
  firstMonth: { price: 100, minMonths: 2 },
  ...changes,
})
const open = (kept: Partial<TariffTerms> = {}, changes: Partial<PriceTerms> = {}): PriceTerms =>
  terms({
    startDay: day('2027-01-01'),
    durationMonths: null,
    tariff: tariff(kept),
    discount: rule(),
    ...changes,
  })

function invoices(term: PriceTerms, count: number): BilledDocument[] {
  return Array.from({ length: count }, (_, index) => {
    const priced = priceContract(term, index)
    if (priced === null) throw new Error('no period')
    return billedAs(String(index), priced)
  })
}
const leave = (term: PriceTerms, leftOn: string, billed = 1, changes: Partial<ClosingFacts> = {}) => {
  const documents = invoices(term, billed)
  return planClosing({
    terms: [term],
    documents,
    billedUntil: documents.at(-1)?.until ?? term.startDay,
    endDay: termEnd(term),
    leftOn: day(leftOn),
    refundsUnusedTime: true,
    debt: eur(0),
    penalties: eur(0),
    balance: eur(0),
    otherDebt: eur(0),
    ...changes,
  })
}
const asked = ({ charges }: ReturnType<typeof leave>) =>
  charges.map(({ reason, period, totals }) => [
    reason,
    period.from.toString(),
    period.until.toString(),
    totals.net.amount,
  ])

describe('a minimum stay of two months', () => {
  it('is paid to its end by who leaves before it', () => {
    const left = leave(open(), '2027-01-20')
    expect(asked(left)).toEqual([['bound', '2027-02-01', '2027-03-01', 10_000]])
    expect(left).toMatchObject({ credits: [], owed: eur(12_000) })
  })
  it('the part of it that was used is told apart from the part that is asked for', () => {
    expect(asked(leave(open(), '2027-02-11'))).toEqual([
      ['term', '2027-02-01', '2027-02-11', 3571],
      ['bound', '2027-02-11', '2027-03-01', 6429],
    ])
  })
  it('asks nothing more of who stays longer: used days are settled by the day', () => {
    const left = leave(open(), '2027-03-17', 3)
    expect(left.charges).toEqual([])
    // 16 of 31 days of March were used.
    expect(left.credits[0]?.lines[0]).toMatchObject({ net: eur(10_000 - 5161) })
  })
  it('what is billed beyond it goes back', () => {
    const left = leave(open(), '2027-01-20', 3)
    expect(left.charges).toEqual([])
    expect(left.credits.map(({ documentId }) => documentId)).toEqual(['2'])
  })
  it('an end that was agreed before it is agreed; the first month’s price is lost with it', () => {
    const left = leave(open(), '2027-02-11', 1, { endDay: day('2027-02-11') })
    expect(asked(left)).toEqual([
      ['term', '2027-02-01', '2027-02-11', 3571],
      ['firstMonth', '2027-02-11', '2027-02-12', 9900],
    ])
  })
})

describe('used days only', () => {
  const byDay = { earlyLeave: 'usedDays' } as const
  it('the first month’s price is lost before its months are over, as far as the days cost more', () => {
    const left = leave(open(byDay), '2027-01-11')
    // 10 of 31 days at the full rate are 32.26, 1.00 of which is billed.
    expect(asked(left)).toEqual([['firstMonth', '2027-01-11', '2027-01-12', 3126]])
    expect(left.charges[0]?.lines[0]?.explanation).toMatchObject({
      rule: 'firstMonthLost',
      billed: eur(100),
      cost: eur(3226),
    })
    expect(left.credits).toEqual([])
  })
  it('keeps the first month’s price from then on', () => {
    expect(leave(open(byDay), '2027-03-01', 2)).toMatchObject({ charges: [], credits: [] })
  })
  it('later months keep the prices they had: nothing that was enjoyed is asked back', () => {
    const smart = open(byDay, {
      durationMonths: 7,
      discount: rule({ steps: [{ fromMonth: 3, percent: 30 }] }),
    })
    expect(asked(leave(smart, '2027-04-01', 2))).toEqual([['term', '2027-03-01', '2027-04-01', 7000]])
  })
})

it('the whole term is paid to its end', () => {
  const fixed = open({ earlyLeave: 'wholeTerm' }, { durationMonths: 4, discount: rule({ firstMonth: null }) })
  const left = leave(fixed, '2027-02-11', 2)
  expect(asked(left)).toEqual([
    ['bound', '2027-03-01', '2027-04-01', 10_000],
    ['bound', '2027-04-01', '2027-05-01', 10_000],
  ])
  expect(left.credits).toEqual([])
})

it('who leaves before his first day pays nothing, though the first month’s price is lost', () => {
  const left = leave(open({ earlyLeave: 'usedDays' }), '2026-12-25')
  expect(left.charges).toEqual([])
  expect(left.credits).toMatchObject([{ lines: [{ net: eur(100) }] }])
})

it('who withdraws by law pays for the days he used and nothing else', () => {
  const left = leave(open(), '2027-01-08', 1, { discountBy: 'asBilled' })
  expect(left.charges).toEqual([])
})

it('after the end days are charged as ever', () => {
  const fixed = open({}, { durationMonths: 3 })
  expect(asked(leave(fixed, '2027-04-03', 3))).toMatchObject([['overstay', '2027-04-01', '2027-04-03', 645]])
})

it('who has paid what is asked has paid the rent until then: to the cent, whatever was billed before', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom('usedDays', 'minimumStay', 'wholeTerm'),
      fc.integer({ min: 0, max: 12_000 }),
      (days, billed, earlyLeave, price) => {
        const term = open(
          { earlyLeave, minStayMonths: 3 },
          { durationMonths: 8, discount: rule({ firstMonth: { price, minMonths: 3 } }) },
        )
        const leftOn = term.startDay.add({ days })
        const left = leave(term, leftOn.toString(), billed)
        const documents = invoices(term, billed)
        const paid = sum(
          documents.flatMap(({ lines }) => lines.flatMap(({ net, vat }) => [net, vat])),
          'EUR',
        ).amount
        const total = paid + left.charged.amount - left.credited.amount
        // The same, one month after another, by hand.
        const stay = term.startDay.add({ months: 3 })
        const end = term.startDay.add({ months: 8 })
        const later = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
          Temporal.PlainDate.compare(a, b) < 0 ? b : a
        const until =
          earlyLeave === 'usedDays' ? leftOn : later(leftOn, earlyLeave === 'minimumStay' ? stay : end)
        if (Temporal.PlainDate.compare(until, end) > 0) return
        const isLost = Temporal.PlainDate.compare(until, stay) < 0
        let expected = 0
        for (let index = 0; index < 8; index += 1) {
          const full = isLost ? { ...term, discount: rule({ firstMonth: null }) } : term
          const month = priceContract(full, index)
          if (month === null || Temporal.PlainDate.compare(month.period.from, until) >= 0) continue
          const cost = priceContract(full, index, until)?.totals.gross.amount ?? 0
          const given = index === 0 ? (documents[0]?.lines[0]?.net.amount ?? 0) : 0
          const givenGross = index === 0 ? given + (documents[0]?.lines[0]?.vat.amount ?? 0) : 0
          // Nothing of a first month whose price was higher than its used days cost is asked back twice.
          expected += index === 0 && isLost && given > cost && cost > givenGross ? givenGross : cost
        }
        expect(Math.abs(total - expected)).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 500 },
  )
})

it('no two invoices begin on one day: left on the first day of a month that is invoiced already', () => {
  const left = leave(open({ earlyLeave: 'usedDays' }), '2027-02-01', 2)
  expect(asked(left)).toEqual([['firstMonth', '2027-02-02', '2027-02-03', 9900]])
  expect(left.credits.map(({ documentId }) => documentId)).toEqual(['1'])
  expect(asked(leave(open({ earlyLeave: 'usedDays' }), '2027-02-01', 1))).toEqual([
    ['firstMonth', '2027-02-01', '2027-02-02', 9900],
  ])
})

it('moved inside the lost first month, the days of each box cost what that box costs', () => {
  const term = open({ earlyLeave: 'usedDays' })
  const moved = planTransfer({
    terms: [term],
    documents: invoices(term, 1),
    billedUntil: day('2027-02-01'),
    endDay: null,
    from: day('2027-01-11'),
    today: day('2027-01-11'),
    rate: eur(20_000),
  })
  const net = (lines: readonly { readonly kind: string; readonly net: { readonly amount: number } }[]) =>
    lines.find(({ kind }) => kind === 'rent')?.net.amount ?? 0
  const [old] = invoices(term, 1)
  const [charge] = moved.charges
  if (!old || !charge) throw new Error('nothing is billed')
  const documents: BilledDocument[] = [
    {
      ...old,
      until: day('2027-01-11'),
      lines: old.lines.map((line) => ({
        ...line,
        net: eur(line.net.amount - net(moved.credits[0]?.lines ?? [])),
      })),
    },
    {
      id: 'new',
      ...charge.period,
      lines: charge.lines.map((line) => ({
        ...line,
        kind: 'rent',
        rate: line.explanation.rate,
        discount: term.discount,
      })),
    },
  ]
  const left = leave(term, '2027-01-21', 1, { terms: moved.terms, documents })
  // 10 of 31 days at 100.00; 20 of them at 200.00 less the first 10, as every rest is priced; less what is billed.
  const billed = sum(
    documents.flatMap(({ lines }) => lines.map((line) => line.net)),
    'EUR',
  ).amount
  expect(left.charges.map(({ reason, totals }) => [reason, totals.net.amount])).toEqual([
    ['firstMonth', 3226 + 6451 - billed],
  ])
  expect(left.charges[0]?.lines[0]?.explanation).toMatchObject({ billed: eur(billed), cost: eur(9677) })
  expect(left.credits).toEqual([])
})
