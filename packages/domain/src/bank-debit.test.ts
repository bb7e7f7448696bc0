import { expect, test } from 'vitest'
import { collectionPlan, earliestCollection, endsMandate, returnClass, returnReason } from './bank-debit.ts'
import { MONEY_RETURNED } from './debit.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const planned = (dueOn: string, today: string) => {
  const { day: on, from } = collectionPlan(day(dueOn), day(today), 'Europe/Berlin')
  return [on.toString(), from.toString()]
}

test('an invoice is collected on its due day, or on the next one on which banks settle; its file can be made two such days before', () => {
  // Monday, told a week ahead.
  expect(planned('2026-12-21', '2026-12-14')).toEqual(['2026-12-21', '2026-12-17T08:00:00Z'])
  // Sunday.
  expect(planned('2026-12-20', '2026-12-13')).toEqual(['2026-12-21', '2026-12-17T08:00:00Z'])
  // Christmas.
  expect(planned('2026-12-25', '2026-12-14')).toEqual(['2026-12-28', '2026-12-23T08:00:00Z'])
})

test('nobody is debited within two days of the notice, nor on a day for which no file can be made any more', () => {
  // Told on a Friday for that day: Saturday and Sunday are no days of banks.
  expect(planned('2026-11-20', '2026-11-20')).toEqual(['2026-11-25', '2026-11-23T08:00:00Z'])
  for (let offset = 0; offset < 400; offset += 1) {
    const today = day('2026-11-20').add({ days: offset })
    const { day: on, from } = collectionPlan(today, today, 'Europe/Berlin')
    expect(today.until(on).days).toBeGreaterThanOrEqual(2)
    // When it begins to wait for its file, its payer has known of it at least since the evening before.
    expect(from.toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString() > today.toString()).toBe(true)
    expect(Temporal.PlainDate.compare(earliestCollection(from), on)).toBeLessThanOrEqual(0)
  }
})

test('a file that is handed in on a day is collected on the next one at the earliest', () => {
  const at = (text: string) => earliestCollection(Temporal.Instant.from(text)).toString()
  expect(at('2026-11-19T08:00:00Z')).toBe('2026-11-20')
  expect(at('2026-11-20T08:00:00Z')).toBe('2026-11-23')
  expect(at('2026-11-21T08:00:00Z')).toBe('2026-11-24')
  // Past midnight in Frankfurt.
  expect(at('2026-11-19T23:30:00Z')).toBe('2026-11-23')
})

test.each([
  ['AM04', 'insufficient_funds', 'soft', false],
  ['MS03', 'generic_decline', 'soft', false],
  ['AC06', 'invalid_account', 'hard', false],
  ['AC04', 'invalid_account', 'hard', true],
  ['AC01', 'incorrect_number', 'fix', true],
  ['MD01', 'revocation_of_authorization', 'hard', true],
  ['MD06', MONEY_RETURNED, undefined, false],
  ['MS02', MONEY_RETURNED, undefined, false],
  ['XY99', 'generic_decline', 'soft', false],
  [null, 'generic_decline', 'soft', false],
] as const)('a debit that came back with %s is %s', (code, reason, what, ends) => {
  expect(returnReason(code)).toBe(reason)
  expect(returnClass(code)).toBe(what)
  expect(endsMandate(code)).toBe(ends)
})
