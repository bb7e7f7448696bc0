import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestAccount, SECRET_KEY, sessionParams, type TestAccount } from './shop.fixture.ts'

let account: TestAccount
let stripe: Stripe

beforeAll(async () => {
  account = await openTestAccount(undefined, { name: 'Boxes Ltd' })
  stripe = account.stripe
})
afterAll(async () => await account.close())

const raw = async (
  pathname: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<{ response: Response; text: string }> => {
  const response = await fetch(new URL(pathname, account.service.baseUrl), {
    ...init,
    headers: { Authorization: `Bearer ${SECRET_KEY}`, ...init.headers },
  })
  return { response, text: await response.text() }
}

test('only the right key is answered, and it learns whose account it is', async () => {
  expect(await stripe.accounts.retrieveCurrent()).toMatchObject({
    object: 'account',
    business_profile: { name: 'Boxes Ltd' },
    charges_enabled: true,
    capabilities: { card_payments: 'active', sepa_debit_payments: 'active', paypal_payments: 'active' },
  })
  await expect(
    account.client('sk_test_another_key_0123456789').accounts.retrieveCurrent(),
  ).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    message: expect.stringMatching(/^Invalid API Key provided: sk_test_\*+6789$/) as unknown,
  })
  const { response, text } = await raw('/v1/account', { headers: { Authorization: '' } })
  expect(response.status).toBe(401)
  expect(response.headers.get('request-id')).toMatch(/^req_\w+$/)
  expect(text).toContain('You did not provide an API key')
})

test('what does not exist: an id in the address 404, in a field 400, a call 404', async () => {
  await expect(stripe.paymentIntents.retrieve('pi_nothing')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_nothing'",
  })
  await expect(stripe.refunds.create({ charge: 'ch_nothing' })).rejects.toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'charge',
  })
  expect((await raw('/v1/subscriptions')).text).toContain('Unrecognized request URL (GET: /v1/subscriptions)')
})

