import { declineCodes } from '@stowage/texts/errors/index.ts'
import { expect, it } from 'vitest'
import { declineReason } from './decline-reason.ts'

it.each(declineCodes)('%s is told as it is, as the bank’s reason and as the code itself', (code) => {
  expect(declineReason({ code: 'card_declined', decline_code: code })).toBe(code)
  expect(declineReason({ code })).toBe(code)
})

it.each([
  ['card_declined', 'generic_decline'],
  ['payment_intent_authentication_failure', 'authentication_required'],
  ['debit_not_authorized', 'revocation_of_authorization'],
  ['account_closed', 'invalid_account'],
  ['charge_exceeds_weekly_limit', 'withdrawal_count_limit_exceeded'],
  ['payment_method_provider_decline', 'generic_decline'],
  // Newer than the specification, and what nobody has heard of: also a name that every object has.
  ['incorrect_address', 'unrecognized'],
  ['brand_new_reason', 'unrecognized'],
  ['constructor', 'unrecognized'],
])('%s means %s', (code, reason) => {
  expect(declineReason({ code })).toBe(reason)
})

it('nothing told is no reason', () => {
  expect(declineReason({})).toBeNull()
  expect(declineReason({ code: '', decline_code: null })).toBeNull()
})

it('the networks’ "never again" wins over a reason that would be tried again, and over no other', () => {
  const told = (decline_code: string): string | null =>
    declineReason({ code: 'card_declined', decline_code, advice_code: 'do_not_try_again' })
  expect(told('insufficient_funds')).toBe('do_not_try_again')
  expect(told('something_new')).toBe('do_not_try_again')
  expect(told('stolen_card')).toBe('stolen_card')
  expect(told('expired_card')).toBe('expired_card')
  expect(declineReason({ decline_code: 'insufficient_funds', advice_code: 'try_again_later' })).toBe(
    'insufficient_funds',
  )
})
