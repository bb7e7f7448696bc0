import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextSentence, quoteRows, type PricedLine } from './quote-rows.ts'

const line = (more: Partial<PricedLine>): PricedLine => ({
  kind: 'rent',
  quantity: 1,
  unitNet: 0,
  discountPercent: 0,
  discount: 0,
  net: 0,
  vatPercent: 0,
  vat: 0,
  ...more,
})
/** Picture 04: three months of 8 100 at once, 5 % off, insurance and deposit. */
const picture = [
  line({
    quantity: 3,
    unitNet: 810000,
    discountPercent: 5,
    discount: 121500,
    net: 2308500,
    vatPercent: 20,
    vat: 461700,
  }),
  line({ kind: 'insurance', quantity: 3, unitNet: 25000, net: 75000 }),
  line({ kind: 'deposit', unitNet: 810000, net: 810000 }),
]

describe('the sum line by line', () => {
  test('as in the picture', () => {
    expect(quoteRows(picture)).toEqual([
      { kind: 'rent', months: 3, rate: 810000, amount: 2430000 },
      { kind: 'discount', percent: 5, amount: -121500 },
      { kind: 'vat', percent: 20, base: 2308500, amount: 461700 },
      { kind: 'insurance', months: 3, rate: 25000, amount: 75000 },
      { kind: 'deposit', amount: 810000 },
    ])
    expect(quoteRows(picture).reduce((sum, { amount }) => sum + amount, 0)).toBe(3655200)
  })
  test('without a discount and without tax those lines are absent', () => {
    expect(quoteRows([line({ unitNet: 5000, net: 5000 })])).toEqual([
      { kind: 'rent', months: 1, rate: 5000, amount: 5000 },
    ])
  })
  test('the tax on insurance is no VAT, also at the same rate: the invoice and its mail say so, too', () => {
    const lines = [
      line({ kind: 'insurance', unitNet: 400, net: 400, vatPercent: 19, vat: 76 }),
      line({ unitNet: 9000, net: 9000, vatPercent: 19, vat: 1710 }),
    ]
    expect(quoteRows(lines)).toEqual([
      { kind: 'rent', months: 1, rate: 9000, amount: 9000 },
      { kind: 'vat', percent: 19, base: 9000, amount: 1710 },
      { kind: 'insurance', months: 1, rate: 400, amount: 400 },
      { kind: 'insuranceTax', percent: 19, amount: 76 },
    ])
  })
  test('whatever the lines, the rows add up to their gross', () => {
    const anyLine = fc.record({
      kind: fc.constantFrom('rent' as const, 'insurance' as const, 'deposit' as const),
      quantity: fc.integer({ min: 1, max: 11 }),
      unitNet: fc.nat(1e7),
      discountPercent: fc.nat(100),
      discount: fc.nat(1e6),
      net: fc.nat(1e7),
      vatPercent: fc.constantFrom(0, 7, 19, 20, 23),
      vat: fc.nat(1e6),
    })
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 4 }), (lines) => {
        const exact = lines.map((one) => ({
          ...one,
          discount: one.kind === 'rent' ? one.discount : 0,
          vat: one.vatPercent === 0 ? 0 : one.vat,
        }))
        const gross = exact.reduce((sum, { net, vat }) => sum + net + vat, 0)
        expect(quoteRows(exact).reduce((sum, { amount }) => sum + amount, 0)).toBe(gross)
      }),
    )
  })
})

describe('what comes next', () => {
  test('nothing, one payment, or a series', () => {
    expect(nextSentence([], 1)).toEqual({ kind: 'none' })
    expect(nextSentence([{ day: '2027-02-28', amount: 5 }], 3)).toEqual({
      kind: 'once',
      day: '2027-02-28',
      amount: 5,
    })
    expect(
      nextSentence(
        [
          { day: '2027-02-28', amount: 5 },
          { day: '2027-05-28', amount: 5 },
        ],
        3,
      ),
    ).toEqual({ kind: 'every', months: 3, day: '2027-02-28', amount: 5, last: null })
  })
  test('a last payment that differs is told', () => {
    expect(
      nextSentence(
        [
          { day: '2027-02-28', amount: 5 },
          { day: '2027-05-28', amount: 3 },
        ],
        3,
      ),
    ).toMatchObject({ kind: 'every', amount: 5, last: 3 })
  })
})