test('one key, one payment: the same answer again, other fields refused, wrong fields forgotten', async () => {
  const { id: customer } = await stripe.customers.create({})
  const before = account.service.control.intents().length
  const params = {
    amount: 1500,
    currency: 'eur',
    customer,
    payment_method: 'pm_card_visa',
    off_session: true,
    confirm: true,
    metadata: { documentId: '7' },
  }
  const key = { idempotencyKey: 'attempt-1:charge' }
  const first = await stripe.paymentIntents.create(params, key)
  const again = await stripe.paymentIntents.create(params, key)
  expect(again).toEqual(first)
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(again.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
  expect(again.lastResponse.requestId).not.toBe(first.lastResponse.requestId)
  await expect(stripe.paymentIntents.create({ ...params, amount: 1501 }, key)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
  // A decline is an answer like any other: sent again it is not tried again.
  const declined = { ...params, payment_method: 'pm_sim_insufficient_funds' }
  const other = { idempotencyKey: 'attempt-2:charge' }
  const twice = await Promise.all(
    [1, 2].map(() =>
      stripe.paymentIntents.create(declined, other).then(
        () => '',
        (error: unknown) => (error as Stripe.errors.StripeCardError).payment_intent?.id,
      ),
    ),
  )
  expect(twice[0]).toBe(twice[1])
  expect(account.service.control.intents().length).toBe(before + 2)
  // Fields that are wrong were never tried: their key is free for right ones.
  const third = { idempotencyKey: 'attempt-3:charge' }
  await expect(stripe.paymentIntents.create({ ...params, currency: 'rub' }, third)).rejects.toMatchObject({
    param: 'currency',
  })
  expect((await stripe.paymentIntents.create(params, third)).status).toBe('succeeded')
  await expect(stripe.customers.create({}, { idempotencyKey: 'x'.repeat(256) })).rejects.toThrow(/255/)
})

test('lists go on from page to page, newest first, and know time', async () => {
  const made: string[] = []
  for (let index = 0; index < 23; index += 1)
    made.push((await stripe.customers.create({ email: 'many@example.com', metadata: { index } })).id)
  const first = await stripe.customers.list({ email: 'many@example.com' })
  expect({ length: first.data.length, has_more: first.has_more }).toEqual({ length: 10, has_more: true })
  const last = await stripe.customers.list({
    email: 'many@example.com',
    limit: 20,
    starting_after: first.data.at(-1)?.id ?? '',
  })
  expect({ length: last.data.length, has_more: last.has_more }).toEqual({ length: 13, has_more: false })
  expect([...first.data, ...last.data].map(({ id }) => id)).toEqual(made.toReversed())
  const back = await stripe.customers.list({
    email: 'many@example.com',
    limit: 5,
    ending_before: made[0] ?? '',
  })
  expect(back.data.map(({ id }) => id)).toEqual(made.slice(1, 6).toReversed())
  const all = await stripe.customers
    .list({ email: 'many@example.com', limit: 7 })
    .autoPagingToArray({ limit: 100 })
  expect(all).toHaveLength(23)
  const now = Math.floor(Date.now() / 1000)
  const count = async (created: Stripe.RangeQueryParam): Promise<number> =>
    (await stripe.customers.list({ email: 'many@example.com', created, limit: 100 })).data.length
  expect([
    await count({ gte: now - 60 }),
    await count({ gt: now + 60 }),
    await count({ lt: now - 60 }),
  ]).toEqual([23, 0, 0])
  await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
  await expect(stripe.customers.list({ starting_after: 'cus_0' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
})

test('metadata: keys are added, changed, emptied; too much is refused', async () => {
  const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } })
  const changed = await stripe.customers.update(id, { metadata: { a: '', b: '3', 'c.d': '4' }, name: 'New' })
  expect(changed).toMatchObject({ name: 'New', metadata: { b: '3', 'c.d': '4' } })
  await expect(stripe.customers.update(id, { metadata: { ['k'.repeat(41)]: '' } })).rejects.toThrow(/40/)
  await expect(stripe.customers.update(id, { metadata: { k: 'v'.repeat(501) } })).rejects.toThrow(/500/)
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v']))
  await expect(stripe.customers.create({ metadata: many })).rejects.toThrow(/50 keys/)
  expect(await stripe.customers.del(id)).toMatchObject({ id, deleted: true })
})

const inMinutes = (minutes: number): number => Math.floor(Date.now() / 1000) + minutes * 60
const lineOf = (currency: string, unit_amount: number): Stripe.Checkout.SessionCreateParams.LineItem => ({
  price_data: { currency, unit_amount, product_data: { name: 'Box' } },
  quantity: 1,
})

test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, object]>([
  ['too soon', { expires_at: inMinutes(29) }, { param: 'expires_at' }],
  ['too late', { expires_at: inMinutes(24 * 60 + 1) }, { param: 'expires_at' }],
  ['too little', { line_items: [lineOf('eur', 49)] }, { code: 'amount_too_small' }],
  ['two currencies', { line_items: [lineOf('eur', 900), lineOf('usd', 900)] }, { param: 'line_items' }],
  ['roubles', { line_items: [lineOf('rub', 90_000)] }, { param: 'line_items[0][price_data][currency]' }],
  ['nothing to pay', { line_items: [] }, { param: 'line_items' }],
  [
    'no debit in zloty',
    { line_items: [lineOf('pln', 900)], allowed_payment_method_types: ['sepa_debit'] },
    { code: 'payment_method_not_available' },
  ],
  ['both payers', { customer: 'cus_1', customer_email: 'a@example.com' }, { param: 'customer_email' }],
  ['a customer nobody knows', { customer: 'cus_1' }, { code: 'resource_missing' }],
  ['a language nobody speaks', { locale: 'xx' }, { param: 'locale' }],
  ['a page that is none', { success_url: 'shop' }, { code: 'url_invalid' }],
  [
    'a bad reference',
    { payment_method_options: { sepa_debit: { mandate_options: { reference_prefix: 'STRIPE-1' } } } },
    { code: 'invalid_mandate_reference_prefix_format' },
  ],
  ['a removed field', { payment_method_types: ['card'] } as object, { code: 'parameter_unknown' }],
])('a session is refused: %s', async (_name, more, expected) => {
  await expect(stripe.checkout.sessions.create(sessionParams(more))).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    ...expected,
  })
})

test('what a currency can be paid with, narrowed on request', async () => {
  const types = async (more: Partial<Stripe.Checkout.SessionCreateParams>): Promise<string[]> =>
    (await stripe.checkout.sessions.create(sessionParams(more))).payment_method_types
  expect(await types({})).toEqual(['card', 'sepa_debit', 'paypal'])
  expect(await types({ line_items: [lineOf('pln', 9000)] })).toEqual(['card', 'paypal'])
  expect(
    await types({ line_items: [lineOf('usd', 9000)], allowed_payment_method_types: ['card', 'sepa_debit'] }),
  ).toEqual(['card'])
  expect(await types({ excluded_payment_method_types: ['paypal'] })).toEqual(['card', 'sepa_debit'])
  await expect(
    types({ allowed_payment_method_types: ['card'], excluded_payment_method_types: ['paypal'] }),
  ).rejects.toMatchObject({ code: 'parameters_exclusive' })
})

test('links are opened on request, at most four deep, and only where there is one', async () => {
  const session = await stripe.checkout.sessions.create(sessionParams())
  await account.service.control.pay(session.id)
  const listed = await stripe.checkout.sessions.list({
    limit: 1,
    expand: ['data.payment_intent.latest_charge.balance_transaction'],
  })
  const intent = listed.data[0]?.payment_intent as Stripe.PaymentIntent
  expect((intent.latest_charge as Stripe.Charge).balance_transaction).toMatchObject({
    amount: 89_900,
    fee: 1374,
    net: 88_526,
  })
  expect((await stripe.paymentIntents.retrieve(intent.id)).latest_charge).toMatch(/^ch_/)
  await expect(stripe.paymentIntents.retrieve(intent.id, { expand: ['nonsense'] })).rejects.toMatchObject({
    param: 'expand',
  })
  await expect(stripe.paymentIntents.retrieve(intent.id, { expand: ['a.b.c.d.e'] })).rejects.toThrow(
    /4 levels/,
  )
})

