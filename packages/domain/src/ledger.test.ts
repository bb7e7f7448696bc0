import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  balance,
  balances,
  LedgerError,
  postCreditNote,
  postCreditUsed,
  postDepositTaken,
  postInvoiceIssued,
  posting,
  postPaymentReceived,
  postPayout,
  postRefundWaived,
  postSurplus,
  reversal,
  type InvoicedLine,
  type LedgerEntry,
  type Posting,
} from './ledger.ts'
import { money, MoneyError } from './money.ts'
import { priceContract } from './price.ts'

const eur = (amount: number) => money(amount, 'EUR')
const entry = (account: LedgerEntry['account'], amount: number): LedgerEntry => ({
  account,
  amount: eur(amount),
})
const rows = (given: Posting) => given.entries.map(({ account, amount }) => `${account} ${amount.amount}`)

describe('posting', () => {
  it('takes entries that sum to zero and drops those of 0', () => {
    expect(rows(posting([entry('receivable', 5), entry('vat', 0), entry('rent', -5)]))).toEqual([
      'receivable 5',
      'rent -5',
    ])
  })
  it('refuses what does not balance', () => {
    expect(() => posting([entry('receivable', 5), entry('rent', -4)])).toThrow(LedgerError)
  })
  it('refuses nothing at all', () => {
    expect(() => posting([])).toThrow(LedgerError)
    expect(() => posting([entry('rent', 0)])).toThrow(LedgerError)
  })
  it('refuses two currencies, even where each sums to zero, even an amount of 0', () => {
    const usd = (amount: number): LedgerEntry => ({ account: 'rent', amount: money(amount, 'USD') })
    expect(() => posting([entry('receivable', 5), entry('rent', -5), usd(3), usd(-3)])).toThrow(MoneyError)
    expect(() => posting([entry('receivable', 5), entry('rent', -5), usd(0)])).toThrow(MoneyError)
  })
})

