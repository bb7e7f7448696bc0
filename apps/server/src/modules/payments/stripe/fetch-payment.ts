import type { Stripe } from 'stripe'
import type { OutsidePayment, SavedMethodNews } from '../processor.ts'
import { call, expected, find } from './connect-stripe.ts'
import { chargeOf, savedWith } from './read-method.ts'
import { readPayment, type Beside } from './read-payment.ts'

/** Comes with every payment: its last charge, and that one's first ten refunds. */
const EXPANDED = 'latest_charge.refunds'

/** The same below another object of the answer: `payment_intent`, `data`. */
export const expandedIn = (place: string): string[] => [`${place}.${EXPANDED}`]

/** One payment with all that the port tells of it; undefined: unknown, or nobody has tried to pay yet. @throws ProcessorError */
export async function fetchPayment(
  stripe: Stripe,
  id: string,
  isDisputed = false,
): Promise<OutsidePayment | undefined> {
  const intent = await fetchIntent(stripe, id)
  return intent && (await completePayment(stripe, intent, isDisputed))
}

/** @throws ProcessorError */
export async function fetchIntent(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent | undefined> {
  const intent = await find(`GET payment_intents/${id}`, () =>
    stripe.paymentIntents.retrieve(id, { expand: [EXPANDED] }),
  )
  return intent && expected(intent, 'payment_intent')
}

/** Asks for what an expanded payment only points at: rarely anything. @throws ProcessorError */
export async function completePayment(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  isDisputed = false,
): Promise<OutsidePayment | undefined> {
  const [beside, mandate] = await Promise.all([
    besideOf(stripe, intent, isDisputed),
    mandateOf(stripe, intent),
  ])
  return readPayment(intent, { ...beside, mandate })
}

/** The method that was saved with a payment, its mandate's reference with it. @throws ProcessorError */
export async function fetchSavedMethod(stripe: Stripe, id: string): Promise<SavedMethodNews | undefined> {
  const intent = await fetchIntent(stripe, id)
  return (intent && savedWith(intent, await mandateOf(stripe, intent))) ?? undefined
}

/**
 * Refunds and disputes of a payment; most have none, and cost no call.
 * @param isDisputed where an event has told of one: of an inquiry the charge itself need not say so
 * @throws ProcessorError
 */
export async function besideOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent,
  isDisputed: boolean,
): Promise<Beside> {
  const charge = chargeOf(intent)
  if (!charge) return { refunds: [], disputes: [] }
  const known = charge.refunds
  const isTold = known && !known.has_more
  const [refunds, disputes] = await Promise.all([
    isTold ? known.data : refundsOf(stripe, intent.id),
    charge.disputed || isDisputed ? disputesOf(stripe, intent.id) : [],
  ])
  return { refunds, disputes }
}

/** @throws ProcessorError */
export async function refundsOf(stripe: Stripe, paymentIntent: string): Promise<Stripe.Refund[]> {
  return await call('GET refunds', () =>
    stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
}

async function disputesOf(stripe: Stripe, paymentIntent: string): Promise<Stripe.Dispute[]> {
  return await call('GET disputes', () =>
    stripe.disputes.list({ payment_intent: paymentIntent, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
}

/** The reference under which a payer has allowed direct debits; null where none was saved. */
async function mandateOf(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<string | null> {
  const id = chargeOf(intent)?.payment_method_details?.sepa_debit?.mandate
  if (!id || savedWith(intent, null) === null) return null
  const mandate = await find(`GET mandates/${id}`, () => stripe.mandates.retrieve(id))
  return mandate?.payment_method_details.sepa_debit?.reference ?? null
}
