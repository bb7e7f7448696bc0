import { expect, test } from 'vitest'
import { expectedAnswer, formSign, notificationKey } from './hashes.ts'

const secret = 's3cr3t-word'
const payment = { id: '240711111', sum: '899.00', clientId: 'Иванов Иван (u-42)', orderId: 'inv-1007' }

test('the known vectors of key, answer and sign', () => {
  expect(notificationKey(payment, secret)).toBe('9efae45b81999aa10203c1c3f68c1536')
  expect(notificationKey({ ...payment, clientId: '' }, secret)).toBe('90bf6d8f2f5a6fdf59f422f74e448830')
  expect(expectedAnswer(payment.id, secret)).toBe('OK 643e015ff7764f1f656db9c7aca26c42')
  const form = {
    sum: '899.00',
    clientId: payment.clientId,
    orderId: payment.orderId,
    serviceName: 'Аренда бокса',
    email: 'a@b.ru',
    phone: '+79990000000',
  }
  expect(formSign(form, secret)).toBe('2d3e94fbc1dda2fa27a0ffebf1fc5078474ecf7868665e9752fd2dc24b83c395')
})
