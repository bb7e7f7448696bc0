import { beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '../../client/index.ts'
import {
  afterLogin,
  cacheBooking,
  cachedBooking,
  cacheInvoice,
  forgetBooking,
  invoicePath,
  invoiceTarget,
} from './after-login.ts'

const as = (role: string): CurrentUser => ({ role }) as unknown as CurrentUser

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

test.each([
  ['client', '/my-boxes'],
  ['staff', '/stocks'],
  ['superUser', '/'],
])('a %s begins at %s', (role, home) => expect(afterLogin(as(role), undefined)).toBe(home))

test('a begun booking goes before an invoice, an invoice before home', () => {
  cacheInvoice({ user: 'u1', contract: 'c1', invoice: 'i1' })
  cacheBooking(null, { boxId: 'b1' })
  expect(afterLogin(as('client'), undefined)).toBe('/book')
  expect(afterLogin(as('client'), '/boxes/b1')).toBe('/boxes/b1')
  forgetBooking()
  expect(afterLogin(as('client'), undefined)).toBe('/users/u1/contracts/c1?invoiceId=i1#invoice-i1')
  expect(
    afterLogin(as('client'), undefined),
    'an invoice leads once, and waits while something else leads',
  ).toBe('/my-boxes')
})

test('staff cannot book, so a begun booking leads them home', () => {
  cacheBooking(null, { boxId: 'b1' })
  expect(afterLogin(as('staff'), undefined)).toBe('/stocks')
  expect(afterLogin(as('superUser'), undefined)).toBe('/book')
})

test('the page that asked for the sign-in comes first', () => {
  cacheBooking(null, { boxId: 'b1' })
  expect(afterLogin(as('client'), '/boxes/b1?stockId=2#x')).toBe('/boxes/b1?stockId=2#x')
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '\t//evil.example',
  'javascript:alert(1)',
  '/login?from=/x',
  '/signup',
  '/landing-page?user=1',
  '/',
  '',
])('never leads to %s', (origin) => expect(afterLogin(as('client'), origin)).toBe('/my-boxes'))

test('a draft that is no JSON is no draft', () => {
  sessionStorage.setItem('bookingDraft', '{')
  expect(cachedBooking(null)).toBeNull()
})

test('the target of a mail is made of ids only', () => {
  expect(invoiceTarget({ user: '../x', contract: 'c' })).toBeNull()
  expect(invoiceTarget({ contract: 'c1' })).toBeNull()
  expect(invoicePath(invoiceTarget({ user: 'u1', contract: 'c/../1', invoice: 'i1' }) ?? { user: '' })).toBe(
    '/users/u1#userInvoices',
  )
  expect(invoicePath({ user: 'u1', contract: 'c1' })).toBe('/users/u1/contracts/c1')
})

test("a begun booking is led to by who began it, and a visitor's by who signs in", () => {
  const anna = { id: 'anna', role: 'client' } as unknown as CurrentUser
  cacheBooking('boris', { boxId: 'b1' })
  expect(afterLogin(anna, undefined)).toBe('/my-boxes')
  expect(cachedBooking(null)).toBeNull()
  expect(cachedBooking('boris')).toEqual({ boxId: 'b1' })
  cacheBooking(null, { boxId: 'b1' })
  expect(afterLogin(anna, undefined)).toBe('/book')
})
