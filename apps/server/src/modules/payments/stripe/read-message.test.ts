import { money } from '@stowage/domain/money'
import { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { machineNow } from '../../../platform/clock.ts'
import type { RawMessage } from '../processor.ts'
import { readMessage } from './read-message.ts'

const SECRET = 'whsec_present'
const FORMER = 'whsec_former'
const PAYMENT = '01J00000000000000000000001'
const ACCOUNT = '01J00000000000000000000002'
const metadata = { paymentId: PAYMENT, accountId: ACCOUNT }
const seconds = (): number => Math.floor(machineNow().epochMilliseconds / 1000)

function message(body: string, how: { secret?: string; age?: number } = {}): RawMessage {
  const header = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: how.secret ?? SECRET,
    timestamp: seconds() - (how.age ?? 0),
  })
  return { body: Buffer.from(body), header: (name) => (name === 'stripe-signature' ? header : undefined) }
}

const event = (type: string, object: object, more: object = {}): string =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1_795_000_000,
    livemode: false,
    type,
    data: { object, ...more },
  })

const read = (body: string, how: { secret?: string; age?: number } = {}) =>
  readMessage(message(body, how), [SECRET, FORMER])
const subject = (type: string, object: object) => {
  const message = read(event(type, object))
  return message.verdict === 'genuine' ? message.subject : message.verdict
}

const paid = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 12_345,
  currency: 'eur',
  status: 'succeeded',
  metadata,
}

it('is genuine under either secret while one replaces the other, and is answered', () => {
  for (const secret of [SECRET, FORMER])
    expect(read(event('payment_intent.succeeded', paid), { secret })).toMatchObject({
      verdict: 'genuine',
      messageId: 'evt_1',
      type: 'payment_intent.succeeded',
      subject: {
        about: 'payment',
        outsideId: 'pi_1',
        orderId: PAYMENT,
        claims: { amount: money(12_345, 'EUR'), clientId: ACCOUNT },
      },
      accepted: { status: 200 },
    })
})

it('is forged under another secret, with another body, and with a signature that is none', () => {
  const body = event('payment_intent.succeeded', paid)
  expect(read(body, { secret: 'whsec_other' }).verdict).toBe('forged')
  const { header } = message(body)
  const changed = Buffer.from(body.replace('12345', '1'))
  expect(readMessage({ body: changed, header }, [SECRET]).verdict).toBe('forged')
  const withHeader = (text: string) =>
    readMessage({ body: Buffer.from(body), header: () => text }, [SECRET]).verdict
  expect(withHeader(`t=${seconds()},v1=00`)).toBe('forged')
  expect(withHeader(`t=${seconds()},v0=${'0'.repeat(64)}`)).toBe('forged')
  expect(withHeader(`t=${seconds()}`)).toBe('forged')
  expect(readMessage(message(body), []).verdict).toBe('forged')
})

it('is stale when it was signed more than five minutes ago', () => {
  const body = event('payment_intent.succeeded', paid)
  expect(read(body, { age: 290 }).verdict).toBe('genuine')
  expect(read(body, { age: 302 })).toMatchObject({ verdict: 'stale', outsideId: 'pi_1' })
  expect(read(body, { age: 302, secret: 'whsec_other' }).verdict).toBe('forged')
})

it.each([
  ['no signature', { body: Buffer.from('{}'), header: () => undefined }],
  ['no time in it', { body: Buffer.from('{}'), header: () => 'v1=00' }],
  ['no body', { body: Buffer.alloc(0), header: () => 't=1,v1=00' }],
  ['no JSON', message('paid!')],
  ['a list', message('[1]')],
  ['an event without its object', message('{"id":"evt_1","object":"event","type":"x","data":{}}')],
  ['an id of ten thousand characters', message(event('a', {}).replace('evt_1', 'e'.repeat(10_000)))],
  [
    'an event of the second API, which carries no object',
    message('{"id":"evt_1","object":"v2.core.event","type":"x"}'),
  ],
])('is malformed: %s', (_name, raw) => {
  expect(readMessage(raw, [SECRET]).verdict).toBe('malformed')
})

