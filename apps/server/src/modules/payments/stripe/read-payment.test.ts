import { money } from '@stowage/domain/money'
import type { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { readDispute } from './read-dispute.ts'
import { readPayment } from './read-payment.ts'

/** Only what is read of it. */
interface Given {
  status?: string
  amount?: number
  amount_received?: number
  currency?: string
  metadata?: Record<string, string>
  last_payment_error?: object | null
  latest_charge?: object | null
  refunds?: object[]
  disputes?: object[]
}

const charge = {
  created: 1_795_000_100,
  failure_code: null,
  payment_method_details: { type: 'card', card: { last4: '4242', exp_month: 7, exp_year: 2031 } },
}

function read({ refunds = [], disputes = [], ...given }: Given = {}) {
  const intent = {
    id: 'pi_1',
    status: 'succeeded',
    amount: 100,
    amount_received: 100,
    currency: 'eur',
    created: 1_795_000_000,
    metadata: { paymentId: 'P', accountId: 'A' },
    last_payment_error: null,
    latest_charge: charge,
    setup_future_usage: null,
    payment_method: 'pm_1',
    customer: null,
    ...given,
  } as unknown as Stripe.PaymentIntent
  return readPayment(intent, { refunds, disputes } as unknown as Parameters<typeof readPayment>[1])
}

it.each([
  ['succeeded', 'received'],
  ['processing', 'pending'],
  ['requires_action', 'pending'],
  ['requires_confirmation', 'pending'],
  ['requires_capture', 'pending'],
  ['something_new', 'pending'],
  ['canceled', 'cancelled'],
  ['requires_payment_method', 'failed'],
])('%s is %s', (status, state) => {
  expect(read({ status })).toMatchObject({ state, said: status })
})

it('nobody has tried: there is no payment yet', () => {
  expect(read({ status: 'requires_payment_method', latest_charge: null })).toBeUndefined()
  const error = { code: 'card_declined', decline_code: 'stolen_card' }
  expect(
    read({ status: 'requires_payment_method', latest_charge: null, last_payment_error: error }),
  ).toMatchObject({ state: 'failed', reason: 'stolen_card', card: null, receivedAt: null })
})

it('where the payment tells no reason, its charge may', () => {
  const status = 'requires_payment_method'
  const refused = { ...charge, failure_code: 'account_closed' }
  expect(read({ status, latest_charge: refused })).toMatchObject({ reason: 'invalid_account' })
  expect(read({ status })).toMatchObject({ reason: null })
})

it('a currency that we do not have is not ours, and neither is a payment without our ids', () => {
  expect(read({ currency: 'jpy' })).toBeUndefined()
  expect(read({ metadata: {} })).toMatchObject({ orderId: null, clientId: null })
})

it('what has come counts, not what was asked for', () => {
  expect(read({ amount_received: 90 })).toMatchObject({ amount: money(90, 'EUR') })
  expect(read({ status: 'processing', amount_received: 0 })).toMatchObject({ amount: money(100, 'EUR') })
})

it.each([
  [[], 'received', 0, 'succeeded'],
  [[['succeeded', 30]], 'partlyRefunded', 30, 'succeeded'],
  [
    [
      ['succeeded', 30],
      ['succeeded', 70],
    ],
    'refunded',
    100,
    'succeeded',
  ],
  [
    [
      ['succeeded', 30],
      ['pending', 70],
    ],
    'refunding',
    30,
    'succeeded, refund pending',
  ],
  [[['requires_action', 100]], 'refunding', 0, 'succeeded, refund requires_action'],
  [
    [
      ['failed', 100],
      ['failed', 100],
    ],
    'received',
    0,
    'succeeded, refund failed',
  ],
  [
    [
      ['canceled', 70],
      ['succeeded', 30],
    ],
    'partlyRefunded',
    30,
    'succeeded, refund canceled',
  ],
] as const)('refunds %j: %s', (given, state, refunded, said) => {
  const refunds = given.map(([status, amount]) => ({ status, amount }))
  expect(read({ refunds })).toMatchObject({ state, refunded: money(refunded, 'EUR'), said })
})

const dispute = (given: object) =>
  ({
    id: 'du_1',
    status: 'needs_response',
    amount: 100,
    reason: 'fraudulent',
    created: 1,
    balance_transactions: [{ amount: -100 }],
    evidence_details: { due_by: 1_796_000_000 },
    ...given,
  }) as unknown as Stripe.Dispute

it.each([
  ['warning_needs_response', [], 'warned', false],
  ['warning_closed', [], 'warned', false],
  ['prevented', [], 'warned', false],
  ['needs_response', [-100], 'open', true],
  ['under_review', [-100], 'open', true],
  ['appeal_under_review', [-100], 'open', true],
  ['won', [-100, 100], 'won', false],
  ['lost', [-100], 'lost', true],
  // What nobody has heard of follows the money.
  ['brand_new', [-100], 'open', true],
  ['brand_new', [], 'warned', false],
  ['constructor', [], 'warned', false],
])('a dispute that is %s with %j: %s', (status, moves, state, isWithdrawn) => {
  const told = dispute({ status, balance_transactions: moves.map((amount) => ({ amount })) })
  expect(readDispute(told, 'EUR')).toMatchObject({ state, isWithdrawn, said: status })
})

it('disputes come oldest first and are part of what is said', () => {
  const disputes = [
    dispute({ id: 'du_2', status: 'lost', created: 9 }),
    dispute({ id: 'du_1', status: 'won' }),
  ]
  const payment = read({ disputes })
  expect(payment?.disputes.map(({ id }) => id)).toEqual(['du_1', 'du_2'])
  expect(payment?.said).toBe('succeeded, dispute won, dispute lost')
})

it('0 is no day until which a dispute can be answered', () => {
  expect(readDispute(dispute({ evidence_details: { due_by: 0 } }), 'EUR').dueBy).toBeNull()
  expect(readDispute(dispute({}), 'EUR').dueBy?.epochMilliseconds).toBe(1_796_000_000_000)
})
