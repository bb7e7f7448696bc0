import { money, type Currency } from '@stowage/domain/money'
import type { Stripe } from 'stripe'
import type { OutsideDispute } from '../processor.ts'

const STATES: Readonly<Record<string, OutsideDispute['state']>> = {
  warning_needs_response: 'warned',
  warning_under_review: 'warned',
  warning_closed: 'warned',
  // Ended before it became one: by a refund of ours, or by the network.
  prevented: 'warned',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
}

/**
 * A dispute. The state of a new kind that nobody here knows follows the money: withdrawn, it is open.
 * @param currency of the payment, in which a dispute is held
 */
export function readDispute(dispute: Stripe.Dispute, currency: Currency): OutsideDispute {
  // What was withdrawn counts below zero, what was given back above.
  const isWithdrawn = (dispute.balance_transactions ?? []).reduce((all, { amount }) => all + amount, 0) < 0
  const known = Object.hasOwn(STATES, dispute.status) ? STATES[dispute.status] : undefined
  const dueBy = dispute.evidence_details?.due_by
  return {
    id: dispute.id,
    state: known ?? (isWithdrawn ? 'open' : 'warned'),
    said: dispute.status,
    amount: money(dispute.amount, currency),
    isWithdrawn,
    reason: dispute.reason || null,
    // 0: this bank takes no answer (every SEPA return).
    dueBy: dueBy ? instantOf(dueBy) : null,
  }
}

/** Stripe counts in seconds. */
export function instantOf(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
}
