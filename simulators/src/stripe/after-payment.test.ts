import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PayWith, StripeControl } from './control.ts'
import { openShop, openTestAccount, sessionParams, type Shop, type TestAccount } from './shop.fixture.ts'

let shop: Shop
let account: TestAccount
let stripe: Stripe
let control: StripeControl

beforeAll(async () => {
  shop = await openShop()
  account = await openTestAccount(shop)
  stripe = account.stripe
  control = account.service.control
})
afterEach(async () => {
  await control.settled()
  shop.received.length = 0
})
afterAll(async () => {
  await account.close()
  await shop.close()
})

const paid = async (how: PayWith): Promise<string> => {
  const session = await stripe.checkout.sessions.create(sessionParams())
  await control.pay(session.id, { with: how })
  shop.received.length = 0
  return (await stripe.checkout.sessions.retrieve(session.id)).payment_intent as string
}
const chargeOf = async (intent: string): Promise<Stripe.Charge> =>
  (await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] })).latest_charge as Stripe.Charge

test('a refund of a debit is under way for days; of some cards later, or it fails after all', async () => {
  const debit = await paid({ iban: 'DE89370400440532013000' })
  await expect(stripe.refunds.create({ payment_intent: debit })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  await control.settleDebit(debit)
  const refund = await stripe.refunds.create({
    payment_intent: debit,
    amount: 900,
    reason: 'requested_by_customer',
    metadata: { refundId: 'R-1' },
  })
  expect(refund).toMatchObject({
    status: 'pending',
    reason: 'requested_by_customer',
    metadata: { refundId: 'R-1' },
  })
  await control.advance(3)
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' })
  expect(shop.types().filter((type) => type === 'refund.updated')).toHaveLength(1)

  const later = await paid({ card: '4000000000007726' })
  const pending = await stripe.refunds.create({ payment_intent: later })
  expect(pending.status).toBe('pending')
  expect(await control.settleRefund(pending.id, 'succeeded')).toMatchObject({ status: 'succeeded' })

  const failing = await paid({ card: '4000000000005126' })
  const hopeful = await stripe.refunds.create({ payment_intent: failing, amount: 100 })
  expect(hopeful.status).toBe('succeeded')
  expect(await chargeOf(failing)).toMatchObject({ amount_refunded: 100, refunded: false })
  await control.advance(1)
  expect(await stripe.refunds.retrieve(hopeful.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  expect(await chargeOf(failing)).toMatchObject({ amount_refunded: 0 })
  expect(shop.types()).toContain('refund.failed')
})

test.each([
  [0, 'parameter_invalid_integer'],
  [-1, 'parameter_invalid_integer'],
  [89_901, 'amount_too_large'],
])('a refund of %i is refused', async (amount, code) => {
  const intent = await paid({ card: '4242424242424242' })
  await expect(stripe.refunds.create({ payment_intent: intent, amount })).rejects.toMatchObject({
    code,
    param: 'amount',
  })
  expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0 })
})

test('a refund made in the dashboard is told like one of ours', async () => {
  const intent = await paid({ paypal: 'payer@example.com' })
  await control.refund(intent, 4000)
  expect(shop.types().toSorted()).toEqual(['charge.refunded', 'refund.created'])
  expect((await stripe.refunds.list({ payment_intent: intent })).data).toMatchObject([
    { amount: 4000, status: 'succeeded' },
  ])
  expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 4000, refunded: false })
})

