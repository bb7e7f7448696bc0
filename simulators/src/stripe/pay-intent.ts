import { emit, type StripeAccount } from './account.ts'
import { bookBalance, chargeFee } from './balance.ts'
import type { CardError } from './declines.ts'
import { judgePayment, REFUSED_ON_PAGE } from './judge-instrument.ts'
import { keepMethod, usable } from './keep-method.ts'
import { newCharge } from './new-intent.ts'
import { chargedWith, liveMandate, newMandate, type Acceptance } from './new-method.ts'
import { refused, StripeRefusal } from './refusals.ts'
import type { Charge, PaymentIntent, PaymentMethod } from './records.ts'
import { sessionFollows } from './session-follows.ts'
import { cardRule } from './test-cards.ts'
import { ibanRule } from './test-ibans.ts'

/** The largest direct debit, in minor units. */
const SEPA_MOST = 1_000_000

export interface Confirmation {
  readonly method: PaymentMethod
  /** Nobody is there to confirm anything: a charge of a saved method. */
  readonly isOffSession: boolean
  /** The payer agreed to be debited, just now. */
  readonly acceptance?: Acceptance
  readonly returnUrl: string | null
  /** Begins a mandate's reference. */
  readonly referencePrefix?: string
}

/**
 * Tries to take the money of an intent. A decline leaves the intent open for another try.
 * @throws StripeRefusal for what cannot be tried at all; declines are told by the answer
 */
export function confirmPayment(
  account: StripeAccount,
  intent: PaymentIntent,
  how: Confirmation,
): { declined?: CardError } {
  const { method } = how
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw refused(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}.`,
      'payment_intent_unexpected_state',
    )
  const instrument = usable(account, method, intent.customer, 'payment_intent')
  if (!intent.payment_method_types.includes(method.type))
    throw refused(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent.`,
      'payment_intent_incompatible_payment_method',
      'payment_method',
    )
  const mandate = checkDebit(account, intent, how)
  intent.payment_method = method.id
  intent.last_payment_error = null
  intent.next_action = null

  const verdict = judgePayment(instrument, !how.isOffSession)
  if (verdict.kind === 'page') {
    intent.status = 'requires_action'
    intent.next_action = {
      type: 'redirect_to_url',
      redirect_to_url: {
        url: `${account.browserUrl()}/authenticate/${intent.id}`,
        return_url: how.returnUrl,
      },
    }
    emit(account, 'payment_intent.requires_action', intent)
    return {}
  }
  if (verdict.kind === 'declined') {
    declinePayment(account, intent, method, verdict.error)
    return { declined: verdict.error }
  }
  if (verdict.kind === 'processing') debit(account, intent, method, mandate, how)
  else takePayment(account, intent, method, null)
  return {}
}

/** The payer answered the page of his bank or of PayPal. Answered twice, the first answer stands. */
export function answerPage(account: StripeAccount, intent: PaymentIntent, agrees: boolean): void {
  if (intent.status !== 'requires_action' || intent.payment_method === null) return
  const method = account.books.methods.get(intent.payment_method)
  const instrument = account.books.instruments.get(method.id)
  intent.next_action = null
  if (!agrees) {
    declinePayment(account, intent, method, REFUSED_ON_PAGE[method.type === 'paypal' ? 'paypal' : '3ds'])
    return
  }
  if (instrument) instrument.authenticated = true
  const acceptance = { ip: null, agent: null }
  const isMandated = method.type === 'paypal' && intent.setup_future_usage !== null
  if (isMandated) newMandate(account.books, method, acceptance, { baseUrl: account.browserUrl(), prefix: '' })
  takePayment(account, intent, method, null)
}

