import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createAppRouter } from './router.tsx'

/** The route table of the specification (2.1), the routes that decision 5 adds, the way to withdraw (decision 17), and the demo's console. */
const table = [
  '/',
  '/login',
  '/signup',
  '/reset-password',
  '/confirm-address',
  '/book',
  '/payment-success',
  '/payment-failed',
  '/booking-success',
  '/something-went-wrong',
  '/not-found',
  '/landing-page',
  '/withdraw',
  '/cities',
  '/cities/add',
  '/cities/$id',
  '/stocks',
  '/stocks/add',
  '/stocks/$id',
  '/stocks/$id/history',
  // The editor that the specification describes inside the settings (2.7) has an address of its own below them.
  '/stocks/$id/plan',
  '/stocks/$id/site',
  '/boxes',
  '/boxes/add',
  '/boxes/$id',
  // The form that the specification describes without a route of its own.
  '/boxes/$id/edit',
  '/boxcats',
  '/boxcats/add',
  '/boxcats/$id',
  '/users',
  '/users/add',
  '/users/$id',
  '/users/$userId/contracts',
  '/users/$userId/contracts/$contractId',
  '/appeal',
  '/my-boxes',
  '/support',
  '/notifications',
  '/monthly-bills',
  '/external-payments',
  // Beside it: what processors told us, a month against the book, a tenant's own payments.
  '/payment-messages',
  '/disputes',
  '/settlements',
  '/payments',
  '/users-import',
  // Customers and running contracts from tables (issue 8/8).
  '/table-import',
  '/email-history',
  // How every mail looks, for staff (issue 6/8).
  '/mail-previews',
  '/reports',
  '/roles',
  '/subscriptions',
  '/debtors',
  '/invoice-emails',
  '/ending-contracts',
  '/penalties',
  '/payouts',
  '/bank-entries',
  '/bank-statements',
  // Direct debits through the company's own bank.
  '/debit-batches',
  '/month-close',
  '/parked-contracts',
  '/tariffs',
  '/payment-processors',
  '/rent-rises',
  '/company',
  // Programs that call, and are told (issue 8/8).
  '/api-keys',
  '/webhooks',
  '/developers',
  '/audit',
  // How the installation runs (issue 8/8).
  '/system',
  '/company-export',
  '/dashboard',
  '/simulators',
]

const { routesByPath, routesById } = createAppRouter(new QueryClient())

test('every route of the table exists, and no other', () => {
  expect(Object.keys(routesByPath).sort()).toEqual([...table].sort())
})

test('every route but the public ones is behind the sign-in', () => {
  const open = [
    '/login',
    '/signup',
    '/reset-password',
    '/confirm-address',
    '/book',
    '/payment-success',
    '/payment-failed',
    '/booking-success',
    '/something-went-wrong',
    '/not-found',
    '/landing-page',
    '/withdraw',
    '/simulators',
  ]
  const behind = Object.keys(routesById)
    .filter((id) => id.startsWith('/inside/'))
    .map((id) => id.slice('/inside'.length))
  expect([...behind, ...open].sort()).toEqual([...table].sort())
})
