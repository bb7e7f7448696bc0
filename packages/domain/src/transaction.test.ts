import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedCard, ofContract, transactionsOf, type MoneyPosting } from './transaction.ts'

const base: MoneyPosting = {
  id: 'p1',
  reason: 'payment',
  paymentId: 'pay1',
  documentId: null,
  contractId: null,
  sellerId: 's',
  currency: 'EUR',
  at: '2026-11-21T10:00:00Z',
  day: '2026-11-21',
  cash: 0,
  credit: 0,
  settled: 0,
  processor: null,
}
const posting = (over: Partial<MoneyPosting>): MoneyPosting => ({ ...base, ...over })

describe('deeds with money', () => {
  it('a payment with a rest is one deed, with what it settled and what became balance', () => {
    const [one, ...more] = transactionsOf([
      posting({
        id: 'a',
        documentId: 'd1',
        contractId: 'c1',
        cash: 500,
        settled: 500,
        processor: 'paykeeper',
      }),
      posting({
        id: 'b',
        documentId: 'd2',
        contractId: 'c2',
        cash: 300,
        settled: 300,
        processor: 'paykeeper',
      }),
      posting({ id: 'c', reason: 'surplus', cash: 50, credit: 50, processor: 'paykeeper' }),
      // The deposit of the same document: neither money nor balance.
      posting({ id: 'd', documentId: 'd1', contractId: 'c1' }),
    ])
    expect(more).toEqual([])
    expect(one).toMatchObject({
      kind: 'payment',
      amount: 850,
      balanceChange: 50,
      processor: 'paykeeper',
      settled: [
        { documentId: 'd1', amount: 500 },
        { documentId: 'd2', amount: 300 },
      ],
    })
  })

  it('a refund takes its settlements back; what it opens nothing with is waived', () => {
    const at = '2026-11-25T10:00:00Z'
    const all = transactionsOf([
      posting({ id: 'a', documentId: 'd1', contractId: 'c1', cash: 500, settled: 500 }),
      posting({ id: 'b', reason: 'refund', at, day: '2026-11-25', cash: -120 }),
    ])
    expect(all.map(({ kind, amount, waived }) => [kind, amount, waived])).toEqual([
      ['refund', -120, 120],
      ['payment', 500, 0],
    ])
    // It says nothing of a contract, and is about the one whose invoice the payment had paid.
    expect(ofContract(all, 'c1', new Set(['d1'])).map(({ kind }) => kind)).toEqual(['refund', 'payment'])
    expect(ofContract(all, 'c2', new Set())).toEqual([])
  })

  it('balance used, given back, credited and paid out are told apart', () => {
    const kinds = (over: Partial<MoneyPosting>) => transactionsOf([posting(over)])[0]
    expect(kinds({ paymentId: 'balance', documentId: 'd', credit: -70, settled: 70 })).toMatchObject({
      kind: 'creditUsed',
      amount: 70,
      balanceChange: -70,
    })
    expect(
      kinds({ reason: 'refund', paymentId: 'balance', documentId: 'd', credit: 70, settled: -70 }),
    ).toMatchObject({ kind: 'creditReturned', amount: 70, settled: [{ amount: -70 }] })
    expect(kinds({ reason: 'credited', paymentId: null, documentId: 'n', credit: 90 })).toMatchObject({
      kind: 'credited',
      amount: 90,
    })
    expect(kinds({ reason: 'payout', credit: -40, cash: -40 })).toMatchObject({ kind: 'payout', amount: -40 })
  })

  it('currencies and sellers never meet in one deed', () => {
    const of = transactionsOf([
      posting({ id: 'a', cash: 100 }),
      posting({ id: 'b', cash: 100, currency: 'RUB' }),
      posting({ id: 'c', cash: 100, sellerId: 't' }),
    ])
    expect(of.map(({ amount }) => amount)).toEqual([100, 100, 100])
  })

  it('no cent is lost or made, whatever the postings', () => {
    const amount = fc.integer({ min: -100_000, max: 100_000 })
    const any = fc.record({
      reason: fc.constantFrom('payment', 'surplus', 'refund', 'payout', 'credited', 'issued', 'else'),
      paymentId: fc.constantFrom('pay1', 'pay2', 'balance', null),
      documentId: fc.constantFrom('d1', 'd2', null),
      currency: fc.constantFrom('EUR', 'RUB'),
      at: fc.constantFrom('2026-11-21T10:00:00Z', '2026-11-22T10:00:00Z'),
      cash: amount,
      credit: amount,
      settled: amount,
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (given) => {
        const postings = given.map((over, index) => posting({ ...over, id: String(index).padStart(3, '0') }))
        const moving = postings.filter(({ cash, credit }) => cash !== 0 || credit !== 0)
        const made = transactionsOf(postings)
        for (const currency of ['EUR', 'RUB']) {
          const mine = made.filter((one) => one.currency === currency)
          const theirs = moving.filter((one) => one.currency === currency)
          const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
          expect(sum(mine.map((one) => one.balanceChange))).toBe(sum(theirs.map((one) => one.credit)))
          expect(sum(mine.flatMap((one) => one.settled.map((share) => share.amount)))).toBe(
            sum(theirs.filter((one) => one.documentId !== null).map((one) => one.settled)),
          )
        }
        expect(new Set(made.map(({ id }) => id)).size).toBe(made.length)
      }),
      { numRuns: 300 },
    )
  })
})

it.each([
  ['411111******1234', '•••• 1234'],
  ['xxxxxxxxxxxx1234', '•••• 1234'],
  ['4111111111111234', '•••• 1234'],
  ['', null],
  [null, null],
])('of the card %s no more is shown than %s', (given, shown) => {
  expect(maskedCard(given)).toBe(shown)
})
