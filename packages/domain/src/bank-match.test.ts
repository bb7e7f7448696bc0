import { expect, test } from 'vitest'
import { matchTransfer, sameName, suggestDocuments, type NamedDocument } from './bank-match.ts'
import type { ReferencesFound } from './bank-reference.ts'

const nothing: ReferencesFound = { payments: [], documents: [], contracts: [], doubtfulContracts: [] }
let last = 0
const document = (over: Partial<NamedDocument> = {}): NamedDocument => {
  last += 1
  return {
    id: `d${last}`,
    accountId: 'a',
    contractId: 'c',
    contractNumber: '2026-000001',
    paymentNumber: 1_000_000_000 + last,
    number: `BER-2026-${String(last).padStart(6, '0')}`,
    status: 'open',
    kind: 'rent',
    dueOn: '2026-11-01',
    debt: 10_000,
    ...over,
  }
}
const byReference = (...documents: NamedDocument[]): ReferencesFound => ({
  ...nothing,
  payments: documents.map(({ paymentNumber }) => paymentNumber),
})
const byContract = (...contracts: string[]): ReferencesFound => ({ ...nothing, contracts })

test.each([10_000, 9_999, 1, 10_001, 1_000_000])('its own reference settles a document with %s', (amount) => {
  const one = document()
  expect(matchTransfer(amount, byReference(one), [one])).toEqual({ settle: [{ documentId: one.id, amount }] })
  expect(matchTransfer(amount, { ...nothing, documents: [one.number ?? ''] }, [one])).toEqual({
    settle: [{ documentId: one.id, amount }],
  })
  // Named twice over, and with its own contract: still one document.
  expect(
    matchTransfer(
      amount,
      { ...byReference(one), documents: [one.number ?? ''], contracts: [one.contractNumber] },
      [one],
    ),
  ).toEqual({ settle: [{ documentId: one.id, amount }] })
})

test('a document that asks for nothing more, an unknown number and a second contract are for a person', () => {
  const one = document()
  expect(matchTransfer(1, byReference(one), [{ ...one, status: 'paid', debt: 0 }])).toEqual({
    ask: 'notOpen',
  })
  expect(matchTransfer(1, byReference(one), [{ ...one, status: 'void' }])).toEqual({ ask: 'notOpen' })
  expect(matchTransfer(10_000, byReference(one), [])).toEqual({ ask: 'unknownReference' })
  expect(matchTransfer(10_000, { ...byReference(one), documents: ['BER-2026-999999'] }, [one])).toEqual({
    ask: 'several',
  })
  expect(matchTransfer(10_000, { ...byReference(one), contracts: ['2026-000002'] }, [one])).toEqual({
    ask: 'several',
  })
})

test('two documents by reference are paid by exactly both, else nobody knows how much is for which', () => {
  const [one, two] = [
    document(),
    document({ accountId: 'b', contractId: 'x', debt: 5000, dueOn: '2026-10-01' }),
  ]
  expect(matchTransfer(15_000, byReference(one, two), [one, two])).toEqual({
    settle: [
      { documentId: two.id, amount: 5000 },
      { documentId: one.id, amount: 10_000 },
    ],
  })
  for (const amount of [14_999, 15_001, 10_000, 5000])
    expect(matchTransfer(amount, byReference(one, two), [one, two])).toEqual({ ask: 'several' })
})

test('a contract is paid by the sum of one of its documents, the oldest first, or of all', () => {
  const [late, later, fee] = [
    document({ dueOn: '2026-12-01' }),
    document({ dueOn: '2026-11-01' }),
    document({ dueOn: '2026-10-01', kind: 'penalty', debt: 10_000 }),
  ]
  const found = byContract('2026-000001')
  expect(matchTransfer(10_000, found, [late, later, fee])).toEqual({
    settle: [{ documentId: later.id, amount: 10_000 }],
  })
  expect(matchTransfer(30_000, found, [late, later, fee])).toEqual({
    settle: [later, late, fee].map(({ id }) => ({ documentId: id, amount: 10_000 })),
  })
  for (const amount of [9_999, 10_001, 20_000])
    expect(matchTransfer(amount, found, [late, later, fee])).toEqual({ ask: 'otherAmount' })
  expect(matchTransfer(10_000, found, [])).toEqual({ ask: 'unknownReference' })
  expect(matchTransfer(10_000, found, [{ ...late, status: 'paid', debt: 0 }])).toEqual({ ask: 'notOpen' })
})

