import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  CARD_FIELDS,
  openShop,
  openTestAccount,
  sessionParams,
  WEBHOOK_SECRET,
  type Shop,
  type TestAccount,
} from './shop.fixture.ts'

let shop: Shop
let account: TestAccount
let stripe: Stripe

beforeAll(async () => {
  shop = await openShop()
  account = await openTestAccount(shop)
  stripe = account.stripe
})
afterEach(async () => {
  await account.service.control.settled()
  shop.answer = () => 200
  shop.received.length = 0
})
afterAll(async () => {
  await account.close()
  await shop.close()
})

const open = (more?: Partial<Stripe.Checkout.SessionCreateParams>) =>
  stripe.checkout.sessions.create(sessionParams(more))
const pagePath = (session: Stripe.Checkout.Session): string => new URL(session.url ?? '').pathname

const read = async (path: string | null): Promise<string> =>
  await (await fetch(new URL(path ?? '', account.service.baseUrl))).text()

test('a card on the hosted page: the merchant is told first, then the browser goes back, the charge is there', async () => {
  const session = await open({ payment_intent_data: { metadata: { paymentId: 'P-1' } } })
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    amount_total: 89_900,
    currency: 'eur',
    client_reference_id: 'P-1',
    payment_intent: null,
  })
  const { status, location } = await account.submit(pagePath(session), CARD_FIELDS)
  expect({ status, location }).toEqual({
    status: 303,
    location: `https://shop.example/paid?session=${session.id}`,
  })
  expect(shop.types().toSorted()).toEqual(['checkout.session.completed', 'payment_intent.succeeded'])

  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge', 'line_items'],
  })
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: { email: 'a@example.com' },
    line_items: { data: [{ description: 'Box YA101, December', amount_total: 89_900 }] },
    payment_intent: {
      status: 'succeeded',
      amount_received: 89_900,
      metadata: { paymentId: 'P-1' },
      latest_charge: {
        paid: true,
        payment_method_details: { type: 'card', card: { last4: '4242', brand: 'visa' } },
      },
    },
  })
  const intent = paid.payment_intent as Stripe.PaymentIntent
  const listed = await stripe.checkout.sessions.list({ payment_intent: intent.id })
  expect(listed.data.map(({ id }) => id)).toEqual([session.id])

  for (const { raw, signature } of shop.received) {
    const event = stripe.webhooks.constructEvent(raw, signature, WEBHOOK_SECRET)
    expect(event.api_version).toBe('2026-10-28.endive')
    expect(() => stripe.webhooks.constructEvent(raw, signature, `${WEBHOOK_SECRET}?`)).toThrow(/signature/i)
  }

  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 9_900 })
  expect(refund).toMatchObject({ status: 'succeeded', amount: 9_900 })
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 80_001 })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
    param: 'amount',
  })
  await stripe.refunds.create({ payment_intent: intent.id })
  expect(await stripe.charges.retrieve((intent.latest_charge as Stripe.Charge).id)).toMatchObject({
    refunded: true,
    amount_refunded: 89_900,
  })
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  })
  await account.service.control.settled()
  expect(shop.types().slice(2).toSorted()).toEqual([
    'charge.refunded',
    'charge.refunded',
    'refund.created',
    'refund.created',
  ])
})

test('a declined card is said on the page in its sentence, and the same session is paid with another one', async () => {
  const session = await open({ locale: 'de' })
  const declined = await account.submit(pagePath(session), { ...CARD_FIELDS, number: '4000000000009995' })
  expect(declined.location).toBe(`/c/pay/${session.id}?method=card`)
  const page = await read(declined.location)
  expect(page).toContain('lang="de"')
  expect(page).toContain('Ihre Karte ist nicht ausreichend gedeckt.')
  const { payment_intent: first } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent'],
  })
  expect(first).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
  })
  // What no card stands for is chosen on the page.
  await account.submit(pagePath(session), { ...CARD_FIELDS, outcome: 'stolen_card' })
  expect(await read(pagePath(session))).toContain('Ihre Karte wurde abgelehnt.')
  await account.submit(pagePath(session), CARD_FIELDS)
  const paid = await stripe.checkout.sessions.retrieve(session.id)
  expect(paid).toMatchObject({ payment_status: 'paid', payment_intent: (first as Stripe.PaymentIntent).id })
  const charges = await stripe.charges.list({ payment_intent: (first as Stripe.PaymentIntent).id })
  expect(charges.data.map(({ status, failure_code }) => [status, failure_code])).toEqual([
    ['succeeded', null],
    ['failed', 'card_declined'],
    ['failed', 'card_declined'],
  ])
})

