import { createHash } from 'node:crypto'
import { takesAmount, takesCurrency } from '@stowage/domain/pay-method'
import type { Currency } from '@stowage/domain/money'
import type { Stripe } from 'stripe'
import { machineNow } from '../../../platform/clock.ts'
import { ProcessorError, type PayMethod, type PayOrder } from '../processor.ts'
import { stripeTypes } from './read-method.ts'
import { ours } from './read-payment.ts'

/** The chosen methods with which a currency can be paid. */
export function methodsFor(currency: Currency, chosen: readonly PayMethod[]): PayMethod[] {
  return chosen.filter((method) => takesCurrency(method, currency))
}

/** Stripe closes a page 30 minutes to 24 hours after it was opened; some seconds pass until it reads our wish. */
const SHORTEST = { minutes: 30, seconds: 30 }
const LONGEST = { hours: 23, minutes: 59 }

/**
 * The fields of a hosted page (Checkout) for one order: one line with the sum that was quoted, our ids on the page and on the
 * payment made of it. A wish that Stripe cannot keep for its closing is bent to the nearest one it can.
 * @throws ProcessorError `refused` where the order's method cannot pay its currency or its sum here
 */
export function pageFields(
  order: PayOrder,
  chosen: readonly PayMethod[],
): Stripe.Checkout.SessionCreateParams {
  const { currency } = order.amount
  const offered = methodsFor(currency, chosen).filter(
    (method) => order.method === undefined || method === order.method,
  )
  if (offered.length === 0)
    throw new ProcessorError('refused', `${order.method ?? 'no method'} is not offered for ${currency}`)
  // Stripe would show a page on which nobody can pay.
  const able = offered.filter((method) => takesAmount(method, order.amount))
  if (able.length === 0)
    throw new ProcessorError('refused', `${offered.join(', ')} cannot pay ${order.amount.amount}`, {
      reason: 'invalid_amount',
    })
  const metadata = { [ours.payment]: order.paymentId, [ours.account]: order.accountId }
  const name = nameOf(order)
  return {
    mode: 'payment',
    // A filter: what the account has not switched on is not shown.
    allowed_payment_method_types: able.map((method) => stripeTypes[method]),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: order.amount.amount,
          product_data: { name },
        },
      },
    ],
    // What is asked for is paid: no other currency at Stripe's rate.
    adaptive_pricing: { enabled: false },
    client_reference_id: order.paymentId,
    metadata,
    payment_intent_data: {
      metadata,
      description: name,
      ...(order.savesMethod === true ? { setup_future_usage: 'off_session' } : {}),
    },
    // A customer at Stripe is nothing but the holder of one saved method; whoever saves none leaves none behind.
    ...(order.savesMethod === true ? { customer_creation: 'always' } : {}),
    ...(order.email === '' ? {} : { customer_email: order.email }),
    locale: order.language,
    expires_at: closingTime(order.expiresAt),
    success_url: backWith(order.returnUrl, 'success'),
    cancel_url: backWith(order.returnUrl, 'fail'),
  }
}

/** What the payer reads on the page and the staff in the dashboard. */
export function nameOf({ serviceName }: Pick<PayOrder, 'serviceName'>): string {
  return Array.from(serviceName.replace(/\s+/g, ' ').trim()).slice(0, 250).join('') || '—'
}

/** The same wish twice, as by the SDK's own repetition, is one page; another amount, method or time is another page. */
export function pageKey(paymentId: string, fields: Stripe.Checkout.SessionCreateParams): string {
  return `${paymentId}:page:${createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 32)}`
}

function closingTime(wished: Temporal.Instant | undefined): number {
  const now = machineNow()
  const [earliest, latest] = [now.add(SHORTEST), now.add(LONGEST)]
  const at = wished === undefined || isAfter(wished, latest) ? latest : wished
  return Math.floor((isAfter(earliest, at) ? earliest : at).epochMilliseconds / 1000)
}

const isAfter = (one: Temporal.Instant, other: Temporal.Instant): boolean =>
  Temporal.Instant.compare(one, other) > 0

function backWith(returnUrl: string, result: 'success' | 'fail'): string {
  const url = new URL(returnUrl)
  url.searchParams.set('result', result)
  return url.href
}
