import { currencies, money, type Currency, type Money } from '@stowage/domain/money'
import type { Stripe } from 'stripe'
import type { OutsidePayment, OutsideState } from '../processor.ts'
import { declineReason } from './decline-reason.ts'
import { instantOf, readDispute } from './read-dispute.ts'
import { chargeOf, labelOf, methodOf, savedWith } from './read-method.ts'

/** What is asked for besides the payment itself. */
export interface Beside {
  readonly refunds: readonly Stripe.Refund[]
  readonly disputes: readonly Stripe.Dispute[]
  /** Of a direct debit that was saved: the mandate's reference. */
  readonly mandate?: string | null
}

/** Under which names our ids travel. */
export const ours = { payment: 'paymentId', account: 'accountId' } as const

/**
 * A PaymentIntent as our payment, with its last charge expanded.
 * @returns undefined for one on which nobody has tried to pay yet, and for one in a currency that we do not have
 */
export function readPayment(intent: Stripe.PaymentIntent, beside: Beside): OutsidePayment | undefined {
  const charge = chargeOf(intent)
  const currency = currencyOf(intent.currency)
  if (currency === undefined || isUntouched(intent)) return undefined
  const amount = money(intent.status === 'succeeded' ? intent.amount_received : intent.amount, currency)
  const told = charge?.payment_method_details
  const method = methodOf(told)
  const refunded = money(givenBack(beside.refunds), currency)
  const state = stateOf(intent, beside.refunds, { amount, refunded })
  const disputes = [...beside.disputes].sort((one, two) => one.created - two.created)
  return {
    id: intent.id,
    orderId: intent.metadata[ours.payment] ?? null,
    clientId: intent.metadata[ours.account] ?? null,
    amount,
    refunded,
    state,
    said: said(intent, beside.refunds, disputes),
    pendingAt: instantOf(charge?.created ?? intent.created),
    // A direct debit's charge is as old as the order to the bank; when the bank said yes stands nowhere in it.
    receivedAt:
      intent.status === 'succeeded' && charge && method !== 'sepa' ? instantOf(charge.created) : null,
    card: labelOf(told),
    reason: state === 'failed' ? whyFailed(intent, charge) : null,
    method,
    failedRefunds: beside.refunds.filter(hasFailed).flatMap(({ metadata }) => metadata?.['key'] ?? []),
    saved: method === 'sepa' && !beside.mandate ? null : savedWith(intent, beside.mandate ?? null),
    disputes: disputes.map((dispute) => readDispute(dispute, currency)),
  }
}

function currencyOf(told: string): Currency | undefined {
  return currencies.find((currency) => currency === told.toUpperCase())
}

/** A page was opened for it, or a payer has left before he tried. */
function isUntouched({
  status,
  last_payment_error: error,
  latest_charge: charge,
}: Stripe.PaymentIntent): boolean {
  return status === 'requires_payment_method' && error === null && charge === null
}

function stateOf(
  { status }: Stripe.PaymentIntent,
  refunds: readonly Stripe.Refund[],
  { amount, refunded }: { readonly amount: Money; readonly refunded: Money },
): OutsideState {
  if (status === 'canceled') return 'cancelled'
  if (status === 'requires_payment_method') return 'failed'
  // The payer confirms at his bank, or his bank decides: processing, requires_action, and what may come to be called so.
  if (status !== 'succeeded') return 'pending'
  if (refunds.some(isUnderWay)) return 'refunding'
  if (refunded.amount === 0) return 'received'
  return refunded.amount < amount.amount ? 'partlyRefunded' : 'refunded'
}

const isUnderWay = ({ status }: Stripe.Refund): boolean =>
  status === 'pending' || status === 'requires_action'

const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

/** Only what has arrived: a refund can fail days later, at the payer's bank. */
function givenBack(refunds: readonly Stripe.Refund[]): number {
  return refunds.filter(({ status }) => status === 'succeeded').reduce((all, { amount }) => all + amount, 0)
}

/** Stripe's own words, of everything that may become news. */
function said(
  { status }: Stripe.PaymentIntent,
  refunds: readonly Stripe.Refund[],
  disputes: readonly Stripe.Dispute[],
): string {
  const ofRefunds = refunds
    .filter((refund) => refund.status !== 'succeeded')
    .map((refund) => `refund ${refund.status ?? 'unknown'}`)
  return [status, ...new Set(ofRefunds), ...disputes.map((dispute) => `dispute ${dispute.status}`)]
    .join(', ')
    .slice(0, 200)
}

function whyFailed(
  { last_payment_error: error }: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
): string | null {
  return (error && declineReason(error)) ?? declineReason({ code: charge?.failure_code ?? null })
}
