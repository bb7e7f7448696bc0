import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DECLINE_CODES } from './declines.ts'
import { openShop, openTestAccount, type Shop, type TestAccount } from './shop.fixture.ts'

let shop: Shop
let account: TestAccount
let stripe: Stripe
let customer: string

beforeAll(async () => {
  shop = await openShop()
  account = await openTestAccount(shop)
  stripe = account.stripe
  customer = (await stripe.customers.create({ email: 'tenant@example.com', name: 'Tenant' })).id
})
afterAll(async () => {
  await account.close()
  await shop.close()
})

type Outcome = { status: string } & Partial<Record<'code' | 'decline_code' | 'advice_code', string>>

/** Saves a method and charges it without its payer. */
const charge = async (
  method: string,
  currency = 'eur',
): Promise<Outcome & { intent: Stripe.PaymentIntent }> => {
  try {
    const intent = await stripe.paymentIntents.create({
      amount: 10_000,
      currency,
      customer,
      payment_method: method,
      off_session: true,
      confirm: true,
    })
    return { status: intent.status, intent }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    const { code, decline_code, advice_code } = error
    expect(error.statusCode).toBe(402)
    expect(error.requestId).toMatch(/^req_/)
    const intent = error.payment_intent as Stripe.PaymentIntent
    expect(intent).toMatchObject({ status: 'requires_payment_method', payment_method: null })
    return { status: 'declined', intent, ...definedOf({ code, decline_code, advice_code }) }
  }
}
const definedOf = (given: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([key, value]) =>
      value === undefined || value === '' ? [] : [[key, value]],
    ),
  )

const save = async (number: string): Promise<string> => {
  const method = await stripe.paymentMethods.create({
    type: 'card',
    card: { number, exp_month: 12, exp_year: 2039, cvc: '123' },
  })
  await stripe.paymentMethods.attach(method.id, { customer })
  return method.id
}

test.each([
  ['4242424242424242', { status: 'succeeded' }],
  ['5555555555554444', { status: 'succeeded' }],
  ['378282246310005', { status: 'succeeded' }],
  ['4000000000000002', { code: 'card_declined', decline_code: 'generic_decline' }],
  [
    '4000000000009995',
    { code: 'card_declined', decline_code: 'insufficient_funds', advice_code: 'try_again_later' },
  ],
  ['4000000000009987', { code: 'card_declined', decline_code: 'lost_card', advice_code: 'do_not_try_again' }],
  [
    '4000000000009979',
    { code: 'card_declined', decline_code: 'stolen_card', advice_code: 'do_not_try_again' },
  ],
  ['4000000000000069', { code: 'expired_card', advice_code: 'confirm_card_data' }],
  ['4000000000000127', { code: 'incorrect_cvc', advice_code: 'confirm_card_data' }],
  ['4000000000000119', { code: 'processing_error', advice_code: 'try_again_later' }],
  ['4000000000006975', { code: 'card_declined', decline_code: 'card_velocity_exceeded' }],
  ['4000000000000341', { code: 'card_declined', decline_code: 'generic_decline' }],
  ['4100000000000019', { code: 'card_declined', decline_code: 'fraudulent' }],
  ['4000000000009235', { status: 'succeeded' }],
  ['4000000000004954', { status: 'succeeded' }],
  ['4000002500003155', { code: 'authentication_required' }],
  ['4000002760003184', { code: 'authentication_required' }],
  ['4000008260003178', { code: 'authentication_required' }],
  ['4000000000000259', { status: 'succeeded' }],
] as const)('card %s charged without its holder', async (number, expected) => {
  const outcome = await charge(await save(number))
  expect(outcome).toMatchObject({ status: 'declined', ...expected })
  const { latest_charge, last_payment_error } = await stripe.paymentIntents.retrieve(outcome.intent.id, {
    expand: ['latest_charge'],
  })
  expect(latest_charge).toMatchObject({
    paid: outcome.status === 'succeeded',
    failure_code: outcome.code ?? null,
  })
  expect(last_payment_error?.code).toBe(outcome.code)
})