/** A debit needs euros, a sum within the limit, and a mandate that is alive or given now. @returns the mandate, where there is one */
function checkDebit(account: StripeAccount, intent: PaymentIntent, how: Confirmation): string | null {
  const { method, isOffSession, acceptance } = how
  if (method.type === 'card') return null
  const alive = liveMandate(account.books, method.id)
  if (method.type === 'paypal') {
    if (isOffSession && !alive)
      throw refused(
        'The mandate of this PaymentMethod is not active.',
        'payment_intent_mandate_invalid',
        'payment_method',
      )
    return alive?.id ?? null
  }
  if (intent.currency !== 'eur')
    throw refused(
      `The currency provided (${intent.currency}) is invalid for sepa_debit: it must be eur.`,
      'payment_method_currency_mismatch',
      'currency',
    )
  if (intent.amount > SEPA_MOST)
    throw refused('The amount is greater than the maximum of a SEPA debit.', 'amount_too_large', 'amount')
  if (alive) return alive.id
  if (!acceptance)
    throw refused(
      'A mandate is required: provide mandate_data or a PaymentMethod with an active mandate.',
      'payment_intent_mandate_invalid',
      'mandate_data',
    )
  return newMandate(account.books, method, acceptance, {
    baseUrl: account.browserUrl(),
    prefix: how.referencePrefix ?? '',
  }).id
}

function debit(
  account: StripeAccount,
  intent: PaymentIntent,
  method: PaymentMethod,
  mandate: string | null,
  how: Confirmation,
): void {
  const { books } = account
  const charge = addCharge(account, intent, method, 'pending', mandate)
  intent.latest_charge = charge.id
  intent.status = 'processing'
  // Whoever pays on a page and saves the method at once may be charged again before this debit is decided.
  if (intent.setup_future_usage !== null && !how.isOffSession) keepMethod(account, method, intent.customer)
  const { decidedAfterDays } = ibanRule(books.instruments.get(method.id)?.account ?? '')
  books.later({ clock: 'bank', kind: 'debit', id: intent.id, inDays: decidedAfterDays })
  emit(account, 'charge.pending', charge)
  emit(account, 'payment_intent.processing', intent)
}

/** The money is there: at once, or a debit at last. */
function takePayment(
  account: StripeAccount,
  intent: PaymentIntent,
  method: PaymentMethod,
  pending: Charge | null,
): void {
  const { books } = account
  const charge = pending ?? addCharge(account, intent, method, 'succeeded', null)
  charge.status = 'succeeded'
  charge.paid = true
  charge.captured = true
  charge.receipt_url = `${account.browserUrl()}/receipt/${charge.id}`
  charge.balance_transaction = bookBalance(books, {
    amount: charge.amount,
    fee: chargeFee(charge.amount, method.type),
    currency: charge.currency,
    type: method.type === 'card' ? 'charge' : 'payment',
    reporting_category: 'charge',
    source: charge.id,
  }).id
  intent.latest_charge = charge.id
  intent.amount_received = intent.amount
  intent.status = 'succeeded'
  intent.next_action = null
  intent.last_payment_error = null
  if (intent.setup_future_usage !== null) keepMethod(account, method, intent.customer)
  emit(account, 'charge.succeeded', charge)
  emit(account, 'payment_intent.succeeded', intent)
  const instrument = books.instruments.get(method.id)
  if (instrument?.type === 'card' && cardRule(instrument.account).disputes === true)
    books.later({ clock: 'bank', kind: 'disputeFraud', id: charge.id, inDays: 1 })
}

/** The bank says no: the attempt stays in the books, the intent may be tried again. */
function declinePayment(
  account: StripeAccount,
  intent: PaymentIntent,
  method: PaymentMethod,
  error: CardError,
): void {
  const isOfPage = error.type === 'invalid_request_error'
  const charge = isOfPage ? null : addCharge(account, intent, method, 'failed', null)
  if (charge) {
    charge.failure_code = error.code
    charge.failure_message = error.message
    charge.outcome = outcome(method, error)
    intent.latest_charge = charge.id
  }
  failIntent(account, intent, method, charge, error)
}

function failIntent(
  account: StripeAccount,
  intent: PaymentIntent,
  method: PaymentMethod,
  charge: Charge | null,
  error: CardError,
): void {
  intent.status = 'requires_payment_method'
  intent.payment_method = null
  intent.next_action = null
  intent.last_payment_error = {
    ...error,
    ...(charge === null ? {} : { charge: charge.id }),
    payment_method: structuredClone(method),
  }
  if (charge) emit(account, 'charge.failed', charge)
  emit(account, 'payment_intent.payment_failed', intent)
}

