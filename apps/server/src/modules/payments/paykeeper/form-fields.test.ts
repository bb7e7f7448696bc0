import { expect, test } from 'vitest'
import { money } from '@stowage/domain/money'
import type { Collection } from '../payments.ts'
import { bindingForm, chargeFields, formSign } from './form-fields.ts'

const collection: Collection = {
  reference: 'document:1',
  accountId: 'u-42',
  stockId: 's-1',
  amount: money(89_900, 'RUB'),
  serviceName: 'Аренда   бокса',
  cart: [{ name: 'Аренда', quantity: 1, gross: money(89_900, 'RUB'), vatPercent: 22, kind: 'service' }],
  email: 'a@b.ru',
  phone: null,
  language: 'de',
  createdById: 'u-42',
}

test('the signature of the form is the one that the service computes', () => {
  const fields = {
    sum: '899.00',
    clientid: 'Иванов Иван (u-42)',
    orderid: 'inv-1007',
    service_name: 'Аренда бокса',
    client_email: 'a@b.ru',
    client_phone: '+79990000000',
  }
  expect(formSign(fields, 's3cr3t-word')).toBe(
    '2d3e94fbc1dda2fa27a0ffebf1fc5078474ecf7868665e9752fd2dc24b83c395',
  )
  // An absent field counts as empty, and what is not among the six does not count.
  const { client_phone: _phone, ...without } = fields
  expect(formSign({ ...without, cart: '[]' }, 's3cr3t-word')).toBe(
    formSign({ ...fields, client_phone: '' }, 's3cr3t-word'),
  )
})

test('the form asks for a binding of a named payer and comes back to us', () => {
  expect(bindingForm(collection, { orderId: 'o-1', returnUrl: 'https://x.example/back' })).toEqual({
    sum: '899.00',
    clientid: 'u-42',
    orderid: 'o-1',
    service_name: 'Аренда бокса',
    client_email: 'a@b.ru',
    cart: expect.stringContaining('"sum":"899.00"') as string,
    lang: 'en',
    user_result_callback: 'https://x.example/back',
    msgtype: 'createbinding',
  })
})

test('a charge names the payer and the order, and a cart only where its lines are known', () => {
  expect(chargeFields({ ...collection, cart: [], phone: '+4930' }, 'o-2')).toEqual({
    orderid: 'o-2',
    sum: '899.00',
    clientid: 'u-42',
    service_name: 'Аренда бокса',
    client_email: 'a@b.ru',
    client_phone: '+4930',
  })
  expect(() => chargeFields({ ...collection, amount: money(1, 'RUB') }, 'o-3')).toThrow(/cart sums to/)
})
