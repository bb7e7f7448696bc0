import { describe, expect, it } from 'vitest'
import { toDecimalString } from '@stowage/domain/money'
import { readAmount, readInvoice, readJson, readPayment, refusalIn } from './read-answer.ts'

const payment = {
  id: 240711111,
  pay_amount: '10.99',
  refund_amount: null,
  clientid: 'U',
  orderid: 'P',
  payment_system_id: 127,
  status: 'success',
  obtain_datetime: '2026-11-22 00:00:00',
}

describe('roubles and minor units', () => {
  it.each([
    ['0.01', 1],
    ['10.99', 1099],
    ['899', 89_900],
    ['899.5', 89_950],
    ['99999999.99', 9_999_999_999],
  ])('%s is %i', (text, minor) => {
    expect(readAmount(text, 'RUB')).toEqual({ amount: minor, currency: 'RUB' })
    expect(readAmount(toDecimalString({ amount: minor, currency: 'RUB' }), 'RUB')?.amount).toBe(minor)
  })
  it.each([null, '', '1,00', '1 000.00', '1e3', '10.999', '+5.00', 'NaN', '0x10', '00.10'])(
    '%j is no amount',
    (text) => {
      expect(readAmount(text, 'RUB')).toBeUndefined()
    },
  )
})

describe('JSON', () => {
  it('keeps 17 digits that a JavaScript number would round', () => {
    expect(readInvoice(readJson('{"id":20140402085214805,"status":"paid","payment_id":240711111}'))).toEqual({
      id: '20140402085214805',
      status: 'paid',
      paymentId: '240711111',
    })
  })
  it.each(['<html><body><h1>401</h1></body></html>', '', '{"a":', 'OK'])('%j is none', (text) => {
    expect(readJson(text)).toBeUndefined()
  })
})

describe('refusals, which come with status 200', () => {
  it.each([
    ['{"result":"fail","msg":"Счёт не найден."}', 'Счёт не найден.'],
    ['[{"result":"fail","msg":"нет"}]', 'нет'],
    ['{"result":"fail"}', 'without a reason'],
    ['{"error_code": 17}', 'error_code 17'],
    ['{"result":"success"}', undefined],
    ['[]', undefined],
    ['[{"id":"1"}]', undefined],
    ['null', undefined],
  ])('%s', (text, reason) => {
    expect(refusalIn(readJson(text))).toBe(reason)
  })
})

describe('a payment', () => {
  const read = (value: unknown) => readPayment(readJson(JSON.stringify(value)), 'RUB')

  it('comes wrapped in an array of one or bare', () => {
    expect(read([payment])).toEqual({
      id: '240711111',
      orderId: 'P',
      clientId: 'U',
      amount: { amount: 1099, currency: 'RUB' },
      refunded: { amount: 0, currency: 'RUB' },
      status: 'success',
      pendingAt: null,
      obtainedAt: Temporal.Instant.from('2026-11-21T21:00:00Z'),
      card: null,
    })
    expect(read(payment)).toEqual(read([payment]))
  })
  it('takes amounts written as numbers', () => {
    expect(readPayment(readJson('{"id":1,"pay_amount":899.50,"status":"obtained"}'), 'EUR')?.amount).toEqual({
      amount: 89_950,
      currency: 'EUR',
    })
  })
  it('refunded without an amount is refunded whole', () => {
    expect(read({ ...payment, status: 'refunded' })?.refunded.amount).toBe(1099)
    expect(read({ ...payment, status: 'partially_refunded', refund_amount: '1.00' })?.refunded.amount).toBe(
      100,
    )
  })
  it.each([
    ['a status nobody knows', { ...payment, status: 'done' }],
    ['no amount', { ...payment, pay_amount: 'much' }],
    ['an id that is no number', { ...payment, id: '1 or 1=1' }],
    ['two at once', [payment, payment]],
    ['nothing', null],
  ])('proves nothing with %s', (_name, value) => {
    expect(read(value)).toBeUndefined()
  })
})
