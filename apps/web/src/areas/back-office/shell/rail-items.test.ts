import { builtInPermissions } from '@stowage/domain/roles'
import { expect, test } from 'vitest'
import type { CurrentUser } from '../../../client/index.ts'
import { allows } from '../../../features/accounts/needs.ts'
import { railGroups } from './rail-items.ts'

const seenBy = (role: CurrentUser['role'], permissions: readonly string[] = []): string[] =>
  railGroups
    .flatMap(({ items }) => items)
    .filter(({ need }) => allows({ role, permissions } as CurrentUser, need))
    .map(({ to }) => to)

/** Specification 2.2, first line: these are a superUser's alone. */
const superUserOnly = [
  '/cities',
  '/users',
  '/reports',
  '/email-history',
  '/notifications',
  '/external-payments',
  '/users-import',
]

test('a superUser has every entry that specification 2.2 names', () => {
  const seen = seenBy('superUser')
  for (const entry of [
    ...superUserOnly,
    '/',
    '/stocks',
    '/book',
    '/roles',
    '/appeal',
    '/boxes',
    '/debtors',
    '/monthly-bills',
    '/subscriptions',
    '/invoice-emails',
    '/penalties',
    '/ending-contracts',
  ])
    expect(seen).toContain(entry)
  expect(seen).not.toContain('/my-boxes')
})

test('an admin has what his permissions open, and nothing that is a superUser’s', () => {
  const seen = seenBy('staff', builtInPermissions.admin)
  expect(seen.filter((to) => superUserOnly.includes(to))).toEqual([])
  expect(seen).toEqual(
    expect.arrayContaining([
      '/dashboard',
      '/stocks',
      '/boxes',
      '/ending-contracts',
      '/debtors',
      '/invoice-emails',
    ]),
  )
  // "Booking by the administrator is forbidden" (specification 5).
  expect(seen).not.toContain('/book')
  expect(seen).not.toContain('/')
})

test('a manager has the warehouses; a role of its own opens the overview with its lists', () => {
  expect(seenBy('staff', builtInPermissions.manager)).toEqual(['/stocks'])
  expect(seenBy('staff', ['dashboard.read'])).toEqual([
    '/dashboard',
    '/stocks',
    '/ending-contracts',
    '/debtors',
    '/invoice-emails',
  ])
})

test('a client has nothing here but the booking', () => {
  expect(seenBy('client')).toEqual(['/book'])
})

test('no entry is there twice', () => {
  const all = railGroups.flatMap(({ items }) => items).map(({ to }) => to)
  expect(new Set(all).size).toBe(all.length)
})