test('a second click and another tab do not pay twice', async () => {
  const session = await open()
  const all = await Promise.all([1, 2, 3].map(() => account.submit(pagePath(session), CARD_FIELDS)))
  expect(new Set(all.map(({ location }) => location))).toEqual(
    new Set([`https://shop.example/paid?session=${session.id}`]),
  )
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id)
  expect((await stripe.charges.list({ payment_intent: payment_intent as string })).data).toHaveLength(1)
  expect(await read(pagePath(session))).toContain('Paid.')
})

test.each([
  ['en', 'number', { number: '4242424242424241' }, 'Check the card number.'],
  ['ru', 'expiry', { expiry: '13/39' }, 'Проверьте срок действия карты.'],
  ['pl', 'expiry', { expiry: '01/20' }, 'Sprawdź datę ważności karty.'],
  ['de', 'cvc', { cvc: '12' }, 'Geben Sie die 3 oder 4 Ziffern der Prüfziffer ein.'],
  ['en', 'email', { email: 'nobody' }, 'Enter an email address.'],
] as const)('in %s a wrong %s is said beside its field', async (locale, field, wrong, said) => {
  const session = await open({ locale })
  const { status, html } = await account.submit(pagePath(session), { ...CARD_FIELDS, ...wrong })
  expect(status).toBe(422)
  expect(html).toContain(`aria-describedby="p-${field}"`)
  expect(html).toContain(said)
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' })
})

test.each(['4000002500003155', '4000002760003184', '4000008260003178'])(
  'card %s asks for 3-D Secure, which may be refused first',
  async (number) => {
    const session = await open()
    const asked = (await account.submit(pagePath(session), { ...CARD_FIELDS, number })).location ?? ''
    expect(asked).toMatch(/^\/authenticate\/pi_/)
    expect(await read(asked)).toContain('3-D Secure')
    const refused = await account.submit(asked, { action: 'refuse' })
    expect(refused.location).toBe(`/c/pay/${session.id}?method=card`)
    expect(await read(refused.location)).toContain('could not confirm that it is you')
    const again = (await account.submit(pagePath(session), { ...CARD_FIELDS, number })).location ?? ''
    expect(again).toBe(asked)
    expect((await account.submit(again, { action: 'confirm' })).location).toContain(
      'https://shop.example/paid',
    )
    expect((await account.submit(again, { action: 'refuse' })).location).toBe(`/c/pay/${session.id}`)
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' })
    await account.service.control.settled()
    expect(shop.types().filter((type) => type === 'payment_intent.requires_action')).toHaveLength(2)
  },
)

test('PayPal asks on its own page and is final at once', async () => {
  const session = await open({ allowed_payment_method_types: ['paypal'] })
  const fields = { method: 'paypal', email: 'payer@example.com' }
  const asked = (await account.submit(pagePath(session), fields)).location ?? ''
  expect(await read(asked)).toContain('PayPal')
  await account.submit(asked, { action: 'refuse' })
  expect(await read(pagePath(session))).toContain('declined on PayPal')
  const again = (await account.submit(pagePath(session), fields)).location ?? ''
  expect((await account.submit(again, { action: 'confirm' })).status).toBe(303)
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge'],
  })
  expect(payment_intent).toMatchObject({
    status: 'succeeded',
    latest_charge: {
      payment_method_details: { type: 'paypal', paypal: { payer_email: 'payer@example.com' } },
    },
  })
})

test('a direct debit needs name, IBAN and mandate; it is pending until the bank decides', async () => {
  const customer = await stripe.customers.create({ email: 'tenant@example.com', name: 'Tenant' })
  const session = await open({
    customer: customer.id,
    allowed_payment_method_types: ['card', 'sepa_debit'],
    payment_method_options: { sepa_debit: { mandate_options: { reference_prefix: 'RENT-' } } },
    payment_intent_data: { setup_future_usage: 'off_session' },
  })
  const page = await read(`${pagePath(session)}?method=sepa_debit`)
  expect(page).toContain('within 8 weeks')
  expect(page).toContain('up to 2 days before')
  const fields = { method: 'sepa_debit', name: 'Tenant', iban: 'DE89 3704 0044 0532 0130 00', consent: 'yes' }
  for (const wrong of [{ iban: 'DE89370400440532013001' }, { name: '' }, { consent: '' }])
    expect((await account.submit(pagePath(session), { ...fields, ...wrong })).status).toBe(422)
  expect((await account.submit(pagePath(session), fields)).location).toContain('https://shop.example/paid')

  const pending = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge', 'payment_intent.payment_method'],
  })
  const intent = pending.payment_intent as Stripe.PaymentIntent
  const charge = intent.latest_charge as Stripe.Charge
  expect(pending).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  expect(intent).toMatchObject({
    status: 'processing',
    payment_method: { customer: customer.id, sepa_debit: { last4: '3000', country: 'DE' } },
  })
  expect(charge).toMatchObject({ status: 'pending', paid: false })
  const mandate = await stripe.mandates.retrieve(charge.payment_method_details?.sepa_debit?.mandate ?? '')
  expect(mandate).toMatchObject({ status: 'active', type: 'multi_use' })
  expect(mandate.payment_method_details.sepa_debit?.reference).toMatch(/^RENT-[A-Z0-9]{16}$/)
  expect(await read(mandate.payment_method_details.sepa_debit?.url ?? '')).toContain('RENT-')

  await account.service.control.advance(4)
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'processing' })
  await account.service.control.advance(1)
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' })
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' })
  expect(shop.types().toSorted()).toEqual([
    'checkout.session.async_payment_succeeded',
    'checkout.session.completed',
    'payment_intent.processing',
    'payment_intent.succeeded',
    'payment_method.attached',
  ])
})

