/**
 * What Stripe has to be told to send (facts 4): a message of another kind is kept and does nothing. `news` may happen to a payment
 * long after it was begun, so it is looked for in Stripe's list of events as well: at most 20 kinds.
 */
const EVENTS = {
  'checkout.session.completed': 'message',
  'checkout.session.async_payment_succeeded': 'message',
  'checkout.session.async_payment_failed': 'message',
  'checkout.session.expired': 'message',
  'payment_intent.succeeded': 'news',
  'payment_intent.payment_failed': 'news',
  'payment_intent.processing': 'message',
  'payment_intent.requires_action': 'message',
  'payment_intent.canceled': 'news',
  'setup_intent.succeeded': 'message',
  'setup_intent.setup_failed': 'message',
  'payment_method.attached': 'message',
  'payment_method.detached': 'message',
  'payment_method.automatically_updated': 'message',
  'mandate.updated': 'message',
  'charge.refunded': 'news',
  'refund.created': 'news',
  'refund.updated': 'news',
  'refund.failed': 'news',
  'charge.dispute.created': 'news',
  'charge.dispute.updated': 'news',
  'charge.dispute.closed': 'news',
  'charge.dispute.funds_withdrawn': 'news',
  'charge.dispute.funds_reinstated': 'news',
} as const satisfies Readonly<Record<string, 'message' | 'news'>>

type StripeEvent = keyof typeof EVENTS
export const STRIPE_EVENTS = Object.keys(EVENTS) as StripeEvent[]
export const STRIPE_NEWS = STRIPE_EVENTS.filter((event) => EVENTS[event] === 'news')