test('a card set up with its holder is asked no more, unless its bank always asks or has no money', async () => {
  const setUp = async (number: string): Promise<string> => {
    const setup = await stripe.setupIntents.create({
      customer,
      usage: 'off_session',
      payment_method: await newCard(number),
      confirm: true,
      return_url: 'https://shop.example/saved',
    })
    expect(setup.status).toBe('requires_action')
    const { url } = setup.next_action?.redirect_to_url ?? {}
    expect((await account.submit(url ?? '', { action: 'confirm' })).location).toBe(
      `https://shop.example/saved?setup_intent=${setup.id}&redirect_status=succeeded`,
    )
    const done = await stripe.setupIntents.retrieve(setup.id)
    expect(done.status).toBe('succeeded')
    return done.payment_method as string
  }
  const outcomes: Record<string, unknown> = {}
  for (const number of ['4000002500003155', '4000002760003184', '4000008260003178']) {
    const { intent: _intent, ...outcome } = await charge(await setUp(number))
    outcomes[number.slice(-4)] = outcome.code ?? outcome.status
    if (number.endsWith('3178')) expect(outcome.decline_code).toBe('insufficient_funds')
  }
  expect(outcomes).toEqual({ 3155: 'succeeded', 3184: 'authentication_required', 3178: 'card_declined' })
})

const newCard = async (number: string): Promise<string> =>
  (
    await stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: 2039, cvc: '123' },
    })
  ).id

test.each([
  [{ exp_month: 13 }, 'invalid_expiry_month'],
  [{ exp_year: 2020 }, 'invalid_expiry_year'],
  [{ cvc: '12' }, 'invalid_cvc'],
  [{ number: '4242424242424241' }, 'incorrect_number'],
  [{ number: '42' }, 'invalid_number'],
])('what is typed wrong is refused: %o', async (wrong, code) => {
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2039, cvc: '123', ...wrong }
  await expect(stripe.paymentMethods.create({ type: 'card', card })).rejects.toMatchObject({
    type: 'StripeCardError',
    code,
    // The SDK's word for none.
    decline_code: '',
  })
})

test.each(DECLINE_CODES)('pm_sim_%s is saved and then declined with it', async (reason) => {
  const method = await stripe.paymentMethods.attach(`pm_sim_${reason}`, { customer })
  const { status, code, decline_code, intent } = await charge(method.id)
  expect(status).toBe('declined')
  expect(decline_code ?? code).toBe(reason)
  expect(code === 'card_declined' || code === reason).toBe(true)
  expect(intent.last_payment_error?.payment_method?.id).toBe(method.id)
})

test.each([
  ['pm_card_visa', 'succeeded'],
  ['pm_card_mastercard', 'succeeded'],
  ['pm_card_visa_chargeDeclined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ['pm_card_visa_chargeDeclinedLostCard', 'lost_card'],
  ['pm_card_visa_chargeDeclinedStolenCard', 'stolen_card'],
  ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_velocity_exceeded'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error'],
  ['pm_card_chargeCustomerFail', 'generic_decline'],
  ['pm_card_radarBlock', 'fraudulent'],
] as const)('the ready-made method %s', async (token, expected) => {
  const { status, code, decline_code } = await charge(token)
  expect(decline_code ?? code ?? status).toBe(expected)
})

test.each([
  ['AT611904300234573201', 5, 'succeeded', null],
  ['DE89370400440532013000', 5, 'succeeded', null],
  ['AT321904300235473204', 10, 'succeeded', null],
  ['DE08370400440532013003', 10, 'succeeded', null],
  ['AT861904300235473202', 5, 'requires_payment_method', 'debit_not_authorized'],
  ['DE62370400440532013001', 5, 'requires_payment_method', 'debit_not_authorized'],
  ['AT051904300235473205', 10, 'requires_payment_method', 'account_closed'],
  ['DE78370400440532013004', 10, 'requires_payment_method', 'account_closed'],
  ['AT591904300235473203', 5, 'succeeded', null],
  ['DE35370400440532013002', 5, 'succeeded', null],
  ['AT981904300000343434', 5, 'requires_payment_method', 'charge_exceeds_source_limit'],
  ['AT601904300000121212', 5, 'requires_payment_method', 'charge_exceeds_weekly_limit'],
  ['AT981904300002222227', 5, 'requires_payment_method', 'insufficient_funds'],
] as const)('account %s is decided after %i bank days', async (iban, days, status, failure) => {
  const { control } = account.service
  const setup = await stripe.setupIntents.create({
    customer,
    allowed_payment_method_types: ['sepa_debit'],
    payment_method_data: {
      type: 'sepa_debit',
      sepa_debit: { iban },
      billing_details: { name: 'Tenant', email: 'tenant@example.com' },
    },
    mandate_data: {
      customer_acceptance: { type: 'online', online: { ip_address: '203.0.113.7', user_agent: 'x' } },
    },
    confirm: true,
  })
  const { intent } = await charge(setup.payment_method as string)
  expect(intent.status).toBe('processing')
  await control.advance(days - 1)
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('processing')
  await control.advance(1)
  const decided = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(decided.status).toBe(status)
  expect(decided.latest_charge).toMatchObject({ failure_code: failure, paid: failure === null })
  expect(decided.last_payment_error?.code ?? null).toBe(failure)
  await control.advance(2)
  const disputes = await stripe.disputes.list({ payment_intent: intent.id })
  // Within eight weeks no question is asked: lost as soon as it is opened.
  expect(disputes.data.map((dispute) => dispute.status)).toEqual(
    ['AT591904300235473203', 'DE35370400440532013002'].includes(iban) ? ['lost'] : [],
  )
})