test.each(['won', 'lost'] as const)(
  'a dispute of a card takes the money at once and is %s',
  async (outcome) => {
    const intent = await paid({ card: '4242424242424242' })
    const { id } = await control.dispute(intent)
    const open = await stripe.disputes.retrieve(id)
    expect(open).toMatchObject({
      status: 'needs_response',
      amount: 89_900,
      payment_intent: intent,
      is_charge_refundable: false,
      payment_method_details: { type: 'card', card: { case_type: 'chargeback' } },
      balance_transactions: [{ amount: -89_900, fee: 2000, net: -91_900 }],
    })
    expect(open.evidence_details.due_by).toBeGreaterThan(open.created)
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    await expect(control.dispute(intent)).rejects.toThrow(/disputed already/)
    await control.closeDispute(id, outcome)
    const closed = await stripe.disputes.retrieve(id)
    expect(closed.status).toBe(outcome)
    expect(closed.balance_transactions.reduce((sum, { net }) => sum + net, 0)).toBe(
      outcome === 'won' ? 0 : -91_900,
    )
    expect(shop.types().toSorted()).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      ...(outcome === 'won' ? ['charge.dispute.funds_reinstated'] : []),
      'charge.dispute.funds_withdrawn',
    ])
    await expect(control.closeDispute(id, 'won')).rejects.toThrow(/already closed/)
  },
)

test('a dispute is answered, or accepted, over the API', async () => {
  const first = await control.dispute(await paid({ card: '4242424242424242' }))
  expect(
    await stripe.disputes.update(first.id, { evidence: { uncategorized_text: 'see the contract' } }),
  ).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } })
  const second = await control.dispute(await paid({ card: '4242424242424242' }))
  expect(
    await stripe.disputes.update(second.id, { evidence: { uncategorized_text: 'winning_evidence' } }),
  ).toMatchObject({ status: 'won' })
  const third = await control.dispute(await paid({ paypal: 'payer@example.com' }))
  expect(await stripe.disputes.close(third.id)).toMatchObject({
    status: 'lost',
    payment_method_details: { type: 'paypal' },
  })
})

test('an inquiry moves no money; a card of that kind is disputed a day after it paid', async () => {
  const asked = await paid({ card: '4242424242424242' })
  const inquiry = await control.dispute(asked, 'inquiry')
  expect(inquiry).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] })
  expect(await chargeOf(asked)).toMatchObject({ disputed: false })
  expect(await control.closeDispute(inquiry.id, 'won')).toMatchObject({ status: 'warning_closed' })
  const doubtful = await paid({ card: '4000000000000259' })
  await control.advance(1)
  expect((await stripe.disputes.list({ payment_intent: doubtful })).data).toMatchObject([
    { status: 'needs_response', reason: 'fraudulent' },
  ])
})

test('the bank of a debit gives the money back without a question: lost at once, with the fee', async () => {
  const intent = await paid({ iban: 'DE89370400440532013000' })
  await expect(control.dispute(intent)).rejects.toThrow(/has not succeeded/)
  await control.settleDebit(intent, 'succeeded')
  await expect(control.settleDebit(intent, 'failed')).rejects.toThrow(/is succeeded/)
  shop.received.length = 0
  expect(await control.dispute(intent)).toMatchObject({
    status: 'lost',
    reason: 'debit_not_authorized',
    evidence_details: { due_by: null },
  })
  expect(shop.types().toSorted()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ])
  expect(await chargeOf(intent)).toMatchObject({ disputed: true, refunded: false })
  const moved = await stripe.balanceTransactions.list({ limit: 2 })
  expect(moved.data).toMatchObject([
    { type: 'adjustment', amount: -89_900, reporting_category: 'dispute' },
    { type: 'payment', amount: 89_900, fee: 35 },
  ])
})

test('a debit that fails leaves its session unpaid, and says why', async () => {
  const intent = await paid({ iban: 'DE89370400440532013000' })
  await control.settleDebit(intent, 'failed')
  expect(shop.types().toSorted()).toEqual([
    'checkout.session.async_payment_failed',
    'payment_intent.payment_failed',
  ])
  expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'insufficient_funds', payment_method: { sepa_debit: { last4: '3000' } } },
  })
  expect((await stripe.checkout.sessions.list({ payment_intent: intent })).data).toMatchObject([
    { status: 'complete', payment_status: 'unpaid' },
  ])
})
