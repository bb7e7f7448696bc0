import { describe, expect, it, test } from 'vitest'
import {
  afterDecline,
  classedDeclines,
  debitDay,
  debitMoment,
  declineClass,
  PAID_OTHERWISE,
  PROCESSOR_AWAY,
} from './debit.ts'
import { debitLife, debitStatuses, subscriptionLife, subscriptionStatuses } from './subscription-life.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

describe('what follows from a decline', () => {
  const table: [string | null, number, object][] = [
    // PayKeeper does not tell why.
    [null, 1, { kind: 'retry', daysAfterFirst: 1 }],
    [null, 2, { kind: 'retry', daysAfterFirst: 3 }],
    [null, 3, { kind: 'retry', daysAfterFirst: 7 }],
    [null, 4, { kind: 'stop' }],
    ['insufficient_funds', 1, { kind: 'retry', daysAfterFirst: 1 }],
    ['insufficient_funds', 3, { kind: 'retry', daysAfterFirst: 7 }],
    ['insufficient_funds', 4, { kind: 'stop' }],
    // The reason of the last decline decides, whatever the ones before were.
    ['expired_card', 1, { kind: 'suspend', reason: 'fix' }],
    ['expired_card', 3, { kind: 'suspend', reason: 'fix' }],
    ['authentication_required', 1, { kind: 'suspend', reason: 'auth' }],
    ['stolen_card', 1, { kind: 'suspend', reason: 'hard' }],
    ['call_issuer', 2, { kind: 'suspend', reason: 'hard' }],
    ['stop_payment_order', 1, { kind: 'cancel' }],
    ['revocation_of_authorization', 1, { kind: 'cancel' }],
    ['revocation_of_all_authorizations', 2, { kind: 'cancel' }],
    ['a_code_of_next_year', 1, { kind: 'retry', daysAfterFirst: 1 }],
    ['a_code_of_next_year', 2, { kind: 'stop' }],
    ['toString', 1, { kind: 'retry', daysAfterFirst: 1 }],
  ]
  it.each(table)('%s, decline %i', (reason, declines, wanted) =>
    expect(afterDecline(reason, { declines })).toEqual(wanted),
  )

  it('asks a bank that was not reached again for a day, whatever it had declined before', () => {
    for (const reason of [PROCESSOR_AWAY, PAID_OTHERWISE])
      for (const declines of [0, 1, 9]) {
        expect(afterDecline(reason, { declines, unreached: 23 })).toEqual({ kind: 'soon' })
        expect(afterDecline(reason, { declines, unreached: 24 })).toEqual({ kind: 'stop' })
      }
  })

  it('never retries a card that is declined for good, and never more than three times', () => {
    for (const code of classedDeclines) {
      const retried = [1, 2, 3, 4, 5, 6].filter(
        (count) => afterDecline(code, { declines: count }).kind === 'retry',
      )
      expect(retried, code).toEqual(declineClass(code) === 'soft' ? [1, 2, 3] : [])
    }
  })
})

test('is debited on the due day, and told of two days before at the latest', () => {
  expect(debitDay(day('2026-12-21'), day('2026-12-14')).toString()).toBe('2026-12-21')
  expect(debitDay(day('2026-12-21'), day('2026-12-19')).toString()).toBe('2026-12-21')
  expect(debitDay(day('2026-12-21'), day('2026-12-20')).toString()).toBe('2026-12-22')
  expect(debitDay(day('2026-12-21'), day('2027-01-30')).toString()).toBe('2027-02-01')
})

test('is debited at nine in the morning of the stock, in both halves of the year', () => {
  expect(debitMoment(day('2026-07-01'), 'Europe/Berlin').toString()).toBe('2026-07-01T07:00:00Z')
  expect(debitMoment(day('2026-12-01'), 'Europe/Berlin').toString()).toBe('2026-12-01T08:00:00Z')
  expect(debitMoment(day('2026-12-01'), 'Asia/Vladivostok').toString()).toBe('2026-11-30T23:00:00Z')
})

describe('lives', () => {
  it('a subscription goes on with another card and ends once', () => {
    expect(subscriptionLife.step('starting', 'methodSaved')).toBe('active')
    expect(subscriptionLife.step('active', 'suspended')).toBe('suspended')
    expect(subscriptionLife.step('suspended', 'methodSaved')).toBe('active')
    for (const status of subscriptionStatuses)
      expect(subscriptionLife.allows(status, 'cancelled'), status).toBe(status !== 'cancelled')
    expect(() => subscriptionLife.step('cancelled', 'methodSaved')).toThrow(/no step from cancelled/)
    expect(() => subscriptionLife.step('starting', 'suspended')).toThrow(/no step from starting/)
  })

  it('a debit is charged once, and money that came late is paid all the same', () => {
    for (const status of debitStatuses) expect(debitLife.allows(status, 'charged')).toBe(status === 'planned')
    expect(debitLife.step('declined', 'paid')).toBe('paid')
    expect(debitLife.allows('paid', 'declined')).toBe(false)
    expect(debitLife.allows('charging', 'dropped')).toBe(false)
  })
})
