import type { DeclineCode } from './declines.ts'

/** What stands behind a card's number. Absent: it pays, and keeps paying. */
export interface CardRule {
  readonly number: string
  readonly brand: 'visa' | 'mastercard' | 'amex'
  /** Every charge is declined with this; `saves` tells whether it can be saved all the same. */
  readonly declines?: DeclineCode
  readonly saves?: boolean
  /** Whom the bank asks: only the first time, or each time. */
  readonly asks?: 'first' | 'always'
  /** Without its holder it is declined with this. */
  readonly offSession?: DeclineCode
  /** The holder says a day later that it was not he. */
  readonly disputes?: boolean
  /** How its refunds end: later, or not at all. */
  readonly refunds?: 'later' | 'fail'
  readonly risk?: 'elevated' | 'highest'
  /** Its name as a ready-made payment method. */
  readonly token?: string
}

const visa = (number: string, rule: Omit<CardRule, 'number' | 'brand'> = {}): CardRule => ({
  number,
  brand: 'visa',
  ...rule,
})

/** The service's own test cards, by what they do. */
export const TEST_CARDS = {
  pays: visa('4242424242424242', { token: 'pm_card_visa' }),
  paysMastercard: { number: '5555555555554444', brand: 'mastercard', token: 'pm_card_mastercard' },
  paysAmex: { number: '378282246310005', brand: 'amex', token: 'pm_card_amex' },
  declined: visa('4000000000000002', { declines: 'generic_decline', token: 'pm_card_visa_chargeDeclined' }),
  noFunds: visa('4000000000009995', {
    declines: 'insufficient_funds',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  }),
  lost: visa('4000000000009987', { declines: 'lost_card', token: 'pm_card_visa_chargeDeclinedLostCard' }),
  stolen: visa('4000000000009979', {
    declines: 'stolen_card',
    token: 'pm_card_visa_chargeDeclinedStolenCard',
  }),
  expired: visa('4000000000000069', {
    declines: 'expired_card',
    token: 'pm_card_chargeDeclinedExpiredCard',
  }),
  wrongCvc: visa('4000000000000127', {
    declines: 'incorrect_cvc',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
  }),
  processingError: visa('4000000000000119', {
    declines: 'processing_error',
    token: 'pm_card_chargeDeclinedProcessingError',
  }),
  velocity: visa('4000000000006975', {
    declines: 'card_velocity_exceeded',
    token: 'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
  }),
  declinedLater: visa('4000000000000341', {
    declines: 'generic_decline',
    saves: true,
    token: 'pm_card_chargeCustomerFail',
  }),
  blocked: visa('4100000000000019', { declines: 'fraudulent', saves: true, token: 'pm_card_radarBlock' }),
  risky: visa('4000000000009235', { risk: 'elevated' }),
  riskiest: visa('4000000000004954', { risk: 'highest' }),
  threeDSecure: visa('4000002500003155', { asks: 'first' }),
  threeDSecureAlways: visa('4000002760003184', { asks: 'always' }),
  threeDSecureThenNoFunds: visa('4000008260003178', { asks: 'first', offSession: 'insufficient_funds' }),
  disputed: visa('4000000000000259', { disputes: true, token: 'pm_card_createDispute' }),
  refundsLater: visa('4000000000007726', { refunds: 'later', token: 'pm_card_pendingRefund' }),
  refundFails: visa('4000000000005126', { refunds: 'fail', token: 'pm_card_refundFail' }),
} as const satisfies Record<string, CardRule>

const RULES: readonly CardRule[] = Object.values(TEST_CARDS)
const BY_NUMBER: ReadonlyMap<string, CardRule> = new Map(RULES.map((rule) => [rule.number, rule]))
const BY_TOKEN: ReadonlyMap<string, CardRule> = new Map(
  RULES.flatMap((rule) => (rule.token === undefined ? [] : [[rule.token, rule] as const])),
)

/** Any other number pays. */
export function cardRule(number: string): CardRule {
  return BY_NUMBER.get(number) ?? visa(number)
}

export function cardOfToken(token: string): CardRule | undefined {
  return BY_TOKEN.get(token)
}

/** The Luhn check of a card's number. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  let sum = 0
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number[number.length - 1 - place])
    const counted = place % 2 === 1 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum % 10 === 0
}

/** What is wrong with a card as it was typed, in the service's codes; undefined: nothing. */
export function cardProblem(
  card: { number: string; month: number; year: number; cvc: string | undefined },
  now: Date,
): DeclineCode | undefined {
  if (!/^\d{13,19}$/.test(card.number)) return 'invalid_number'
  if (!isCardNumber(card.number)) return 'incorrect_number'
  if (!(card.month >= 1 && card.month <= 12)) return 'invalid_expiry_month'
  if (!(card.year >= 2000 && card.year <= now.getUTCFullYear() + 50)) return 'invalid_expiry_year'
  if (Date.UTC(card.year, card.month, 1) <= now.getTime()) return 'invalid_expiry_year'
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) return 'invalid_cvc'
  return undefined
}
