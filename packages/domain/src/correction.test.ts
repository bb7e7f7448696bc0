import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctedTotals, correctLines, CorrectionError, creditGoes } from './correction.ts'
import { money } from './money.ts'

const eur = (amount: number) => money(amount, 'EUR')
const line = (position: number, net: number, vat: number) => ({ position, net: eur(net), vat: eur(vat) })
const refusal = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error instanceof CorrectionError ? error.kind : error
  }
  return undefined
}

describe('correcting lines', () => {
  it('takes back everything that is left where no line is named', () => {
    expect(correctLines([line(1, 10_000, 1_900), line(2, 0, 0)], undefined)).toMatchObject([
      { position: 1, net: eur(10_000), vat: eur(1_900), gross: eur(11_900), left: eur(10_000) },
    ])
  })
  it('takes the same share of the VAT as of the net, rounded half away from zero', () => {
    expect(correctLines([line(1, 1_000, 190)], [{ position: 1, net: eur(333) }])).toMatchObject([
      { vat: eur(63), gross: eur(396) },
    ])
    expect(correctLines([line(1, 100, 5)], [{ position: 1, net: eur(10) }])).toMatchObject([{ vat: eur(1) }])
  })
  it('refuses more than is left, a line that is not there, one that is named twice, and nothing', () => {
    const lines = [line(1, 100, 19)]
    expect(refusal(() => correctLines(lines, [{ position: 1, net: eur(101) }]))).toBe('tooMuch')
    expect(refusal(() => correctLines(lines, [{ position: 2, net: eur(1) }]))).toBe('tooMuch')
    const twice = { position: 1, net: eur(50) }
    expect(refusal(() => correctLines(lines, [twice, twice]))).toBe('tooMuch')
    expect(refusal(() => correctLines(lines, [{ position: 1, net: eur(0) }]))).toBe('nothingLeft')
    expect(refusal(() => correctLines([line(1, 0, 0)], undefined))).toBe('nothingLeft')
    expect(() => correctLines(lines, [{ position: 1, net: eur(-1) }])).toThrow(RangeError)
  })
  it('sums to the line exactly, into however many notes it is split', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 300_000 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        (net, vat, shares) => {
          let left = line(1, net, vat)
          let [backNet, backVat] = [0, 0]
          const take = (amount: number | undefined): void => {
            const wish = amount === undefined ? undefined : [{ position: 1, net: eur(amount) }]
            const totals = correctedTotals(correctLines([left], wish), 'EUR')
            backNet += totals.net.amount
            backVat += totals.vat.amount
            expect(totals.gross.amount).toBe(totals.net.amount + totals.vat.amount)
            left = line(1, net - backNet, vat - backVat)
            expect(left.vat.amount).toBeGreaterThanOrEqual(0)
          }
          for (const share of shares) {
            const amount = Math.floor(left.net.amount * share)
            if (amount > 0) take(amount)
          }
          if (left.net.amount > 0) take(undefined)
          expect([backNet, backVat]).toEqual([net, vat])
        },
      ),
    )
  })
})

it('a credit pays what it corrects, then the rest that is owed, and nothing is lost', () => {
  expect(creditGoes(eur(100), { document: eur(60), others: eur(30) })).toEqual({
    pays: eur(60),
    toOthers: eur(30),
    balance: eur(10),
  })
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), fc.nat(1000), (credited, document, others) => {
      const goes = creditGoes(eur(credited), { document: eur(document), others: eur(others) })
      expect(goes.pays.amount + goes.toOthers.amount + goes.balance.amount).toBe(credited)
      if (goes.toOthers.amount > 0) expect(goes.pays.amount).toBe(document)
      if (goes.balance.amount > 0) expect(goes.toOthers.amount).toBe(others)
    }),
  )
})
