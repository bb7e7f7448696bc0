import { describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { languages } from '../language.ts'
import { SENSITIVE_DECLINES, shownDecline } from '@stowage/domain/decline-shown'
import { declineCodes, declineText, errorText, isDeclineCode } from './index.ts'

/** The catalogue as the wire knows it, read as text: this package imports none of ours. */
const catalogue = [
  ...readFileSync(new URL('../../../api/src/errors.ts', import.meta.url), 'utf8').matchAll(
    /\b(\d{1,4}): [45]\d\d\b/g,
  ),
]
  .map((match) => Number(match[1]))
  .sort((a, b) => a - b)

/** Section 8 of the specification, word for word. */
const specified =
  `authentication_required, approve_with_id, call_issuer, card_not_supported, card_velocity_exceeded, currency_not_supported, do_not_honor, do_not_try_again, duplicate_transaction, expired_card, fraudulent, generic_decline, incorrect_number, incorrect_cvc, incorrect_pin, incorrect_zip, insufficient_funds, invalid_account, invalid_amount, invalid_cvc, invalid_expiry_month, invalid_expiry_year, invalid_number, invalid_pin, issuer_not_available, lost_card, merchant_blacklist, new_account_information_available, no_action_taken, not_permitted, offline_pin_required, online_or_offline_pin_required, pickup_card, pin_try_exceeded, processing_error, reenter_transaction, restricted_card, revocation_of_all_authorizations, revocation_of_authorization, security_violation, service_not_allowed, stolen_card, stop_payment_order, testmode_decline, transaction_not_allowed, try_again_later, withdrawal_count_limit_exceeded, unrecognized`.split(
    ', ',
  )
/** Told as a plain decline (the processors' own advice). */
const sensitive: ReadonlySet<string> = new Set(SENSITIVE_DECLINES)

test('the catalogue holds what the specification and decision 4 name', () => {
  expect(catalogue).toEqual(
    expect.arrayContaining([
      1, 2, 1000, 1001, 1002, 1003, 1004, 1005, 1077, 5000, 6001, 6002, 6003, 6004, 6005, 6006, 6007, 6008,
      6009, 6010, 6011, 6012, 6013, 6014, 7000, 7001, 7002, 7003, 7005, 7006, 7007, 7008, 9000, 9001, 9003,
      9101, 9103, 9104, 9109, 9113, 9129,
    ]),
  )
})

function keysOf(path: string): string[] {
  return Object.keys(
    JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, string>,
  )
}

describe.each(languages)('in %s', (language) => {
  test('the sentences are exactly those of the catalogue', () => {
    expect(
      keysOf(`./${language}.json`)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(catalogue)
  })

  test('every sentence is one of its own, is formatted, and begins and ends as a sentence', () => {
    const all = catalogue.map((code) => errorText(code, language))
    expect(new Set(all).size).toBe(catalogue.length)
    for (const sentence of all) expect(sentence).toMatch(/^\p{Lu}[^{}]+[^\s][.!]$/u)
  })

  test('9000 tells a user from a box', () => {
    expect(errorText(9000, language)).toBe(errorText(9000, language, { subject: 'account' }))
    expect(errorText(9000, language, { subject: 'box' })).not.toBe(errorText(9000, language))
  })

  test('what is known is said: hours, day, minutes', () => {
    expect(errorText(7002, language, { opensAt: '09:00', closesAt: '21:00' })).toMatch(/09:00.*21:00/)
    expect(errorText(7003, language, { day: '14.12.2026' })).toContain('14.12.2026')
    expect(errorText(9129, language, { minutes: 5 })).toContain('5')
    expect(errorText(9129, language, { seconds: 61 })).toBe(errorText(9129, language, { minutes: 2 }))
    expect(errorText(9129, language)).not.toMatch(/\d/)
  })

  test('parameters are never read as a pattern', () => {
    expect(errorText(7003, language, { day: '{x, plural, <b>' })).toContain('{x, plural, <b>')
  })

  test('the decline codes are exactly those of the specification', () => {
    expect(keysOf(`./declines/${language}.json`)).toEqual(declineCodes)
    expect(declineCodes.toSorted()).toEqual(specified.toSorted())
  })

  test.each(specified)('the decline %s is told in a sentence', (code) => {
    const sentence = declineText(code, language)
    expect(sentence).toMatch(/^\p{Lu}[^{}]{15,}[.]$/u)
    expect(shownDecline(code)).toBe(sensitive.has(code) ? 'generic_decline' : code)
    // Nobody who holds a stolen card reads that it is one; every other reason has words that no other has.
    const alike = specified.filter((other) => declineText(other, language) === sentence)
    expect(alike.toSorted()).toEqual(
      sensitive.has(code) || code === 'generic_decline'
        ? ['generic_decline', ...sensitive].toSorted()
        : [code],
    )
  })

  test('an unknown code gets the generic sentence, never its own text', () => {
    expect(errorText(4711, language)).toBe(errorText(1, language))
    for (const code of ['<script>', 'constructor', '__proto__', '', null, undefined]) {
      expect(declineText(code, language)).toBe(declineText('unrecognized', language))
    }
  })
})

test('Russian and Polish count minutes their own way', () => {
  expect(errorText(9129, 'ru', { minutes: 1 })).toContain('1 минуту')
  expect(errorText(9129, 'ru', { minutes: 3 })).toContain('3 минуты')
  expect(errorText(9129, 'pl', { minutes: 22 })).toContain('22 minuty')
  expect(errorText(9129, 'pl', { minutes: 12 })).toContain('12 minut')
})

test('names of the object prototype are no decline codes', () => {
  expect(isDeclineCode('toString')).toBe(false)
})
