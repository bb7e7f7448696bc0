/**
 * What the service says of a refusal. `soft`: the same card may be tried later; `fix`: the payer has to correct something;
 * `hard`: never again; `grey`: no advice is given.
 */
type DeclineClass = 'soft' | 'fix' | 'hard' | 'grey' | 'auth'

const CLASSES = {
  authentication_required: 'auth',
  approve_with_id: 'soft',
  call_issuer: 'grey',
  card_not_supported: 'hard',
  card_velocity_exceeded: 'soft',
  currency_not_supported: 'hard',
  do_not_honor: 'grey',
  do_not_try_again: 'hard',
  duplicate_transaction: 'hard',
  expired_card: 'fix',
  fraudulent: 'hard',
  generic_decline: 'grey',
  incorrect_number: 'fix',
  incorrect_cvc: 'fix',
  incorrect_pin: 'fix',
  incorrect_zip: 'fix',
  insufficient_funds: 'soft',
  invalid_account: 'hard',
  invalid_amount: 'hard',
  invalid_cvc: 'fix',
  invalid_expiry_month: 'fix',
  invalid_expiry_year: 'fix',
  invalid_number: 'fix',
  invalid_pin: 'fix',
  issuer_not_available: 'soft',
  lost_card: 'hard',
  merchant_blacklist: 'hard',
  new_account_information_available: 'hard',
  no_action_taken: 'grey',
  not_permitted: 'hard',
  offline_pin_required: 'hard',
  online_or_offline_pin_required: 'hard',
  pickup_card: 'hard',
  pin_try_exceeded: 'hard',
  processing_error: 'soft',
  reenter_transaction: 'soft',
  restricted_card: 'hard',
  revocation_of_all_authorizations: 'hard',
  revocation_of_authorization: 'hard',
  security_violation: 'hard',
  service_not_allowed: 'hard',
  stolen_card: 'hard',
  stop_payment_order: 'hard',
  testmode_decline: 'hard',
  transaction_not_allowed: 'hard',
  try_again_later: 'soft',
  withdrawal_count_limit_exceeded: 'soft',
} as const satisfies Record<string, DeclineClass>

export type DeclineCode = keyof typeof CLASSES
export const DECLINE_CODES = Object.keys(CLASSES) as DeclineCode[]

/** Those that are themselves the `code`; what stands in `decline_code` then: nothing, or the same. */
const OWN_CODE: Readonly<Record<string, 'empty' | 'same'>> = {
  authentication_required: 'same',
  expired_card: 'same',
  incorrect_number: 'empty',
  incorrect_cvc: 'same',
  incorrect_zip: 'empty',
  invalid_cvc: 'empty',
  invalid_expiry_month: 'empty',
  invalid_expiry_year: 'empty',
  invalid_number: 'empty',
  processing_error: 'same',
}
const ADVICE: Readonly<Record<DeclineClass, string | undefined>> = {
  soft: 'try_again_later',
  fix: 'confirm_card_data',
  hard: 'do_not_try_again',
  grey: undefined,
  auth: undefined,
}
const PARAMS: Readonly<Record<string, string>> = {
  incorrect_number: 'number',
  invalid_number: 'number',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
  invalid_expiry_month: 'exp_month',
  invalid_expiry_year: 'exp_year',
  incorrect_zip: 'address_zip',
}
const SENTENCES: Readonly<Record<string, string>> = {
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  card_velocity_exceeded:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  incorrect_number: 'Your card number is incorrect.',
  incorrect_zip: "Your card's postal code is incorrect.",
  insufficient_funds: 'Your card has insufficient funds.',
  invalid_cvc: "Your card's security code is invalid.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_number: 'Your card number is invalid.',
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  /** Payment methods other than cards. */
  payment_method_provider_decline: 'The payment was declined by the provider.',
  payment_method_customer_decline: 'The customer declined the payment.',
}

export interface CardError {
  type: 'card_error' | 'invalid_request_error'
  code: string
  decline_code?: string
  advice_code?: string
  message: string
  param?: string
}

/** The error of a declined charge, built from its reason alone. */
export function declineError(reason: string): CardError {
  const message = SENTENCES[reason] ?? 'Your card was declined.'
  if (reason.startsWith('payment_method_') || reason.startsWith('payment_intent_'))
    return { type: 'invalid_request_error', code: reason, message }
  const own = OWN_CODE[reason]
  const advice = reason in CLASSES ? ADVICE[CLASSES[reason as DeclineCode]] : undefined
  const param = PARAMS[reason]
  return {
    type: 'card_error',
    code: own === undefined ? 'card_declined' : reason,
    ...(own === 'empty' ? {} : { decline_code: reason }),
    ...(advice === undefined ? {} : { advice_code: advice }),
    message,
    ...(param === undefined ? {} : { param }),
  }
}
