import { expect, test } from 'vitest'
import { openTab, type Booker } from './open-tab.ts'

const tab = (
  wanted: 'terms' | 'documents' | 'payment' | undefined,
  booker: Booker,
  hasTerms: boolean,
  mayPay: boolean,
) => openTab(wanted, { booker, hasTerms, mayPay })

test('an address names the tab, what is missing decides', () => {
  expect(tab(undefined, 'client', true, true)).toBe('terms')
  expect(tab('documents', 'client', false, true), 'no day yet').toBe('terms')
  expect(tab('documents', 'visitor', true, false), 'nobody signed in').toBe('terms')
  expect(tab('payment', 'visitor', true, true)).toBe('terms')
  expect(tab('documents', 'client', true, false)).toBe('documents')
  expect(tab('payment', 'client', true, false), 'no consent or documents').toBe('documents')
  expect(tab('payment', 'client', true, true)).toBe('payment')
})

test('who books for others, or may not book, signs nothing on the way', () => {
  expect(tab('documents', 'superUser', true, false)).toBe('documents')
  expect(tab('payment', 'superUser', true, false)).toBe('payment')
  expect(tab('payment', 'staff', true, false)).toBe('payment')
  expect(tab('payment', 'superUser', false, false)).toBe('terms')
})
