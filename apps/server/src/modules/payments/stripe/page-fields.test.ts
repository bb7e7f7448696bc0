import { money } from '@stowage/domain/money'
import { expect, it } from 'vitest'
import { machineNow } from '../../../platform/clock.ts'
import { ProcessorError, type PayMethod, type PayOrder } from '../processor.ts'
import { methodsFor, pageFields, pageKey } from './page-fields.ts'

const all: PayMethod[] = ['card', 'sepa', 'paypal']
const order: PayOrder = {
  paymentId: '01J00000000000000000000001',
  reference: 'document:1',
  accountId: '01J00000000000000000000002',
  stockId: 's',
  amount: money(12_345, 'EUR'),
  serviceName: 'Rent   of box 12',
  cart: [],
  email: 'anna@example.com',
  phone: null,
  language: 'de',
  createdById: 'a',
  returnUrl: 'https://rent.example/payment-return?payment=01J00000000000000000000001',
}

it('direct debits are offered in euro only, PayPal in its own currencies', () => {
  expect(methodsFor('EUR', all)).toEqual(['card', 'sepa', 'paypal'])
  expect(methodsFor('USD', all)).toEqual(['card', 'paypal'])
  expect(methodsFor('PLN', all)).toEqual(['card', 'paypal'])
  expect(methodsFor('RUB', all)).toEqual(['card'])
  expect(methodsFor('EUR', ['paypal'])).toEqual(['paypal'])
})

it('a page names the sum, our ids and both ways back', () => {
  const page = pageFields(order, all)
  expect(page).toMatchObject({
    mode: 'payment',
    allowed_payment_method_types: ['card', 'sepa_debit', 'paypal'],
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'eur', unit_amount: 12_345, product_data: { name: 'Rent of box 12' } },
      },
    ],
    adaptive_pricing: { enabled: false },
    client_reference_id: order.paymentId,
    metadata: { paymentId: order.paymentId, accountId: order.accountId },
    payment_intent_data: { metadata: { paymentId: order.paymentId, accountId: order.accountId } },
    customer_email: 'anna@example.com',
    locale: 'de',
    success_url: `${order.returnUrl}&result=success`,
    cancel_url: `${order.returnUrl}&result=fail`,
  })
  expect(page.payment_intent_data).not.toHaveProperty('setup_future_usage')
  expect(page).not.toHaveProperty('customer_creation')
})

it('a method that is to be saved gets a holder of its own', () => {
  const page = pageFields({ ...order, savesMethod: true }, all)
  expect(page.payment_intent_data?.setup_future_usage).toBe('off_session')
  expect(page.customer_creation).toBe('always')
})

it('only the chosen method is offered, and none that cannot pay the currency', () => {
  expect(pageFields({ ...order, method: 'sepa' }, all).allowed_payment_method_types).toEqual(['sepa_debit'])
  const inDollars = { ...order, amount: money(1, 'USD'), method: 'sepa' as const }
  expect(() => pageFields(inDollars, all)).toThrow(ProcessorError)
  expect(() => pageFields({ ...order, method: 'paypal' }, ['card'])).toThrow(
    expect.objectContaining({ kind: 'refused' }),
  )
})

it.each([
  ['a wish that can be kept', { hours: 2 }, 7200],
  ['too early', { minutes: 5 }, 1830],
  ['already over', { minutes: -5 }, 1830],
  ['too late', { hours: 72 }, 86_340],
])('closes at what Stripe allows: %s', (_name, after, seconds) => {
  const before = machineNow()
  const { expires_at: at } = pageFields({ ...order, expiresAt: before.add(after) }, all)
  const wanted = Math.floor(before.epochMilliseconds / 1000) + seconds
  // The second may have turned meanwhile, and on a busy machine more than one.
  expect(at).toBeGreaterThanOrEqual(wanted)
  expect(at).toBeLessThan(wanted + 20)
})

it('the same wish has the same key, another amount another one', () => {
  const at = { ...order, expiresAt: machineNow().add({ hours: 2 }) }
  const key = pageKey(order.paymentId, pageFields(at, all))
  expect(pageKey(order.paymentId, pageFields(at, all))).toBe(key)
  expect(key.length).toBeLessThanOrEqual(255)
  expect(pageKey(order.paymentId, pageFields({ ...at, amount: money(1, 'EUR') }, all))).not.toBe(key)
})

it('a name without words, or with very many, is still a name; an empty mail is no mail', () => {
  const named = (serviceName: string): unknown =>
    pageFields({ ...order, serviceName }, all).line_items?.[0]?.price_data?.product_data?.name
  expect(named('  ')).toBe('—')
  expect(named('🙂'.repeat(400))).toBe('🙂'.repeat(250))
  expect(pageFields({ ...order, email: '' }, all)).not.toHaveProperty('customer_email')
})
