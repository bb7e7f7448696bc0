/**
 * An attempt to collect money. Money that has come in is never refused by a status: it also arrives after a decline (the payer
 * tried another card on the same page) and after we gave the attempt up (a late message). Safe for the browser.
 */
import { lifeCycle } from './life-cycle.ts'

export const paymentStatuses = ['created', 'pending', 'succeeded', 'failed', 'cancelled', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * `underWay`: the processor has begun, or its news is not confirmed yet; `denied`: it knows nothing of what was claimed;
 * `refunded`: all of the money went back.
 */
export type PaymentEvent = 'underWay' | 'denied' | 'received' | 'declined' | 'cancelled' | 'refunded'

export const paymentLife = lifeCycle<PaymentStatus, PaymentEvent>('payment', {
  created: {
    underWay: 'pending',
    received: 'succeeded',
    declined: 'failed',
    cancelled: 'cancelled',
    refunded: 'refunded',
  },
  pending: {
    underWay: 'pending',
    denied: 'created',
    received: 'succeeded',
    declined: 'failed',
    cancelled: 'cancelled',
    refunded: 'refunded',
  },
  failed: { underWay: 'pending', received: 'succeeded', refunded: 'refunded' },
  cancelled: { underWay: 'pending', received: 'succeeded', refunded: 'refunded' },
  succeeded: { refunded: 'refunded' },
  refunded: {},
})

/** Nothing is known yet about the money. */
export function isUndecided(status: PaymentStatus): boolean {
  return status === 'created' || status === 'pending'
}
