import { emit, type StripeAccount } from './account.ts'
import { bookBalance } from './balance.ts'
import { newId } from './ids.ts'
import { invalidParameter, refused } from './refusals.ts'
import type { Charge, Refund } from './records.ts'
import { cardRule, type CardRule } from './test-cards.ts'

/** How many bank days a refund of a debit takes. */
const DEBIT_REFUND_DAYS = 3

/**
 * Gives money of a charge back: a card's at once, a debit's days later.
 * @param given.amount minor units; the whole rest when absent
 * @throws StripeRefusal when there is not so much to give back
 */
export function refundCharge(
  account: StripeAccount,
  charge: Charge,
  given: { amount?: number | undefined; reason: Refund['reason']; metadata: Record<string, string> },
): Refund {
  const { books } = account
  const rest = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded')
    throw refused(
      `This charge (${charge.id}) has not been captured: its status is ${charge.status}.`,
      'charge_not_refundable',
    )
  if (charge.disputed)
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed')
  if (rest === 0) throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  const amount = given.amount ?? rest
  if (amount < 1) throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  if (amount > rest)
    throw refused(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${rest}).`,
      'amount_too_large',
      'amount',
    )
  const instrument = charge.payment_method === null ? undefined : books.instruments.get(charge.payment_method)
  const rule: CardRule | undefined = instrument?.type === 'card' ? cardRule(instrument.account) : undefined
  const isLater = instrument?.type === 'sepa_debit' || rule?.refunds === 'later'
  const refund = books.refunds.add({
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: books.seconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: given.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isLater ? 'pending' : 'succeeded',
    transfer_reversal: null,
    ...(isLater ? { pending_reason: 'processing' as const } : {}),
  })
  refund.balance_transaction = bookBalance(books, {
    amount: -amount,
    currency: refund.currency,
    type: instrument?.type === 'card' ? 'refund' : 'payment_refund',
    reporting_category: 'refund',
    source: refund.id,
  }).id
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  emit(account, 'refund.created', refund)
  emit(account, 'charge.refunded', charge)
  if (isLater) books.later({ clock: 'bank', kind: 'refund', id: refund.id, inDays: DEBIT_REFUND_DAYS })
  if (rule?.refunds === 'fail') books.later({ clock: 'bank', kind: 'refundFails', id: refund.id, inDays: 1 })
  return refund
}

/** A pending refund ends well, or any refund fails after all: its money comes back to the account. */
export function decideRefund(account: StripeAccount, refund: Refund, outcome: 'succeeded' | 'failed'): void {
  const { books } = account
  if (refund.status === 'failed' || (refund.status === 'succeeded' && outcome === 'succeeded')) return
  books.cancelDue(refund.id)
  delete refund.pending_reason
  refund.status = outcome
  if (outcome === 'succeeded') {
    emit(account, 'refund.updated', refund)
    return
  }
  refund.failure_reason = 'expired_or_canceled_card'
  refund.failure_balance_transaction = bookBalance(books, {
    amount: refund.amount,
    currency: refund.currency,
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    source: refund.id,
  }).id
  const charge = refund.charge === null ? undefined : books.charges.find(refund.charge)
  if (charge) {
    charge.amount_refunded -= refund.amount
    charge.refunded = false
  }
  emit(account, 'refund.failed', refund)
  emit(account, 'refund.updated', refund)
}
