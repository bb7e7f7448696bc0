import type { StripeAccount } from './account.ts'
import type { ApiCalls } from './api-calls.ts'
import { changedMetadata } from './form.ts'
import { fieldsMatch, listOf } from './lists.ts'
import { answerDispute, closeDispute } from './open-dispute.ts'
import { refundCharge } from './refund-charge.ts'
import { invalidParameter, refused } from './refusals.ts'
import type { Charge } from './records.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

/** What became of money, and what the account itself is. */
export function moneyRoutes(api: ApiCalls, account: StripeAccount): void {
  const { books } = account

  api.get('/v1/charges', ({ form }) =>
    listOf('/v1/charges', books.charges.all(), form, fieldsMatch(form, ['payment_intent', 'customer'])),
  )
  api.get('/v1/charges/:id', ({ params }) => books.charges.get(params['id'] ?? ''))

  api.post('/v1/refunds', ({ form }) => {
    const intent = form.text('payment_intent')
    const charge = form.text('charge')
    if (intent === undefined && charge === undefined)
      throw invalidParameter(
        'charge',
        'One of the following params should be provided for this request: payment_intent or charge.',
      )
    return refundCharge(
      account,
      intent === undefined ? books.charges.get(charge ?? '', 'charge') : takenCharge(account, intent),
      {
        amount: form.integer('amount'),
        reason: form.choice('reason', REASONS) ?? null,
        metadata: changedMetadata({}, form),
      },
    )
  })
  api.get('/v1/refunds', ({ form }) =>
    listOf('/v1/refunds', books.refunds.all(), form, fieldsMatch(form, ['payment_intent', 'charge'])),
  )
  api.get('/v1/refunds/:id', ({ params }) => books.refunds.get(params['id'] ?? ''))

  api.get('/v1/disputes', ({ form }) =>
    listOf('/v1/disputes', books.disputes.all(), form, fieldsMatch(form, ['payment_intent', 'charge'])),
  )
  api.get('/v1/disputes/:id', ({ params }) => books.disputes.get(params['id'] ?? ''))
  api.post('/v1/disputes/:id', ({ form, params }) => {
    const dispute = books.disputes.get(params['id'] ?? '')
    dispute.metadata = changedMetadata(dispute.metadata, form)
    const said = form.part('evidence').text('uncategorized_text')
    if (said !== undefined) dispute.evidence.uncategorized_text = said
    if (!form.has('evidence') || form.boolean('submit') === false) return dispute
    answerDispute(account, dispute)
    // The service's own test words decide at once.
    if (said === 'winning_evidence') closeDispute(account, dispute, 'won')
    if (said === 'losing_evidence') closeDispute(account, dispute, 'lost')
    return dispute
  })
  api.post('/v1/disputes/:id/close', ({ params }) => {
    const dispute = books.disputes.get(params['id'] ?? '')
    closeDispute(account, dispute, 'lost')
    return dispute
  })

  api.get('/v1/mandates/:id', ({ params }) => books.mandates.get(params['id'] ?? ''))

  api.get('/v1/balance_transactions', ({ form }) =>
    listOf(
      '/v1/balance_transactions',
      books.balances.all(),
      form,
      fieldsMatch(form, ['type', 'source', 'currency']),
    ),
  )
  api.get('/v1/balance_transactions/:id', ({ params }) => books.balances.get(params['id'] ?? ''))

  api.get('/v1/events', ({ form }) => {
    const types = [...form.texts('types'), ...(form.has('type') ? [form.required('type')] : [])]
    return listOf(
      '/v1/events',
      books.events.all(),
      form,
      ({ type }) => types.length === 0 || types.some((wanted) => matchesType(type, wanted)),
    )
  })
  api.get('/v1/events/:id', ({ params }) => books.events.get(params['id'] ?? ''))

  api.get('/v1/account', () => accountObject(account))
}

/** The charge of an intent that holds its money. */
function takenCharge({ books }: StripeAccount, intentId: string): Charge {
  const intent = books.intents.get(intentId, 'payment_intent')
  if (intent.latest_charge === null || intent.status !== 'succeeded')
    throw refused(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      'payment_intent_unexpected_state',
    )
  return books.charges.get(intent.latest_charge)
}

function matchesType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}

function accountObject({ id, name, books }: StripeAccount): object {
  return {
    id,
    object: 'account',
    business_profile: {
      mcc: '4225',
      name,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: 'company',
    capabilities: {
      card_payments: 'active',
      sepa_debit_payments: 'active',
      paypal_payments: 'active',
      transfers: 'active',
    },
    charges_enabled: true,
    country: 'DE',
    created: books.seconds(),
    default_currency: 'eur',
    details_submitted: true,
    email: 'owner@example.com',
    metadata: {},
    payouts_enabled: true,
    settings: {
      dashboard: { display_name: name, timezone: 'Etc/UTC' },
      sepa_debit_payments: { creditor_id: 'DE98ZZZ09999999999' },
    },
    type: 'standard',
  }
}