describe('what is posted', () => {
  it('a credit note takes back what its lines had earned, and the tenant has it as balance', () => {
    const line = (kind: InvoicedLine['kind'], net: number, vat: number): InvoicedLine => ({
      kind,
      net: eur(net),
      vat: eur(vat),
      gross: eur(net + vat),
    })
    const lines = [line('rent', 100, 19), line('insurance', 10, 2), line('deposit', 50, 0)]
    expect(rows(postCreditNote(lines, true))).toEqual([
      'tenantCredit -119',
      'rent 100',
      'vat 19',
      'tenantCredit -12',
      'insurance 10',
      'insuranceTax 2',
      'tenantCredit -50',
      'deposit 50',
    ])
    // It was never paid: it is not asked for any more.
    expect(rows(postCreditNote([line('deposit', 50, 0)], false))).toEqual([
      'tenantCredit -50',
      'depositAsked 50',
    ])
  })
  it('a payout takes money from the balance and from the cash it was paid with', () => {
    expect(rows(postPayout('manual', eur(7)))).toEqual(['tenantCredit 7', 'cash:manual -7'])
    expect(() => postPayout('manual', eur(0))).toThrow(RangeError)
  })
  const priced = priceContract({
    startDay: Temporal.PlainDate.from('2027-01-01'),
    durationMonths: 6,
    periodMonths: 6,
    rate: eur(10_000),
    discount: { kind: 'table' },
    vatPercent: 20,
    insurance: { monthly: eur(500), coverage: eur(1), taxPercent: 19 },
    depositMonths: 1,
  })
  const lines = priced?.lines ?? []

  it('an invoice', () => {
    expect(rows(postInvoiceIssued(lines))).toEqual([
      'receivable 64800',
      'rent -54000',
      'vat -10800',
      'receivable 3570',
      'insurance -3000',
      'insuranceTax -570',
      'receivable 10000',
      'depositAsked -10000',
    ])
  })
  it('a penalty', () => {
    const penalty: InvoicedLine = { kind: 'penalty', net: eur(70), vat: eur(0), gross: eur(70) }
    expect(rows(postInvoiceIssued([penalty]))).toEqual(['receivable 70', 'penalty -70'])
  })
  it('a line whose figures do not add up is refused', () => {
    const wrong: InvoicedLine = { kind: 'rent', net: eur(100), vat: eur(20), gross: eur(121) }
    expect(() => postInvoiceIssued([wrong])).toThrow(LedgerError)
  })
  it('money in, surplus, balance used, deposit held, money given back as goodwill', () => {
    expect(rows(postPaymentReceived('paykeeper', eur(50)))).toEqual(['cash:paykeeper 50', 'receivable -50'])
    expect(rows(postSurplus('manual', eur(5)))).toEqual(['cash:manual 5', 'tenantCredit -5'])
    expect(rows(postCreditUsed(eur(5)))).toEqual(['tenantCredit 5', 'receivable -5'])
    expect(rows(postDepositTaken(eur(7)))).toEqual(['depositAsked 7', 'deposit -7'])
    expect(rows(postRefundWaived('paykeeper', eur(3)))).toEqual(['writeOff 3', 'cash:paykeeper -3'])
  })
  it.each([0, -1])('%d is not moved', (amount) => {
    expect(() => postPaymentReceived('manual', eur(amount))).toThrow(RangeError)
  })

  it('an invoice paid in full leaves cash, income, tax and a liability', () => {
    const gross = priced?.totals.gross ?? eur(0)
    const book = [
      postInvoiceIssued(lines),
      postPaymentReceived('manual', gross),
      postDepositTaken(eur(10_000)),
    ].flatMap(({ entries }) => entries)
    const left = [...balances(book, 'EUR')]
      .filter(([, { amount }]) => amount !== 0)
      .map(([account, { amount }]) => [account, amount])
    expect(Object.fromEntries(left)).toEqual({
      'cash:manual': 78_370,
      rent: -54_000,
      vat: -10_800,
      insurance: -3000,
      insuranceTax: -570,
      deposit: -10_000,
    })
    expect(balance(book, 'EUR')).toEqual(eur(0))
  })
  it('a voided invoice leaves nothing', () => {
    const issued = postInvoiceIssued(lines)
    const book = [...issued.entries, ...reversal(issued).entries]
    expect([...balances(book, 'EUR').values()].every(({ amount }) => amount === 0)).toBe(true)
  })
})

it('the book sums to zero after whatever was posted (I3)', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 })
  const line = fc.record({
    kind: fc.constantFrom('rent', 'insurance', 'deposit', 'penalty'),
    net: amount,
    vat: fc.nat(100_000),
  })
  const post = fc.oneof(
    fc
      .array(line, { minLength: 1, maxLength: 4 })
      .map((drawn) =>
        postInvoiceIssued(
          drawn.map(({ kind, net, vat }) => ({ kind, net: eur(net), vat: eur(vat), gross: eur(net + vat) })),
        ),
      ),
    amount.map((value) => postPaymentReceived('manual', eur(value))),
    amount.map((value) => postSurplus('paykeeper', eur(value))),
    amount.map((value) => postCreditUsed(eur(value))),
    amount.map((value) => postDepositTaken(eur(value))),
    amount.map((value) => postRefundWaived('paykeeper', eur(value))),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(post, fc.boolean()), { maxLength: 20 }), (drawn) => {
      const book = drawn.flatMap(([given, reversed]) =>
        (reversed ? [given, reversal(given)] : [given]).flatMap(({ entries }) => entries),
      )
      expect(balance(book, 'EUR')).toEqual(eur(0))
      expect(
        balance(
          [...balances(book, 'EUR')].map(([account, total]) => ({ account, amount: total })),
          'EUR',
        ),
      ).toEqual(eur(0))
    }),
    { seed: 3, numRuns: 500 },
  )
})
