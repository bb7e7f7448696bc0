import { beforeEach, expect, test, vi } from 'vitest'
import {
  choicesFor,
  fitChoices,
  forgetChoices,
  freshChoices,
  invoicingPeriod,
  keepChoices,
  keptChoices,
  minorOf,
} from './booking-choices.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

const chosen = {
  ...freshChoices,
  arrivalDate: '2026-11-29',
  durationMonths: 6,
  isPaymentForEntirePeriod: true,
}

test('a visitor who signs in keeps his choices, another account does not get them', () => {
  keepChoices(null, chosen)
  expect(keptChoices('anna')).toEqual(chosen)
  keepChoices('anna', chosen)
  expect(keptChoices('anna')).toEqual(chosen)
  expect(keptChoices(undefined), 'while nobody is known yet').toEqual(chosen)
  expect(keptChoices('boris')).toBeNull()
  expect(keptChoices(null), 'signed out').toBeNull()
  forgetChoices()
  expect(keptChoices('anna')).toBeNull()
})

test('choices in the hand go along with a visitor who signs in, and with nobody else', () => {
  const visitors = { owner: null, choices: chosen }
  expect(choicesFor(visitors, null)).toBe(visitors)
  expect(choicesFor(visitors, 'anna')).toEqual({ owner: 'anna', choices: chosen })
  const annas = { owner: 'anna', choices: chosen }
  expect(choicesFor(annas, null), 'signed out').toEqual({ owner: null, choices: freshChoices })
  expect(choicesFor(annas, 'boris')).toEqual({ owner: 'boris', choices: freshChoices })
  // Kept before anybody was known: whose they are shows when somebody is.
  keepChoices('anna', chosen)
  const unknown = { owner: undefined, choices: chosen }
  expect(choicesFor(unknown, 'anna')).toEqual(annas)
  expect(choicesFor(unknown, 'boris').choices).toEqual(freshChoices)
  expect(choicesFor(unknown, null).choices).toEqual(freshChoices)
})

test('who signs in again after the session ran out finds what was chosen', () => {
  keepChoices('anna', chosen)
  const ranOut = choicesFor({ owner: 'anna', choices: chosen }, null)
  keepChoices(ranOut.owner ?? null, ranOut.choices)
  expect(choicesFor(ranOut, 'anna')).toEqual({ owner: 'anna', choices: chosen })
  expect(choicesFor(ranOut, 'boris').choices).toEqual(freshChoices)
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"owner":null,"choices":{}}',
  JSON.stringify({ owner: null, choices: { ...chosen, durationMonths: 999 } }),
])('what is not ours is not read: %s', (text) => {
  stored.set('bookingChoices', text)
  expect(keptChoices(null)).toBeNull()
})

test('the invoicing period follows the duration only while all is paid at once', () => {
  expect(invoicingPeriod(chosen)).toBe(6)
  expect(invoicingPeriod({ ...chosen, durationMonths: 3 })).toBe(3)
  expect(invoicingPeriod({ ...chosen, isPaymentForEntirePeriod: false })).toBe(1)
})

const window = { first: '2026-11-21', last: '2026-12-20' }

test.each([
  ['2026-11-20', null],
  ['2026-11-21', '2026-11-21'],
  ['2026-12-20', '2026-12-20'],
  ['2026-12-21', null],
])('a day of %s is offered as %s', (arrivalDate, expected) => {
  expect(
    fitChoices({ ...chosen, arrivalDate }, { maxContractDuration: 11, hasTariffs: false }, window)
      .arrivalDate,
  ).toBe(expected)
})

test('a stock with shorter contracts shortens the term, and a single month is not paid ahead', () => {
  expect(fitChoices(chosen, { maxContractDuration: 4, hasTariffs: false }, window)).toMatchObject({
    durationMonths: 4,
    isPaymentForEntirePeriod: true,
  })
  expect(fitChoices(chosen, { maxContractDuration: 1, hasTariffs: false }, window)).toMatchObject({
    durationMonths: 1,
    isPaymentForEntirePeriod: false,
  })
  expect(fitChoices(chosen, { maxContractDuration: 36, hasTariffs: false }, window).durationMonths).toBe(6)
})

test.each([
  ['', null],
  ['150 000', 15_000_000],
  ['1\u00a0500,5', 150_050],
  ['0.01', 1],
  ['12.345', undefined],
  ['-5', undefined],
  ['1e9', undefined],
  ['дорого', undefined],
])('an amount typed as "%s" is %s', (typed, minor) => expect(minorOf(typed)).toBe(minor))
