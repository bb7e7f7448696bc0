import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  openShop,
  openTestAccount,
  sessionParams,
  WEBHOOK_SECRET,
  type Shop,
  type TestAccount,
} from './shop.fixture.ts'

let shop: Shop
let account: TestAccount

beforeAll(async () => {
  shop = await openShop()
  account = await openTestAccount(shop)
})
afterEach(async () => {
  const { control } = account.service
  control.setDeliveryMode('normal')
  await control.settled()
  shop.answer = () => 200
  shop.received.length = 0
})
afterAll(async () => {
  await account.close()
  await shop.close()
})

const paid = async (mode: Parameters<typeof account.service.control.setDeliveryMode>[0]): Promise<string> => {
  const session = await account.stripe.checkout.sessions.create(sessionParams())
  await account.service.control.pay(session.id, { mode })
  return session.id
}
const verified = (index: number): Stripe.Event => {
  const { raw, signature } = shop.received[index] ?? { raw: '', signature: '' }
  return account.stripe.webhooks.constructEvent(raw, signature, WEBHOOK_SECRET)
}

test('an event is the object as it was then; the same can be asked for', async () => {
  const id = await paid('normal')
  const index = shop.types().indexOf('checkout.session.completed')
  const event = verified(index)
  expect(event).toMatchObject({
    object: 'event',
    livemode: false,
    api_version: '2026-10-28.endive',
    data: { object: { id, status: 'complete', payment_status: 'paid' } },
  })
  expect(await account.stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, pending_webhooks: 0 })
})

test('what a call of the API causes names the call', async () => {
  const { stripe } = account
  const { id: customer } = await stripe.customers.create({})
  const intent = await stripe.paymentIntents.create(
    {
      amount: 1000,
      currency: 'eur',
      customer,
      payment_method: 'pm_card_visa',
      off_session: true,
      confirm: true,
    },
    { idempotencyKey: 'P-9:charge' },
  )
  await account.service.control.settled()
  expect(shop.received.map(({ event }) => [event.type, event.request])).toContainEqual([
    'payment_intent.succeeded',
    { id: intent.lastResponse.requestId, idempotency_key: 'P-9:charge' },
  ])
})

test('twice: the same event at the same moment, both genuine', async () => {
  await paid('twice')
  const ids = shop.received.map((_, index) => verified(index).id)
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(2)
})

test('forged is refused by its signature, stale by its age; told again it is genuine', async () => {
  shop.answer = () => 400
  const account = await openTestAccount(shop, { retry: { attempts: 1, afterMs: 1 } })
  const paid = async (mode: 'forged' | 'stale'): Promise<void> => {
    const session = await account.stripe.checkout.sessions.create(sessionParams())
    await account.service.control.pay(session.id, { mode })
  }
  await paid('forged')
  const fresh = shop.received.length
  for (let index = 0; index < fresh; index += 1) expect(() => verified(index)).toThrow(/No signatures found/)
  await paid('stale')
  expect(() => verified(shop.received.length - 1)).toThrow(/Timestamp outside the tolerance zone/)
  shop.answer = () => 200
  const eventId = shop.received[0]?.event.id ?? ''
  await account.service.control.deliverAgain(eventId)
  expect(verified(shop.received.length - 1).id).toBe(eventId)
  await account.close()
})

test('never is not sent and can be fetched; late comes after the browser; slow trickles in', async () => {
  await paid('never')
  expect(shop.received).toHaveLength(0)
  const [lost] = account.service.control.deliveries().slice(-1)
  expect(lost).toMatchObject({ sent: false, accepted: false })
  const fetched = await account.stripe.events.list({ type: 'checkout.session.completed', limit: 1 })
  expect(fetched.data).toHaveLength(1)
  await paid('late')
  expect(shop.received).toHaveLength(0)
  await expect.poll(() => shop.received.length).toBe(2)
  const start = performance.now()
  await paid('slow')
  expect(performance.now() - start).toBeGreaterThanOrEqual(59)
  expect(verified(3).type).toBeTruthy()
})

test('out of order: newest first, and after what happened later', async () => {
  const first = await paid('outOfOrder')
  const second = await paid('normal')
  await expect.poll(() => shop.received.length).toBe(4)
  const sessionOf = ({ event }: { event: Stripe.Event }): string => (event.data.object as { id: string }).id
  expect(shop.types().slice(2)).toEqual(['checkout.session.completed', 'payment_intent.succeeded'])
  expect(shop.received.slice(0, 2).map(sessionOf)).toContain(second)
  expect(sessionOf(shop.received[2] ?? shop.received[0]!)).toBe(first)
})

test('anything but a 2xx is repeated, a few times, with the same id and a signature of its own', async () => {
  const answers = [500, 302, 204]
  shop.answer = () => answers.shift() ?? 200
  const customer = await account.stripe.customers.create({})
  await account.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await expect.poll(() => shop.received.length).toBe(3)
  expect(new Set(shop.received.map((_, index) => verified(index).id)).size).toBe(1)
  await account.service.control.settled()
  expect(
    account.service.control
      .deliveries()
      .slice(-3)
      .map(({ status, accepted }) => [status, accepted]),
  ).toEqual([
    [500, false],
    [302, false],
    [204, true],
  ])
  shop.answer = () => 500
  await account.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  await expect.poll(() => shop.received.length).toBe(6)
  shop.answer = () => 200
})

test('two secrets at once, as while a secret is changed, are both believed', () => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event' })
  const { webhooks } = account.stripe
  const [old, next] = ['whsec_old', WEBHOOK_SECRET].map((secret) =>
    webhooks.generateTestHeaderString({ payload, secret }),
  )
  const both = `${old},${next?.split(',')[1]}`
  expect(webhooks.constructEvent(payload, both, WEBHOOK_SECRET)).toMatchObject({ id: 'evt_1' })
})

test('nobody is told where no endpoint is registered', async () => {
  account.service.control.setWebhookUrl(undefined)
  await paid('normal')
  expect(shop.received).toHaveLength(0)
  account.service.control.setWebhookUrl(shop.url)
})