test('a debit needs euros, a sum within the limit, and a mandate that lives', async () => {
  const { control } = account.service
  const billing_details = { name: 'Tenant', email: 'tenant@example.com' }
  const method = await stripe.paymentMethods.create({
    type: 'sepa_debit',
    sepa_debit: { iban: 'DE89370400440532013000' },
    billing_details,
  })
  const pay = (amount: number, currency: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents.create({
      amount,
      currency,
      customer,
      payment_method: method.id,
      allowed_payment_method_types: ['sepa_debit'],
      confirm: true,
      ...more,
    })
  await expect(pay(1000, 'eur')).rejects.toMatchObject({ code: 'payment_intent_mandate_invalid' })
  await expect(pay(1000, 'usd')).rejects.toMatchObject({ code: 'payment_method_not_available' })
  const mandate_data = {
    customer_acceptance: { type: 'online', online: { ip_address: '::1', user_agent: 'x' } },
  } as const
  await expect(pay(1_000_001, 'eur', { mandate_data })).rejects.toMatchObject({ code: 'amount_too_large' })
  await pay(1000, 'eur', { mandate_data, setup_future_usage: 'off_session' })
  expect((await charge(method.id)).status).toBe('processing')
  const [mandate] = control.mandates().slice(-1)
  await control.endMandate(mandate?.id ?? '')
  expect(shop.received.at(-1)?.event).toMatchObject({
    type: 'mandate.updated',
    data: { object: { status: 'inactive' }, previous_attributes: { status: 'active' } },
  })
  await expect(charge(method.id)).rejects.toMatchObject({ code: 'payment_intent_mandate_invalid' })
})

test('what the bank says to a saved card can change and change back; a renewed card is told', async () => {
  const { control } = account.service
  const method = await save('4242424242424242')
  control.changeMethod(method, 'do_not_honor')
  expect((await charge(method)).decline_code).toBe('do_not_honor')
  control.changeMethod(method, '4000000000009995')
  expect((await charge(method)).decline_code).toBe('insufficient_funds')
  control.changeMethod(method, null)
  expect((await charge(method)).status).toBe('succeeded')
  await control.renewCard(method)
  expect(shop.received.at(-1)?.event.type).toBe('payment_method.automatically_updated')
  expect((await stripe.paymentMethods.retrieve(method)).card).toMatchObject({ last4: '1881', exp_year: 2042 })
})

test("a detached method, another customer's, and none at all cannot be charged", async () => {
  const method = await save('4242424242424242')
  const other = await stripe.customers.create({})
  const pay = (owner: string) =>
    stripe.paymentIntents.create({
      amount: 1000,
      currency: 'pln',
      customer: owner,
      payment_method: method,
      off_session: true,
      confirm: true,
    })
  await expect(pay(other.id)).rejects.toThrow(/does not belong to the Customer/)
  expect(await stripe.paymentMethods.detach(method)).toMatchObject({ customer: null })
  await expect(pay(customer)).rejects.toThrow(/may not be used again/)
  await expect(stripe.paymentMethods.attach(method, { customer })).rejects.toThrow(/may not be used again/)
  await expect(stripe.paymentMethods.detach(method)).rejects.toMatchObject({ statusCode: 400 })
  await expect(pay('cus_nobody')).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' })
  await expect(charge('pm_nothing')).rejects.toMatchObject({ code: 'resource_missing', statusCode: 400 })
  await account.service.control.settled()
  expect(shop.types()).toContain('payment_method.detached')
})