test('setup: a card, an account and PayPal are saved without paying; 3-D Secure once is enough for later', async () => {
  const customer = await stripe.customers.create({ email: 'saver@example.com' })
  const save = async (how: Parameters<typeof account.service.control.pay>[1]) => {
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'eur',
      customer: customer.id,
      success_url: 'https://shop.example/saved',
      setup_intent_data: { metadata: { accountId: 'u-1' } },
    })
    expect(await read(pagePath(session))).toContain('Save a payment method')
    await account.service.control.pay(session.id, how)
    const { setup_intent, status, payment_status } = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['setup_intent.payment_method', 'setup_intent.mandate'],
    })
    expect({ status, payment_status }).toEqual({ status: 'complete', payment_status: 'no_payment_required' })
    return setup_intent as Stripe.SetupIntent
  }
  const card = await save({ with: { card: '4000002500003155' } })
  expect(card).toMatchObject({
    status: 'succeeded',
    metadata: { accountId: 'u-1' },
    payment_method: { customer: customer.id, card: { last4: '3155' } },
    mandate: null,
  })
  const debit = await save({ with: { iban: 'AT611904300234573201' } })
  expect(debit).toMatchObject({ status: 'succeeded', mandate: { status: 'active' } })
  const payPal = await save({ with: { paypal: 'saver@example.com' } })
  expect(payPal).toMatchObject({
    status: 'succeeded',
    payment_method: { paypal: { payer_email: 'saver@example.com' } },
    mandate: { status: 'active' },
  })
  expect((await stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(3)
  const statuses = await Promise.all(
    [card, debit, payPal].map(async ({ payment_method }) => {
      const { status } = await stripe.paymentIntents.create({
        amount: 1000,
        currency: 'eur',
        customer: customer.id,
        payment_method: (payment_method as Stripe.PaymentMethod).id,
        off_session: true,
        confirm: true,
      })
      return status
    }),
  )
  expect(statuses).toEqual(['succeeded', 'processing', 'succeeded'])
})

test('a stranger who wants to be charged again becomes a customer; who pays once does not', async () => {
  const once = await open()
  await account.service.control.pay(once.id)
  expect(await stripe.checkout.sessions.retrieve(once.id)).toMatchObject({ customer: null })
  const again = await open({ payment_intent_data: { setup_future_usage: 'off_session' } })
  await account.service.control.pay(again.id)
  const { customer } = await stripe.checkout.sessions.retrieve(again.id)
  expect(
    (await stripe.paymentMethods.list({ customer: customer as string, type: 'card' })).data,
  ).toHaveLength(1)
})

test('an expired session can be paid no more; a paid one does not expire', async () => {
  const session = await open({ expires_at: Math.floor(Date.now() / 1000) + 1900 })
  await account.submit(pagePath(session), { ...CARD_FIELDS, number: '4000000000000002' })
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null })
  await account.service.control.settled()
  expect(shop.types()).toEqual(
    expect.arrayContaining(['checkout.session.expired', 'payment_intent.canceled']),
  )
  expect((await account.submit(pagePath(session), CARD_FIELDS)).html).toContain('This page has expired.')
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
  const paid = await open()
  await account.service.control.pay(paid.id)
  await expect(stripe.checkout.sessions.expire(paid.id)).rejects.toThrow(/can be expired/)
})

test('a merchant who does not understand holds the browser only so long', async () => {
  const hasty = await openTestAccount(shop, { browserWaitMs: 30, retry: { attempts: 2, afterMs: 50 } })
  shop.answer = () => 500
  const session = await hasty.stripe.checkout.sessions.create(sessionParams())
  expect((await hasty.submit(pagePath(session), CARD_FIELDS)).status).toBe(303)
  await expect
    .poll(() => shop.types().filter((type) => type === 'checkout.session.completed'))
    .toHaveLength(2)
  await hasty.close()
})