const onPage = { payment_intent: 'pi_1', amount_total: 12_345, currency: 'eur', metadata }

it.each([
  ['checkout.session.completed', { ...onPage, payment_status: 'paid' }],
  ['checkout.session.async_payment_succeeded', { ...onPage, payment_intent: { id: 'pi_1' } }],
  ['payment_intent.succeeded', paid],
])('%s claims the sum', (type, object) => {
  expect(subject(type, object)).toEqual({
    about: 'payment',
    outsideId: 'pi_1',
    orderId: PAYMENT,
    claims: { amount: money(12_345, 'EUR'), clientId: ACCOUNT },
  })
})

it('a claim whose sum cannot be read is still a claim', () => {
  expect(subject('payment_intent.succeeded', { ...paid, amount: '12345' })).toMatchObject({
    claims: { amount: null, clientId: ACCOUNT },
  })
  expect(subject('payment_intent.succeeded', { ...paid, currency: 'jpy' })).toMatchObject({
    claims: { amount: null },
  })
})

it.each([
  // A direct debit: the bank decides days later.
  ['checkout.session.completed', { ...onPage, payment_status: 'unpaid' }, PAYMENT],
  ['checkout.session.async_payment_failed', onPage, PAYMENT],
  ['payment_intent.processing', paid, PAYMENT],
  ['payment_intent.payment_failed', paid, PAYMENT],
  ['payment_intent.canceled', paid, PAYMENT],
  ['charge.refunded', { ...paid, id: 'ch_1', payment_intent: 'pi_1' }, PAYMENT],
  ['refund.updated', { payment_intent: 'pi_1', amount: 5, currency: 'eur', metadata: { key: 'k' } }, null],
  ['charge.dispute.created', { payment_intent: 'pi_1', amount: 12_345, currency: 'eur', metadata: {} }, null],
  // Of another shop with the same account.
  ['payment_intent.succeeded', { ...paid, metadata: { order: '7' } }, null],
])('%s is about its payment and claims no money', (type, object, orderId) => {
  expect(subject(type, object)).toEqual({ about: 'payment', outsideId: 'pi_1', orderId, claims: null })
})

it.each([
  ['payment_method.detached', { id: 'pm_1', customer: null }, 'pm_1'],
  ['mandate.updated', { id: 'mandate_1', status: 'inactive', payment_method: 'pm_2' }, 'pm_2'],
])('%s ends a method', (type, object, outsideId) => {
  expect(subject(type, object)).toEqual({ about: 'method', outsideId })
})

it.each([
  ['checkout.session.expired', { payment_intent: null, metadata }],
  ['mandate.updated', { status: 'active', payment_method: 'pm_2' }],
  ['charge.succeeded', { payment_intent: null }],
  ['payment_intent.succeeded', { id: '../customers' }],
  ['customer.created', { id: 'cus_1' }],
])('%s may be nothing to us', (type, object) => {
  expect(subject(type, object)).toEqual({ about: 'nothing' })
})

it('keeps what staff need and nothing of the payer', () => {
  const message = read(
    event(
      'charge.failed',
      {
        id: 'ch_1',
        payment_intent: 'pi_1',
        amount: 5,
        currency: 'eur',
        status: 'failed',
        failure_code: 'insufficient_funds\u0000',
        billing_details: { name: 'Anna Holder', email: 'anna@example.com', address: { line1: 'Weg 1' } },
        receipt_email: 'anna@example.com',
        reason: 'x'.repeat(5000),
        metadata,
      },
      { previous_attributes: { status: 'pending' } },
    ),
  )
  expect(message.kept).toEqual({
    id: 'evt_1',
    type: 'charge.failed',
    created: '1795000000',
    livemode: 'false',
    object: 'ch_1',
    payment: 'pi_1',
    orderId: PAYMENT,
    clientId: ACCOUNT,
    amount: '5',
    currency: 'eur',
    status: 'failed',
    failure: 'insufficient_funds',
    reason: 'x'.repeat(300),
    was: 'pending',
  })
  expect(read('paid! by Anna', { secret: 'whsec_other' }).kept).toEqual({
    bytes: '13',
    signedAt: expect.any(String),
  })
})
