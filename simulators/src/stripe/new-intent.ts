import { newId, randomText } from './ids.ts'
import type { Charge, PaymentIntent, SetupIntent } from './records.ts'

/** A payment intent as it is before anybody has tried to pay it. */
export function newPaymentIntent(
  given: Pick<PaymentIntent, 'amount' | 'currency' | 'created' | 'payment_method_types'> &
    Partial<PaymentIntent>,
): PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given,
  }
}

export function newSetupIntent(
  given: Pick<SetupIntent, 'created' | 'payment_method_types'> & Partial<SetupIntent>,
): SetupIntent {
  const id = newId('seti')
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    ...given,
  }
}

/** One attempt to take the money of an intent. */
export function newCharge(
  intent: PaymentIntent,
  given: Pick<
    Charge,
    'created' | 'payment_method' | 'payment_method_details' | 'billing_details' | 'status' | 'outcome'
  >,
): Charge {
  const taken = given.status !== 'failed'
  return {
    id: newId(given.payment_method_details?.type === 'card' ? 'ch' : 'py'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: taken ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    calculated_statement_descriptor: 'STOWAGE DEMO',
    captured: taken,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    paid: given.status === 'succeeded',
    payment_intent: intent.id,
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    ...given,
  }
}
