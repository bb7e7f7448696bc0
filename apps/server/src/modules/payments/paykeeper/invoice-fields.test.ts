import { describe, expect, it } from 'vitest'
import { money } from '@stowage/domain/money'
import type { CartLine, Collection } from '../payments.ts'
import { cartOf, invoiceFields, taxCode } from './invoice-fields.ts'

const line = (gross: number, more: Partial<CartLine> = {}): CartLine => ({
  name: 'Rent YA001',
  quantity: 1,
  gross: money(gross, 'RUB'),
  vatPercent: 22,
  kind: 'service',
  ...more,
})
const collection: Collection = {
  reference: 'document:1',
  accountId: '01ACCOUNT',
  stockId: '01STOCK',
  amount: money(150_000, 'RUB'),
  serviceName: 'Аренда бокса',
  email: 'a@b.ru',
  phone: '+79990000000',
  language: 'ru',
  createdById: '01ACCOUNT',
  cart: [line(100_000), line(50_000, { name: 'Deposit', kind: 'deposit', vatPercent: 0 })],
}

it('asks for an invoice as the protocol wants it', () => {
  const fields = invoiceFields(collection, {
    orderId: '01ORDER',
    returnUrl: 'https://x.example/payment-return?payment=01ORDER',
    expiresAt: Temporal.Instant.from('2026-11-24T10:00:00Z'),
  })
  const { service_name: details, ...plain } = fields
  expect(plain).toEqual({
    pay_amount: '1500.00',
    clientid: '01ACCOUNT',
    orderid: '01ORDER',
    client_email: 'a@b.ru',
    client_phone: '+79990000000',
    expiry: '2026-11-24 13:00:00',
  })
  expect(JSON.parse(details ?? '')).toEqual({
    service_name: 'Аренда бокса',
    lang: 'ru',
    user_result_callback: 'https://x.example/payment-return?payment=01ORDER',
    cart: [
      {
        name: 'Rent YA001',
        price: '1000.00',
        quantity: '1',
        sum: '1000.00',
        tax: 'vat22',
        item_type: 'service',
        payment_type: 'prepay',
      },
      {
        name: 'Deposit',
        price: '500.00',
        quantity: '1',
        sum: '500.00',
        tax: 'none',
        item_type: 'payment',
        payment_type: 'advance',
      },
    ],
  })
})

it('speaks English to whoever does not read Russian', () => {
  const lang = (language: Collection['language']): unknown =>
    (
      JSON.parse(
        invoiceFields(
          { ...collection, language },
          { orderId: 'o', returnUrl: 'r', expiresAt: Temporal.Instant.from('2026-11-24T10:00:00Z') },
        )['service_name'] ?? '',
      ) as { lang: string }
    ).lang
  expect((['ru', 'en', 'de', 'pl'] as const).map(lang)).toEqual(['ru', 'en', 'en', 'en'])
})

describe('the receipt', () => {
  it.each([
    [0, 'none'],
    [5, 'vat5'],
    [7, 'vat7'],
    [10, 'vat10'],
    [20, 'vat20'],
    [22, 'vat22'],
    [19, undefined],
    [12.5, undefined],
  ])('VAT of %d %% is %s', (percent, code) => {
    expect(taxCode(percent)).toBe(code)
  })
  it('writes a rate it does not know as without VAT', () => {
    expect(
      cartOf({
        amount: money(100, 'EUR'),
        cart: [{ ...line(1), gross: money(100, 'EUR'), vatPercent: 19 }],
      })[0]?.['tax'],
    ).toBe('none')
  })
  it('tells pieces only where price × quantity is the sum to the kopeck', () => {
    expect(
      cartOf({
        amount: money(200, 'RUB'),
        cart: [line(100, { quantity: 3 }), line(100, { quantity: 4 })],
      }).map(({ price, quantity, sum }) => [price, quantity, sum]),
    ).toEqual([
      ['1.00', '1', '1.00'],
      ['0.25', '4', '1.00'],
    ])
  })
  it('leaves out lines of nothing, and says nothing at all where a line reduces', () => {
    expect(cartOf({ amount: money(100, 'RUB'), cart: [line(100), line(0)] })).toHaveLength(1)
    expect(cartOf({ amount: money(50, 'RUB'), cart: [line(100), line(-50)] })).toEqual([])
    expect(cartOf({ amount: money(50, 'RUB'), cart: [] })).toEqual([])
  })
  it('is never one of another sum', () => {
    expect(() => cartOf({ amount: money(99, 'RUB'), cart: [line(100)] })).toThrow('the cart sums to 100')
  })
  it('cuts names by characters', () => {
    const [first] = cartOf({ amount: money(1, 'RUB'), cart: [line(1, { name: `${'я'.repeat(127)}😀😀` })] })
    expect(first?.['name']).toBe(`${'я'.repeat(127)}😀`)
  })
})
