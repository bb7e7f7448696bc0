/**
 * Automatic payments of a contract, and one try to debit one of its invoices. Safe for the browser.
 */
import { lifeCycle } from './life-cycle.ts'

export const subscriptionStatuses = ['starting', 'active', 'suspended', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** `methodSaved`: the processor keeps a card of the tenant, the first one or another. */
export type SubscriptionEvent = 'methodSaved' | 'suspended' | 'cancelled'

export const subscriptionLife = lifeCycle<SubscriptionStatus, SubscriptionEvent>('subscription', {
  /** Asked for; its first payment has not come yet. */
  starting: { methodSaved: 'active', cancelled: 'cancelled' },
  active: { methodSaved: 'active', suspended: 'suspended', cancelled: 'cancelled' },
  /** The card can be charged no more; another one takes its place, and it goes on. */
  suspended: { methodSaved: 'active', suspended: 'suspended', cancelled: 'cancelled' },
  cancelled: {},
})

export const debitStatuses = ['planned', 'charging', 'paid', 'declined', 'dropped'] as const
export type DebitStatus = (typeof debitStatuses)[number]

/**
 * `dropped`: not needed any more, it was paid in another way or the subscription has ended. `returned`: the money went back to its
 * payer, which is a decline that came late.
 */
export type DebitEvent = 'charged' | 'paid' | 'declined' | 'dropped' | 'returned'

/** Money that has come in is never refused, as in `paymentLife`. */
export const debitLife = lifeCycle<DebitStatus, DebitEvent>('debit', {
  planned: { charged: 'charging', dropped: 'dropped' },
  charging: { paid: 'paid', declined: 'declined' },
  paid: { returned: 'declined' },
  declined: { paid: 'paid' },
  dropped: {},
})