test('two contracts are paid by the sum of all that is open on both', () => {
  const [one, two] = [document(), document({ contractNumber: '2026-000002', debt: 500 })]
  const found = byContract('2026-000001', '2026-000002')
  expect(matchTransfer(10_500, found, [one, two])).toMatchObject({
    settle: [{ amount: 10_000 }, { amount: 500 }],
  })
  expect(matchTransfer(10_000, found, [one, two])).toEqual({ ask: 'otherAmount' })
  expect(matchTransfer(10_000, found, [one])).toEqual({ ask: 'several' })
})

test('a number that may be another one settles nothing, and neither does silence', () => {
  const one = document()
  expect(matchTransfer(10_000, { ...nothing, doubtfulContracts: [one.contractNumber] }, [one])).toEqual({
    ask: 'doubtful',
  })
  expect(matchTransfer(10_000, nothing, [one])).toEqual({ ask: 'nothingNamed' })
})

test('whatever is settled is all of the money, to open documents only', () => {
  const numbers = ['2026-000001', '2026-000002']
  let seed = 7
  const random = (most: number): number => {
    seed = Math.trunc(Math.imul(seed ^ (seed >>> 15), 0x2c1b_3c6d) + 0x9e37_79b9)
    return ((seed ^ (seed >>> 13)) >>> 0) % most
  }
  let settled = 0
  for (let round = 0; round < 5000; round += 1) {
    const documents = Array.from({ length: 1 + random(4) }, () =>
      document({
        contractNumber: numbers[random(2)] ?? '',
        debt: 100 * (1 + random(3)),
        status: (['open', 'open', 'open', 'paid', 'void'] as const)[random(5)] ?? 'open',
        kind: random(4) === 0 ? 'penalty' : 'rent',
        dueOn: `2026-1${random(3)}-01`,
      }),
    )
    const some = documents.filter(() => random(3) === 0)
    const found = {
      ...nothing,
      payments: some.map(({ paymentNumber }) => paymentNumber),
      contracts: numbers.filter(() => random(2) === 0),
    }
    const amount = 100 * (1 + random(8))
    const decision = matchTransfer(amount, found, documents)
    if ('ask' in decision) continue
    settled += 1
    expect(decision.settle.reduce((sum, share) => sum + share.amount, 0)).toBe(amount)
    for (const share of decision.settle) {
      expect(share.amount).toBeGreaterThan(0)
      expect(documents.find(({ id }) => id === share.documentId)).toMatchObject({ status: 'open' })
    }
    expect(new Set(decision.settle.map(({ documentId }) => documentId)).size).toBe(decision.settle.length)
  }
  expect(settled).toBeGreaterThan(500)
})

test('suggestions put what is named before what fits, and leave out what nothing speaks for', () => {
  const base = { accountName: 'Somebody Else', isPayerKnown: false }
  const named = { ...document({ debt: 1 }), ...base }
  const fits = { ...document(), ...base }
  const known = { ...document(), ...base, isPayerKnown: true }
  const called = { ...document({ debt: 2 }), ...base, accountName: 'Groß, Jürgen' }
  const stranger = { ...document({ debt: 3 }), ...base }
  const closed = { ...document({ status: 'paid', debt: 0 }), ...base, isPayerKnown: true }
  const suggested = suggestDocuments({ amount: 10_000, payerName: 'JUERGEN GROSS' }, byReference(named), [
    stranger,
    fits,
    called,
    known,
    closed,
    named,
  ])
  expect(suggested.map(({ document: { id }, signs }) => [id, signs])).toEqual([
    [known.id, ['payerKnown', 'amount']],
    [named.id, ['reference']],
    [fits.id, ['amount']],
  ])
  expect(suggestDocuments({ amount: 9, payerName: 'Jürgen Gross' }, nothing, [called])[0]?.signs).toEqual([
    'name',
  ])
})

test.each([
  ['Jürgen Groß', 'GROSS JURGEN', true],
  ['Herr Dr. Jan Kowalski', 'Jan Kowalski', true],
  ['Łukasz Żółć', 'ZOLC LUKASZ', true],
  ['ООО "Ромашка"', 'Ромашка', true],
  ['Семён Ёлкин', 'СЕМЕН ЕЛКИН', true],
  ['Stowage GmbH & Co. KG', 'Stowage', true],
  ['Jan Kowalski', 'Anna Kowalska', false],
  ['Li', 'Li Wei', false],
  ['GmbH', 'GmbH', false],
  ['', 'Anybody', false],
])('%s and %s are one: %s', (one, other, isSame) => {
  expect(sameName(one, other)).toBe(isSame)
  expect(sameName(other, one)).toBe(isSame)
})