test('an intent is confirmed later, cancelled, and not both; the way back is needed where one may leave', async () => {
  const { id: customer } = await stripe.customers.create({})
  const intent = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd', customer })
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    payment_method_types: ['card', 'paypal'],
  })
  const confirm = (more: Stripe.PaymentIntentConfirmParams = {}) =>
    stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa', ...more })
  await expect(confirm()).rejects.toMatchObject({ param: 'return_url' })
  await expect(
    confirm({ payment_method: 'pm_card_chargeCustomerFail', return_url: 'https://shop.example/' }),
  ).rejects.toMatchObject({ type: 'StripeCardError' })
  expect(await confirm({ return_url: 'https://shop.example/' })).toMatchObject({ status: 'succeeded' })
  await expect(confirm({ return_url: 'https://shop.example/' })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  await expect(stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  const other = await stripe.paymentIntents.create({ amount: 1000, currency: 'pln' })
  expect(await stripe.paymentIntents.cancel(other.id, { cancellation_reason: 'abandoned' })).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'abandoned',
  })
  const form = new URLSearchParams({ amount: '1000', currency: 'eur', 'payment_method_types[]': 'card' })
  expect((await raw('/v1/payment_intents', { method: 'POST', body: form })).text).toContain(
    'payment_method_types_no_longer_supported',
  )
  const page = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'eur',
    payment_method_data: { type: 'paypal', billing_details: { email: 'p@example.com' } },
    confirm: true,
    return_url: 'https://shop.example/done?a=1',
  })
  const { location } = await account.submit(page.next_action?.redirect_to_url?.url ?? '', {
    action: 'confirm',
  })
  expect(location).toBe(`https://shop.example/done?a=1&payment_intent=${page.id}&redirect_status=succeeded`)
})

test('calls go wrong on request: 500, 429, HTML, 409, a lost answer, silence; the SDK sends a lost one again and pays once', async () => {
  const { control } = account.service
  const params = { amount: 1000, currency: 'eur', customer: (await stripe.customers.create({})).id }
  const create = (client: Stripe) => client.paymentIntents.create(params)
  control.fail('error')
  await expect(create(stripe)).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  control.fail('busy')
  await expect(create(stripe)).rejects.toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 })
  control.fail('html')
  await expect(create(stripe)).rejects.toMatchObject({ type: 'StripeAPIError' })
  control.fail('locked')
  await expect(create(stripe)).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  const before = control.intents().length
  control.fail('lostAnswer', 1, 'POST')
  await stripe.paymentIntents.list()
  expect((await create(account.client(SECRET_KEY, 2))).status).toBe('requires_payment_method')
  expect(control.intents().length).toBe(before + 1)
  control.setDown(true)
  await expect(create(stripe)).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(control.isDown()).toBe(true)
  control.setDown(false)
  control.setSlow(40)
  const start = performance.now()
  await create(stripe)
  expect(performance.now() - start).toBeGreaterThanOrEqual(39)
  control.setSlow(0)
})

test('everything is there again after a restart, and what was due meanwhile happens', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stripe-'))
  const stateFile = path.join(folder, 'stripe.json')
  let now = Date.now()
  const clock = (): Date => new Date(now)
  const before = await openTestAccount(undefined, { stateFile, clock })
  const session = await before.stripe.checkout.sessions.create(sessionParams())
  const open = await before.stripe.checkout.sessions.create(
    sessionParams({ expires_at: Math.floor(now / 1000) + 1800 }),
  )
  await before.service.control.pay(session.id, { with: { iban: 'DE89370400440532013000' } })
  const refund = { charge: '', amount: 100 }
  const card = await before.stripe.checkout.sessions.create(sessionParams())
  await before.service.control.pay(card.id)
  refund.charge = before.service.control.charges().at(-1)?.id ?? ''
  const refunded = await before.stripe.refunds.create(refund, { idempotencyKey: 'R-1' })
  await before.close()
  now += 6 * 86_400_000
  const after = await openTestAccount(undefined, { stateFile, clock })
  expect(
    await after.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] }),
  ).toMatchObject({
    payment_status: 'paid',
    payment_intent: { status: 'succeeded' },
  })
  expect(await after.stripe.checkout.sessions.retrieve(open.id)).toMatchObject({ status: 'expired' })
  const events = await after.stripe.events.list({
    types: ['checkout.session.*'],
  })
  expect(events.data.map(({ type }) => type).toSorted()).toEqual([
    'checkout.session.async_payment_succeeded',
    'checkout.session.completed',
    'checkout.session.completed',
    'checkout.session.expired',
  ])
  // The merchant was killed with us, and asks for his refund again.
  expect((await after.stripe.refunds.create(refund, { idempotencyKey: 'R-1' })).id).toBe(refunded.id)
  expect(after.service.control.refunds()).toHaveLength(1)
  await after.close()
  rmSync(folder, { recursive: true })
})
