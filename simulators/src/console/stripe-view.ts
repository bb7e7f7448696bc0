import {
  stripeDeliveryModes,
  type StripeMethodType,
  type StripeMethodView,
  type StripePaymentStatus,
  type StripePaymentView,
  type StripeSessionView,
  type StripeView,
} from '@stowage/api/simulated-stripe'
import type { StripeControl } from '../stripe/control.ts'
import { DECLINE_CODES } from '../stripe/declines.ts'
import type { Charge, CheckoutSession, Dispute, PaymentIntent, PaymentMethod } from '../stripe/records.ts'

const SHOWN = 200
const OVER = new Set(['won', 'lost', 'warning_closed', 'prevented'])

/** The account as the console shows it. */
export function stripeView(baseUrl: string, control: StripeControl): StripeView {
  const charges = new Map(control.charges().map((charge) => [charge.id, charge]))
  const disputes = new Map(control.disputes().map((dispute) => [dispute.payment_intent, dispute]))
  const sessions = control.sessions()
  const references = new Map(
    sessions.map(({ payment_intent, client_reference_id }) => [payment_intent, client_reference_id]),
  )
  const mandates = new Map(
    control
      .mandates()
      .filter(({ status }) => status === 'active')
      .map(({ payment_method, id }) => [payment_method, id]),
  )
  return {
    baseUrl,
    isDown: control.isDown(),
    mode: control.deliveryMode(),
    modes: [...stripeDeliveryModes],
    sessions: latest(sessions.filter(({ status }) => status === 'open')).map(sessionView),
    payments: latest(control.intents()).map((intent) =>
      paymentView(
        intent,
        charges.get(intent.latest_charge ?? ''),
        disputes.get(intent.id),
        references.get(intent.id) ?? Object.values(intent.metadata)[0] ?? null,
      ),
    ),
    methods: latest(control.methods()).flatMap((method): StripeMethodView[] =>
      method.customer === null
        ? []
        : [
            {
              id: method.id,
              type: method.type as StripeMethodType,
              account: accountOf(method),
              behaviour: control.behaviourOf(method.id),
              mandateId: mandates.get(method.id) ?? null,
              customer: method.billing_details.email ?? method.customer,
            },
          ],
    ),
    deliveries: latest(control.deliveries()).map((delivery) => ({ ...delivery })),
    declineCodes: [...DECLINE_CODES],
  }
}

function latest<T>(all: readonly T[]): T[] {
  return all.slice(-SHOWN).toReversed()
}

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()

function sessionView(session: CheckoutSession): StripeSessionView {
  return {
    id: session.id,
    isSetup: session.mode === 'setup',
    amount: session.amount_total,
    currency: (session.currency ?? 'eur').toUpperCase(),
    title: session.customer_details?.email ?? '',
    reference: session.client_reference_id,
    createdAt: instant(session.created),
    expiresAt: instant(session.expires_at),
    methods: session.payment_method_types as StripeMethodType[],
    payUrl: session.url ?? '',
  }
}

function paymentView(
  intent: PaymentIntent,
  charge: Charge | undefined,
  dispute: Dispute | undefined,
  reference: string | null,
): StripePaymentView {
  const { card, paypal, sepa_debit, type } = charge?.payment_method_details ?? {}
  const error = intent.last_payment_error
  return {
    id: intent.id,
    status: statusOf(intent, charge, dispute),
    amount: intent.amount,
    refunded: charge?.amount_refunded ?? 0,
    currency: intent.currency.toUpperCase(),
    reference,
    type: (type as StripeMethodType | undefined) ?? null,
    account: card?.last4 ?? sepa_debit?.last4 ?? paypal?.payer_email ?? null,
    failReason: error?.decline_code ?? error?.code ?? null,
    createdAt: instant(intent.created),
    dispute: dispute ? { id: dispute.id, status: dispute.status, isOpen: !OVER.has(dispute.status) } : null,
  }
}

function statusOf(
  intent: PaymentIntent,
  charge: Charge | undefined,
  dispute: Dispute | undefined,
): StripePaymentStatus {
  if (dispute && dispute.status !== 'won' && dispute.status !== 'warning_closed') return 'disputed'
  if (intent.status === 'succeeded') return charge?.refunded === true ? 'refunded' : 'succeeded'
  if (intent.status === 'processing') return 'processing'
  if (intent.status === 'canceled') return 'canceled'
  return intent.last_payment_error === null ? 'open' : 'failed'
}

function accountOf(method: PaymentMethod): string {
  return method.card?.last4 ?? method.sepa_debit?.last4 ?? method.paypal?.payer_email ?? ''
}
