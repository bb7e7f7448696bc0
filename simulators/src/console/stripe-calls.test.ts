import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StripeView } from '@stowage/api/simulated-stripe'
import { startStripe, type StripeSimulator } from '../stripe/start-stripe.ts'
import { answerRefusals } from './console-error.ts'
import { stripeCalls } from './stripe-calls.ts'

const SECRET_KEY = 'sk_test_console'
let stripe: StripeSimulator
let app: FastifyInstance

beforeAll(async () => {
  stripe = await startStripe({
    host: '127.0.0.1',
    secretKey: SECRET_KEY,
    webhookSecret: 'whsec_console',
    // Nobody listens there.
    webhookUrl: 'http://127.0.0.1:9/hook',
  })
  app = fastify()
  answerRefusals(app)
  stripeCalls(app, stripe, {})
})
afterAll(async () => {
  await app.close()
  await stripe.close()
})

const get = async (url: string): Promise<unknown> => (await app.inject(url)).json<unknown>()
const post = async (url: string, body: object): Promise<{ status: number; body: unknown }> => {
  const answer = await app.inject({ method: 'POST', url, payload: body })
  return { status: answer.statusCode, body: answer.json<unknown>() }
}

test('Stripe: pay a page, decide a debit, dispute, detach, and let things go wrong', async () => {
  const { baseUrl } = stripe
  const openSession = async (): Promise<string> => {
    const answer = await fetch(`${baseUrl}/v1/checkout/sessions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${SECRET_KEY}` },
      body: new URLSearchParams({
        mode: 'payment',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][unit_amount]': '1250',
        'line_items[0][price_data][product_data][name]': 'Box',
        'payment_intent_data[setup_future_usage]': 'off_session',
        client_reference_id: 'P-1',
        success_url: 'https://shop.example/',
      }),
    })
    return ((await answer.json()) as { id: string }).id
  }
  const view = async (): Promise<StripeView> => (await get('/stripe')) as StripeView
  const done = { status: 200, body: { done: true } }

  const session = await openSession()
  expect(await view()).toMatchObject({
    baseUrl,
    isDown: false,
    mode: 'normal',
    sessions: [
      { id: session, amount: 1250, currency: 'EUR', reference: 'P-1', payUrl: `${baseUrl}/c/pay/${session}` },
    ],
    payments: [],
  })
  expect(await post(`/stripe/sessions/${session}`, { action: 'pay', card: '4000000000009995' })).toEqual(done)
  expect((await view()).payments).toMatchObject([
    { status: 'failed', failReason: 'insufficient_funds', account: '9995' },
  ])
  expect(
    await post(`/stripe/sessions/${session}`, {
      action: 'pay',
      iban: 'DE62 3704 0044 0532 0130 01',
      mode: 'never',
    }),
  ).toEqual(done)
  const [debit] = (await view()).payments
  expect(debit).toMatchObject({ status: 'processing', type: 'sepa_debit', account: '3001', reference: 'P-1' })
  expect(await post(`/stripe/payments/${debit?.id}`, { action: 'settle', outcome: 'succeeded' })).toEqual(
    done,
  )
  expect(await post(`/stripe/payments/${debit?.id}`, { action: 'settle' })).toMatchObject({ status: 409 })
  expect(await post(`/stripe/payments/${debit?.id}`, { action: 'dispute' })).toEqual(done)
  expect((await view()).payments).toMatchObject([
    { status: 'disputed', dispute: { status: 'lost', isOpen: false } },
  ])
  expect(await post(`/stripe/payments/${debit?.id}`, { action: 'refund' })).toMatchObject({ status: 409 })

  expect(await post(`/stripe/sessions/${await openSession()}`, { action: 'pay' })).toEqual(done)
  const [card] = (await view()).payments
  expect(await post(`/stripe/payments/${card?.id}`, { action: 'refund', amount: 250 })).toEqual(done)
  expect(await post(`/stripe/payments/${card?.id}`, { action: 'refund', amount: 0.5 })).toMatchObject({
    status: 400,
  })
  expect(await post(`/stripe/payments/${card?.id}`, { action: 'dispute', kind: 'inquiry' })).toEqual(done)
  expect(await post(`/stripe/payments/${card?.id}`, { action: 'closeDispute', outcome: 'won' })).toEqual(done)
  expect((await view()).payments[0]).toMatchObject({
    status: 'succeeded',
    refunded: 250,
    dispute: { isOpen: false },
  })

  const [saved, account] = (await view()).methods
  expect([saved?.type, account?.type, typeof account?.mandateId]).toEqual(['card', 'sepa_debit', 'string'])
  expect(await post(`/stripe/methods/${saved?.id}`, { action: 'change', behaviour: 'do_not_honor' })).toEqual(
    done,
  )
  expect((await view()).methods[0]).toMatchObject({ behaviour: 'do_not_honor' })
  expect(await post(`/stripe/methods/${saved?.id}`, { action: 'change', behaviour: null })).toEqual(done)
  expect(await post(`/stripe/methods/${saved?.id}`, { action: 'renew' })).toEqual(done)
  expect((await view()).methods[0]).toMatchObject({ behaviour: null, account: '1881' })
  expect(await post(`/stripe/methods/${saved?.id}`, { action: 'endMandate' })).toMatchObject({ status: 404 })
  expect(await post(`/stripe/methods/${account?.id}`, { action: 'endMandate' })).toEqual(done)
  expect(await post(`/stripe/methods/${account?.id}`, { action: 'detach' })).toEqual(done)
  expect((await view()).methods).toMatchObject([{ id: saved?.id }])

  const [told] = (await view()).deliveries
  expect(told).toMatchObject({ type: 'payment_method.detached', sent: true, status: 0, accepted: false })
  expect(await post(`/stripe/events/${told?.eventId}`, { action: 'deliverAgain', mode: 'twice' })).toEqual(
    done,
  )
  expect(await post('/stripe/events/evt_0', { action: 'deliverAgain' })).toMatchObject({ status: 409 })

  expect(await post('/stripe', { action: 'deliver', mode: 'never' })).toEqual(done)
  expect(await post('/stripe', { action: 'advance', days: 14 })).toEqual(done)
  expect(await post('/stripe', { action: 'advance', days: 0.5 })).toMatchObject({ status: 400 })
  expect(await post('/stripe', { action: 'fail', fault: 'html' })).toEqual(done)
  expect(
    (await fetch(`${baseUrl}/v1/account`, { headers: { Authorization: `Bearer ${SECRET_KEY}` } })).status,
  ).toBe(502)
  expect(await post('/stripe', { action: 'slow', ms: 1 })).toEqual(done)
  expect(await post('/stripe', { action: 'down' })).toEqual(done)
  expect(await view()).toMatchObject({ isDown: true, mode: 'never' })
  expect(await post('/stripe', { action: 'up' })).toEqual(done)
  expect(await post('/stripe', { action: 'deliver', mode: 'normal' })).toEqual(done)

  const last = await openSession()
  expect(await post(`/stripe/sessions/${last}`, { action: 'pay', card: '1', iban: '2' })).toMatchObject({
    status: 400,
  })
  expect(await post(`/stripe/sessions/${last}`, { action: 'pay', card: 'visa' })).toMatchObject({
    status: 400,
  })
  expect(await post(`/stripe/sessions/${last}`, { action: 'expire' })).toEqual(done)
  expect(await post(`/stripe/sessions/${last}`, { action: 'pay' })).toMatchObject({ status: 409 })
  expect(await post('/stripe/sessions/cs_0', { action: 'pay' })).toMatchObject({ status: 404 })
})
