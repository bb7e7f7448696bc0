import { declineError, type CardError } from './declines.ts'
import type { Instrument } from './records.ts'
import { cardRule, type CardRule } from './test-cards.ts'

/** What the bank behind a payment method says. `page`: its payer must come and confirm there. */
export type Verdict =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'processing' }
  | { readonly kind: 'page'; readonly page: '3ds' | 'paypal' }
  | { readonly kind: 'declined'; readonly error: CardError; readonly reason: string }

const declined = (reason: string): Verdict => ({ kind: 'declined', error: declineError(reason), reason })

/** @param isPayerThere false: nobody can confirm anything */
export function judgePayment(instrument: Instrument, isPayerThere: boolean): Verdict {
  if (instrument.type === 'sepa_debit') return { kind: 'processing' }
  if (instrument.declines !== undefined)
    return declined(instrument.type === 'paypal' ? 'payment_method_provider_decline' : instrument.declines)
  if (instrument.type === 'paypal')
    return isPayerThere ? { kind: 'page', page: 'paypal' } : { kind: 'succeeded' }
  const rule: CardRule = cardRule(instrument.account)
  if (rule.declines !== undefined) return declined(rule.declines)
  if (!isPayerThere) {
    if (rule.asks === 'always' || (rule.asks === 'first' && !instrument.authenticated))
      return declined('authentication_required')
    return rule.offSession === undefined ? { kind: 'succeeded' } : declined(rule.offSession)
  }
  const isAsked = rule.asks === 'always' || (rule.asks === 'first' && !instrument.authenticated)
  return isAsked ? { kind: 'page', page: '3ds' } : { kind: 'succeeded' }
}

/** Saving without paying: its payer is there, or agreed before. */
export function judgeSetup(instrument: Instrument): Verdict {
  if (instrument.type === 'sepa_debit') return { kind: 'succeeded' }
  if (instrument.type === 'paypal')
    return instrument.authenticated ? { kind: 'succeeded' } : { kind: 'page', page: 'paypal' }
  // A named decline is about charges: the method itself can be saved, so that what happens later can be tried.
  if (instrument.declines !== undefined) return { kind: 'succeeded' }
  const rule: CardRule = cardRule(instrument.account)
  if (rule.declines !== undefined && rule.saves !== true) return declined(rule.declines)
  return rule.asks === undefined || instrument.authenticated
    ? { kind: 'succeeded' }
    : { kind: 'page', page: '3ds' }
}

/** Answered on the bank's or PayPal's page. */
export const REFUSED_ON_PAGE: Readonly<Record<'3ds' | 'paypal', CardError>> = {
  '3ds': {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  paypal: {
    type: 'invalid_request_error',
    code: 'payment_method_customer_decline',
    message: 'The customer declined the payment on the PayPal page.',
  },
}
