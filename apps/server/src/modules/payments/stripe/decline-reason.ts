import { declineClass } from '@stowage/domain/debit'
import { isDeclineCode, type DeclineCode } from '@stowage/texts/errors/index.ts'

/** What Stripe tells of a failed payment; the charge of a direct debit has a `failure_code` instead. */
export interface ToldFailure {
  readonly code?: string | null | undefined
  readonly decline_code?: string | null | undefined
  readonly advice_code?: string | null | undefined
}

/** Codes outside the specification's list (direct debits, PayPal, what came later) that mean one of it. */
const MEANT: Readonly<Record<string, DeclineCode>> = {
  account_closed: 'invalid_account',
  bank_account_restricted: 'invalid_account',
  bank_account_unusable: 'invalid_account',
  bank_ownership_changed: 'new_account_information_available',
  card_declined: 'generic_decline',
  charge_exceeds_source_limit: 'withdrawal_count_limit_exceeded',
  charge_exceeds_transaction_limit: 'withdrawal_count_limit_exceeded',
  charge_exceeds_weekly_limit: 'withdrawal_count_limit_exceeded',
  // The holder, or his bank for him, lets nobody debit this account.
  debit_not_authorized: 'revocation_of_authorization',
  generic_could_not_process: 'processing_error',
  invalid_account_number: 'invalid_account',
  invalid_charge_amount: 'invalid_amount',
  invalid_currency: 'currency_not_supported',
  no_account: 'invalid_account',
  payment_intent_authentication_failure: 'authentication_required',
  payment_intent_mandate_invalid: 'revocation_of_authorization',
  payment_intent_payment_attempt_expired: 'processing_error',
  payment_method_customer_decline: 'generic_decline',
  payment_method_provider_decline: 'generic_decline',
  payment_method_provider_timeout: 'issuer_not_available',
}

/**
 * Why a payment failed, as a code of the specification (section 8). Of a card the bank's reason stands in `decline_code`
 * and `code` says only "declined"; of wrong data, direct debits and PayPal the reason is the `code` itself.
 * @returns `unrecognized` for a code that nobody knows; null where none was told
 */
export function declineReason(failure: ToldFailure): DeclineCode | null {
  const told = failure.decline_code || failure.code
  if (!told) return null
  const reason = isDeclineCode(told) ? told : meant(told)
  // The networks' advice wins over the table (facts 5): told "never again", a soft code would be tried again.
  const isSoft = declineClass(reason) === 'soft'
  return isSoft && failure.advice_code === 'do_not_try_again' ? 'do_not_try_again' : reason
}

const meant = (told: string): DeclineCode =>
  (Object.hasOwn(MEANT, told) ? MEANT[told] : undefined) ?? 'unrecognized'
