/**
 * When a saved card is debited, and what follows from a decline (decision 18; the classes are those of the processors' and
 * card networks' own tables).
 */

/**
 * `soft`: the same card may do later; `auth`: its holder must confirm; `fix`: he must correct or renew it; `hard`: never
 * again; `unreached`: the bank was never asked, so nothing speaks against the card.
 */
export type DeclineClass = 'soft' | 'auth' | 'fix' | 'hard' | 'unreached'

/** The processor was away and knows nothing of the charge. */
export const PROCESSOR_AWAY = 'processor_away'
/** Money for the same thing came, or was on its way, by another payment. */
export const PAID_OTHERWISE = 'paid_otherwise'
/** It was taken, and went back to its payer since: a charge-back, or a refund of all of it. */
export const MONEY_RETURNED = 'money_returned'

const CLASSES: Readonly<Record<string, DeclineClass>> = {
  approve_with_id: 'soft',
  authentication_required: 'auth',
  call_issuer: 'hard',
  card_not_supported: 'hard',
  card_velocity_exceeded: 'soft',
  currency_not_supported: 'hard',
  do_not_honor: 'soft',
  do_not_try_again: 'hard',
  duplicate_transaction: 'hard',
  expired_card: 'fix',
  fraudulent: 'hard',
  generic_decline: 'soft',
  incorrect_cvc: 'fix',
  incorrect_number: 'fix',
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
  no_action_taken: 'soft',
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
  [PROCESSOR_AWAY]: 'unreached',
  [PAID_OTHERWISE]: 'unreached',
}

/** With these its holder has told the bank that he wants no more debits: that is a cancellation. */
const REVOKED = ['revocation_of_all_authorizations', 'revocation_of_authorization', 'stop_payment_order']

/** Days after the first try on which a soft decline is tried again; then no more for this invoice. */
const RETRY_DAYS = [1, 3, 7] as const
/** A code that nobody knows is tried again once. */
const RETRIES_OF_UNKNOWN = 1
/** Who is away for so many tries, one an hour, is away for longer: the tenant is told that nothing was taken. */
const TRIES_UNREACHED = 24

/** @param reason a decline code; null where the processor does not tell why (PayKeeper never does) */
export function declineClass(reason: string | null): DeclineClass {
  return reason !== null && Object.hasOwn(CLASSES, reason) ? (CLASSES[reason] ?? 'soft') : 'soft'
}

/** Every code that has a class of its own. */
export const classedDeclines: readonly string[] = Object.keys(CLASSES)

export type AfterDecline =
  /** Tried again so many days after the first try. */
  | { readonly kind: 'retry'; readonly daysAfterFirst: number }
  /** The bank was not asked: tried again soon, without counting as a decline. */
  | { readonly kind: 'soon' }
  /** No more for this invoice; the next one is debited again. */
  | { readonly kind: 'stop' }
  /** The card is not charged again; the tenant may give another one. */
  | { readonly kind: 'suspend'; readonly reason: 'auth' | 'fix' | 'hard' }
  | { readonly kind: 'cancel' }

/**
 * What follows from a decline.
 * @param tries.declines how often the bank has declined this invoice, this time counted in
 * @param tries.unreached how often it was never asked, this time counted in
 */
export function afterDecline(
  reason: string | null,
  { declines, unreached = 0 }: { readonly declines: number; readonly unreached?: number },
): AfterDecline {
  const what = declineClass(reason)
  if (what === 'unreached') return { kind: unreached < TRIES_UNREACHED ? 'soon' : 'stop' }
  if (reason !== null && REVOKED.includes(reason)) return { kind: 'cancel' }
  if (what !== 'soft') return { kind: 'suspend', reason: what }
  const isUnknown = reason !== null && !Object.hasOwn(CLASSES, reason)
  const daysAfterFirst = RETRY_DAYS[declines - 1]
  if (daysAfterFirst === undefined || (isUnknown && declines > RETRIES_OF_UNKNOWN)) return { kind: 'stop' }
  return { kind: 'retry', daysAfterFirst }
}

/** A debit is announced so many days before. */
const ANNOUNCED_DAYS_BEFORE = 2
/** At an hour when its holder is awake and somebody at his bank is, too. */
const HOUR = 9

/**
 * The day on which an invoice is debited: its due day, never the day of issue (decision 18); later only where the tenant
 * would hear of it less than two days before.
 * @param today on which he is told, of the stock
 */
export function debitDay(dueOn: Temporal.PlainDate, today: Temporal.PlainDate): Temporal.PlainDate {
  const earliest = today.add({ days: ANNOUNCED_DAYS_BEFORE })
  return Temporal.PlainDate.compare(dueOn, earliest) < 0 ? earliest : dueOn
}

/** The moment of a debit on a day of the stock. */
export function debitMoment(day: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return day.toZonedDateTime({ timeZone, plainTime: { hour: HOUR } }).toInstant()
}
