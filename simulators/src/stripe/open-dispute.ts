import { emit, type StripeAccount } from './account.ts'
import { bookBalance, DISPUTE_FEE } from './balance.ts'
import { newId } from './ids.ts'
import { refused } from './refusals.ts'
import type { Charge, Dispute } from './records.ts'

const WEEK = 7 * 86_400
const NO_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** `inquiry`: the bank only asks, no money has moved. */
export type DisputeKind = 'dispute' | 'inquiry'

/**
 * The payer's bank asks the money back. Of a direct debit that is lost at once; of a card it can be answered within a week.
 * @throws StripeRefusal for a charge without money, or disputed already
 */
export function openDispute(
  account: StripeAccount,
  charge: Charge,
  kind: DisputeKind = 'dispute',
  reason?: string,
): Dispute {
  const { books } = account
  if (charge.status !== 'succeeded') throw refused(`Charge ${charge.id} has not succeeded.`)
  if (charge.disputed) throw refused(`Charge ${charge.id} is disputed already.`)
  const isDebit = charge.payment_method_details?.type === 'sepa_debit'
  const amount = charge.amount - charge.amount_refunded
  if (amount === 0) throw refused(`Charge ${charge.id} has been refunded.`)
  const isAsked = kind === 'inquiry' && !isDebit
  const dispute = books.disputes.add({
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: books.seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE },
    evidence_details: {
      due_by: isDebit ? null : books.seconds() + WEEK,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isAsked,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    ...details(charge, isAsked),
    reason: reason ?? (isDebit ? 'debit_not_authorized' : 'fraudulent'),
    status: isDebit ? 'lost' : isAsked ? 'warning_needs_response' : 'needs_response',
  })
  if (!isAsked) charge.disputed = true
  emit(account, 'charge.dispute.created', dispute)
  if (!isAsked) {
    move(account, dispute, -1)
    emit(account, 'charge.dispute.funds_withdrawn', dispute)
  }
  if (isDebit) emit(account, 'charge.dispute.closed', dispute)
  return dispute
}

/** The merchant has answered: the bank decides. @throws StripeRefusal when it is over */
export function answerDispute(account: StripeAccount, dispute: Dispute): void {
  assertOpen(dispute)
  dispute.status = dispute.status.startsWith('warning') ? 'warning_under_review' : 'under_review'
  dispute.evidence_details = {
    ...dispute.evidence_details,
    has_evidence: true,
    submission_count: dispute.evidence_details.submission_count + 1,
    submission_method: 'manual',
  }
  emit(account, 'charge.dispute.updated', dispute)
}

/** The end of a dispute: what was withdrawn comes back when it is won. @throws StripeRefusal when it is over */
export function closeDispute(account: StripeAccount, dispute: Dispute, outcome: 'won' | 'lost'): void {
  assertOpen(dispute)
  const isAsked = dispute.status.startsWith('warning')
  dispute.status = isAsked ? 'warning_closed' : outcome
  if (!isAsked && outcome === 'won') {
    move(account, dispute, 1)
    emit(account, 'charge.dispute.funds_reinstated', dispute)
  }
  emit(account, 'charge.dispute.closed', dispute)
}

function assertOpen(dispute: Dispute): void {
  if (['won', 'lost', 'warning_closed', 'prevented'].includes(dispute.status))
    throw refused(`This dispute is already closed: its status is ${dispute.status}.`)
}

function move({ books }: StripeAccount, dispute: Dispute, sign: 1 | -1): void {
  const booked = bookBalance(books, {
    amount: sign * dispute.amount,
    fee: -sign * DISPUTE_FEE,
    currency: dispute.currency,
    type: 'adjustment',
    reporting_category: sign < 0 ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
  })
  dispute.balance_transactions = [...dispute.balance_transactions, booked]
}

function details(charge: Charge, isAsked: boolean): Pick<Dispute, 'payment_method_details'> {
  const { card, type } = charge.payment_method_details ?? {}
  if (type === 'paypal')
    return {
      payment_method_details: {
        type: 'paypal',
        paypal: { case_id: `PP-D-${charge.created}`, reason_code: 'UNAUTHORISED' },
      },
    }
  if (type !== 'card') return {}
  return {
    payment_method_details: {
      type: 'card',
      card: {
        brand: card?.brand ?? 'visa',
        case_type: isAsked ? 'inquiry' : 'chargeback',
        network: card?.network ?? 'visa',
        network_reason_code: '10.4',
      },
    },
  }
}
