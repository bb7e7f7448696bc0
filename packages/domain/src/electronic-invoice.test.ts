import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { electronicInvoice, type SourceLine } from './electronic-invoice.ts'

const rent: SourceLine = {
  kind: 'rent',
  quantity: 3,
  unit: 'month',
  unitNet: 10_000,
  discount: 1_500,
  net: 28_500,
  vatPercent: 19,
  vat: 5_415,
}
const insurance: SourceLine = {
  ...rent,
  kind: 'insurance',
  unitNet: 500,
  discount: 0,
  net: 1_500,
  vat: 285,
}
const deposit: SourceLine = {
  ...rent,
  kind: 'deposit',
  quantity: 1,
  unit: 'piece',
  unitNet: 10_000,
  discount: 0,
  net: 10_000,
  vatPercent: 0,
  vat: 0,
}
const penalty: SourceLine = { ...deposit, kind: 'penalty', quantity: 7, unit: 'day', unitNet: 50, net: 350 }

describe('a document by EN 16931', () => {
  it('rent with insurance and deposit: VAT on the rent alone, insurance tax within its line', () => {
    expect(electronicInvoice([rent, insurance, deposit], { isCredit: false, paid: 5_000 })).toEqual({
      typeCode: 380,
      lines: [
        expect.objectContaining({
          id: 1,
          quantity: 3,
          unit: 'MON',
          unitPrice: 10_000,
          allowance: 1_500,
          net: 28_500,
          category: 'S',
          vatPercent: 19,
        }),
        expect.objectContaining({
          id: 2,
          quantity: 1,
          unit: 'C62',
          net: 1_785,
          includedTax: 285,
          category: 'E',
        }),
        expect.objectContaining({ id: 3, quantity: 1, unit: 'C62', net: 10_000, category: 'E' }),
      ],
      vat: [
        { category: 'S', vatPercent: 19, taxable: 28_500, vat: 5_415, kinds: ['rent'] },
        { category: 'E', vatPercent: 0, taxable: 11_785, vat: 0, kinds: ['insurance', 'deposit'] },
      ],
      net: 40_285,
      vatTotal: 5_415,
      gross: 45_700,
      paid: 5_000,
      payable: 40_700,
    })
  })

  it('a late fee by itself is outside VAT; exempt rent is exempt', () => {
    expect(electronicInvoice([penalty], { isCredit: false, paid: 0 }).vat).toEqual([
      { category: 'O', vatPercent: 0, taxable: 350, vat: 0, kinds: ['penalty'] },
    ])
    const exempt = { ...rent, vatPercent: 0, vat: 0 }
    expect(electronicInvoice([exempt], { isCredit: false, paid: 0 }).vat).toMatchObject([
      { category: 'E', vatPercent: 0, taxable: 28_500 },
    ])
  })

  it('a credit note is told above zero by its type', () => {
    const back = { ...rent, unitNet: 10_000, discount: 0, net: -4_750, vat: -903 }
    expect(electronicInvoice([back], { isCredit: true, paid: 0 })).toMatchObject({
      typeCode: 381,
      lines: [{ quantity: 1, unit: 'C62', unitPrice: 4_750, net: 4_750 }],
      gross: 5_653,
    })
  })

  it('the rules of its sums hold, whatever the lines', () => {
    const line = fc
      .record({
        kind: fc.constantFrom('rent', 'insurance', 'deposit', 'penalty', 'adjustment'),
        unit: fc.constantFrom('month', 'day', 'piece'),
        quantity: fc.integer({ min: 1, max: 12 }),
        unitNet: fc.integer({ min: 0, max: 1_000_000 }),
        off: fc.integer({ min: 0, max: 100 }),
        odd: fc.integer({ min: -3, max: 3 }),
        vatPercent: fc.constantFrom(0, 5, 7, 19, 22, 23, 25.5),
      })
      .map(({ off, odd, ...given }): SourceLine => {
        const listed = given.quantity * given.unitNet
        const discount = given.kind === 'rent' ? Math.round((listed * off) / 100) : 0
        const net = Math.max(0, listed - discount + odd)
        const isFree = given.kind === 'deposit' || given.kind === 'penalty'
        const vatPercent = isFree ? 0 : given.vatPercent
        return { ...given, discount, net, vatPercent, vat: Math.round((net * vatPercent) / 100) }
      })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.boolean(), (lines, isCredit) => {
        const given = isCredit
          ? lines.map((one) => ({ ...one, discount: 0, net: -one.net, vat: -one.vat }))
          : lines
        const told = electronicInvoice(given, { isCredit, paid: 0 })
        // BR-CO-10: each line, and their sum.
        for (const one of told.lines) expect(one.quantity * one.unitPrice - one.allowance).toBe(one.net)
        expect(told.lines.reduce((total, one) => total + one.net, 0)).toBe(told.net)
        // BR-CO-14, BR-CO-15, BR-CO-16.
        expect(told.vat.reduce((total, group) => total + group.vat, 0)).toBe(told.vatTotal)
        expect(told.net + told.vatTotal).toBe(told.gross)
        expect(told.gross - told.paid).toBe(told.payable)
        // Each category and rate once; "outside" stands alone (BR-O-11).
        expect(new Set(told.vat.map((group) => `${group.category} ${group.vatPercent}`)).size).toBe(
          told.vat.length,
        )
        if (told.vat.some((group) => group.category === 'O')) expect(told.vat).toHaveLength(1)
        expect(told.vat.reduce((total, group) => total + group.taxable, 0)).toBe(told.net)
        // Not a cent beside what the document asks for.
        const gross = given.reduce((total, one) => total + one.net + one.vat, 0)
        expect(told.gross).toBe(isCredit ? 0 - gross : gross)
      }),
      { numRuns: 400 },
    )
  })
})
