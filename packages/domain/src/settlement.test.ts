import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money, MoneyError } from './money.ts'
import { settle, type OpenDocument, type SettlementAim } from './settlement.ts'

const eur = (amount: number) => money(amount, 'EUR')
const document = (
  id: string,
  contractId: string,
  kind: OpenDocument['kind'],
  due: string,
  debt: number,
): OpenDocument => ({
  id,
  contractId,
  kind,
  dueDay: Temporal.PlainDate.from(due),
  debt: eur(debt),
})

const all = [
  document('other-old', 'B', 'rent', '2027-01-01', 100),
  document('mine-penalty', 'A', 'penalty', '2027-02-01', 100),
  document('mine-rent', 'A', 'rent', '2027-02-01', 100),
  document('mine-later', 'A', 'rent', '2027-03-01', 100),
]
const order = (received: number, aim: SettlementAim) =>
  settle(eur(received), all, aim).shares.map((share) => `${share.documentId} ${share.amount.amount}`)

describe('order', () => {
  it('same contract, oldest due, rent before penalty', () => {
    expect(order(1000, { contractId: 'A' })).toEqual([
      'mine-rent 100',
      'mine-penalty 100',
      'mine-later 100',
      'other-old 100',
    ])
  })
  it('without an aim: oldest due, rent before penalty', () => {
    expect(order(1000, {})).toEqual(['other-old 100', 'mine-rent 100', 'mine-penalty 100', 'mine-later 100'])
  })
  it('the document that was paid comes first', () => {
    expect(order(150, { documentId: 'mine-later', contractId: 'A' })).toEqual([
      'mine-later 100',
      'mine-rent 50',
    ])
  })
})

describe('amounts', () => {
  it('the last share is what is left', () => {
    const { shares, surplus } = settle(eur(130), all, { contractId: 'A' })
    expect(shares.map((share) => share.amount.amount)).toEqual([100, 30])
    expect(surplus).toEqual(eur(0))
  })
  it('the rest is surplus', () => {
    expect(settle(eur(1000), all).surplus).toEqual(eur(600))
    expect(settle(eur(5), [])).toEqual({ shares: [], surplus: eur(5) })
  })
  it('settled documents take nothing', () => {
    expect(settle(eur(5), [document('x', 'A', 'rent', '2027-01-01', 0)])).toEqual({
      shares: [],
      surplus: eur(5),
    })
  })
  it('0 settles nothing', () => {
    expect(settle(eur(0), all)).toEqual({ shares: [], surplus: eur(0) })
  })
  it('less than nothing and another currency are refused', () => {
    expect(() => settle(eur(-1), all)).toThrow(RangeError)
    expect(() => settle(money(1, 'USD'), all)).toThrow(MoneyError)
  })
})

it('no cent is lost or made, and no document takes more than its debt (I4)', () => {
  const drawn = fc.record({
    contractId: fc.constantFrom('A', 'B', 'C'),
    kind: fc.constantFrom('rent', 'penalty'),
    days: fc.nat(60),
    debt: fc.nat(5000),
  })
  fc.assert(
    fc.property(fc.nat(40_000), fc.array(drawn, { maxLength: 12 }), (received, list) => {
      const documents = list.map(({ contractId, kind, days, debt }, index) => ({
        id: `d${String(index).padStart(2, '0')}`,
        contractId,
        kind,
        dueDay: Temporal.PlainDate.from('2027-01-01').add({ days }),
        debt: eur(debt),
      }))
      const { shares, surplus } = settle(eur(received), documents, { contractId: 'A' })
      const debtOf = new Map(documents.map(({ id, debt }) => [id, debt.amount]))
      expect(shares.reduce((total, share) => total + share.amount.amount, surplus.amount)).toBe(received)
      expect(new Set(shares.map((share) => share.documentId)).size).toBe(shares.length)
      for (const share of shares) {
        expect(share.amount.amount).toBeGreaterThan(0)
        expect(share.amount.amount).toBeLessThanOrEqual(debtOf.get(share.documentId) ?? -1)
      }
      if (surplus.amount > 0) {
        const debts = [...debtOf.values()].reduce((total, debt) => total + debt, 0)
        expect(received - surplus.amount).toBe(debts)
      }
      // the order in which documents are handed over changes nothing
      expect(settle(eur(received), [...documents].reverse(), { contractId: 'A' })).toEqual({
        shares,
        surplus,
      })
    }),
    { seed: 11, numRuns: 2000 },
  )
})