/** A debit under way is decided. @param given otherwise than the account behind it would have it */
export function decideDebit(
  account: StripeAccount,
  intent: PaymentIntent,
  given?: 'succeeded' | 'failed',
): void {
  const { books } = account
  if (intent.status !== 'processing' || intent.latest_charge === null || intent.payment_method === null)
    return
  books.cancelDue(intent.id)
  const charge = books.charges.get(intent.latest_charge)
  const method = books.methods.get(intent.payment_method)
  const rule = ibanRule(books.instruments.get(method.id)?.account ?? '')
  const fails =
    given === undefined ? rule.fails : given === 'failed' ? (rule.fails ?? 'insufficient_funds') : undefined
  if (fails === undefined) {
    takePayment(account, intent, method, charge)
    if (rule.disputedAfterDays !== undefined)
      books.later({ clock: 'bank', kind: 'disputeDebit', id: charge.id, inDays: rule.disputedAfterDays })
  } else {
    const error: CardError = { type: 'card_error', code: fails, message: DEBIT_SENTENCE }
    Object.assign(charge, {
      status: 'failed',
      paid: false,
      captured: false,
      amount_captured: 0,
      failure_code: fails,
      failure_message: DEBIT_SENTENCE,
      outcome: outcome(method, error),
    } satisfies Partial<Charge>)
    failIntent(account, intent, method, charge, error)
  }
  sessionFollows(account, intent)
}
const DEBIT_SENTENCE = 'The transaction can not be processed by the bank of the payer.'

/** @throws StripeRefusal when it is paid, being paid, or cancelled already */
export function cancelIntent(
  account: StripeAccount,
  intent: PaymentIntent,
  reason: NonNullable<PaymentIntent['cancellation_reason']>,
): void {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status))
    throw refused(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      'payment_intent_unexpected_state',
    )
  intent.status = 'canceled'
  intent.canceled_at = account.books.seconds()
  intent.cancellation_reason = reason
  intent.next_action = null
  emit(account, 'payment_intent.canceled', intent)
}

/** A decline as the API says it: 402, with the intent as it stands. */
export function declineRefusal(
  account: StripeAccount,
  intent: PaymentIntent,
  error: CardError,
): StripeRefusal {
  const { charge, payment_method } = intent.last_payment_error ?? {}
  const method = payment_method === undefined ? undefined : account.books.methods.find(payment_method.id)
  return new StripeRefusal(error.type === 'card_error' ? 402 : 400, {
    ...error,
    ...(charge === undefined ? {} : { charge }),
    ...(method === undefined ? {} : { payment_method: structuredClone(method) }),
    payment_intent: structuredClone(intent),
  })
}

function addCharge(
  account: StripeAccount,
  intent: PaymentIntent,
  method: PaymentMethod,
  status: 'succeeded' | 'pending' | 'failed',
  mandate: string | null,
): Charge {
  return account.books.charges.add(
    newCharge(intent, {
      created: account.books.seconds(),
      status,
      payment_method: method.id,
      payment_method_details: chargedWith(method, mandate),
      billing_details: { ...method.billing_details },
      outcome: outcome(method, null, account),
    }),
  )
}

function outcome(
  method: PaymentMethod,
  error: CardError | null,
  account?: StripeAccount,
): NonNullable<Charge['outcome']> {
  const isBlocked = error?.decline_code === 'fraudulent'
  const instrument = account?.books.instruments.get(method.id)
  const risk = instrument?.type === 'card' ? cardRule(instrument.account).risk : undefined
  return {
    advice_code: error?.advice_code ?? null,
    network_advice_code: null,
    network_decline_code: null,
    network_status:
      error === null ? 'approved_by_network' : isBlocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: error === null ? null : (error.decline_code ?? error.code),
    risk_level: isBlocked ? 'highest' : (risk ?? (method.type === 'card' ? 'normal' : 'not_assessed')),
    seller_message: error === null ? 'Payment complete.' : error.message,
    type: error === null ? 'authorized' : isBlocked ? 'blocked' : 'issuer_declined',
  }
}
