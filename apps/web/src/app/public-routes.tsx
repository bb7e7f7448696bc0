import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { listStocks } from '@stowage/api/catalog'
import { CustomerShell } from '../areas/customer/shell/index.ts'
import { ensureAnswer, queryOf } from '../client/index.ts'
import { companyQuery } from '../features/catalog/index.ts'
import { SomethingWentWrong } from './broken.tsx'
import { currentUser, landOnInvoice, leadAwayFromLogin } from './guards.ts'
import { NothingAtAll } from './nothing-here.tsx'
import { pages } from './pages.ts'
import { texts } from './plain-search.ts'
import { root } from './root-route.tsx'

// Without a shell: the way in. The values stand apart: beside `beforeLoad` their types would not be inferred.
const loginSearch = texts('email', 'from')
const landingSearch = texts('user', 'contract', 'invoice')
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: async ({ context, search }) => await leadAwayFromLogin(context, search.from),
  component: pages.login,
})
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  beforeLoad: async ({ context }) => await leadAwayFromLogin(context, undefined),
  component: pages.signUp,
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  beforeLoad: async ({ context, location }) => {
    // The link of a mail counts, whoever is signed in here; the bare address is for who is not.
    if (new URLSearchParams(location.hash).has('code')) return
    if ((await currentUser(context).catch(() => null)) !== null) throw redirect({ to: '/', replace: true })
  },
  component: pages.resetPassword,
})
// The link of a mail counts, whoever is signed in here.
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-address',
  component: pages.confirmEmail,
})
const landing = createRoute({
  getParentRoute: () => root,
  path: '/landing-page',
  validateSearch: landingSearch,
  beforeLoad: async ({ context, search }) => await landOnInvoice(context, search),
})

// Public pages in the customers' shell.
const front = createRoute({ getParentRoute: () => root, id: 'front', component: CustomerShell })
const wide = createRoute({ getParentRoute: () => root, id: 'wide', component: () => <CustomerShell wide /> })
const book = createRoute({
  getParentRoute: () => wide,
  path: '/book',
  validateSearch: texts('stockId', 'size', 'boxId', 'floor', 'view', 'tab', 'userId', 'city', 'q'),
  // What the first step shows is asked for while its code is on the way.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(queryOf(listStocks))
    void queryClient.prefetchQuery(companyQuery)
  },
  component: pages.book,
})
const paymentSuccess = createRoute({
  getParentRoute: () => front,
  path: '/payment-success',
  validateSearch: texts('payment', 'contractId'),
  component: pages.paymentSuccess,
})
const paymentFailed = createRoute({
  getParentRoute: () => front,
  path: '/payment-failed',
  validateSearch: texts('errorReason', 'payment'),
  component: pages.paymentFailed,
})
const bookingSuccess = createRoute({
  getParentRoute: () => front,
  path: '/booking-success',
  validateSearch: texts('contractId', 'reservationId'),
  component: pages.bookingSuccess,
})
const withdraw = createRoute({
  getParentRoute: () => front,
  path: '/withdraw',
  component: pages.withdraw,
})
const somethingWentWrong = createRoute({
  getParentRoute: () => front,
  path: '/something-went-wrong',
  component: SomethingWentWrong,
})
const resourceNotFound = createRoute({
  getParentRoute: () => front,
  path: '/not-found',
  component: pages.resourceNotFound,
})

// The demo's console: where there is no demo there is no such page.
const simulatorsSearch = texts('tab')
const simulators = createRoute({
  getParentRoute: () => root,
  path: '/simulators',
  validateSearch: simulatorsSearch,
  beforeLoad: async ({ context }) => {
    if (!(await ensureAnswer(context.queryClient, companyQuery)).demo) throw notFound()
  },
  component: pages.simulators,
  notFoundComponent: NothingAtAll,
})

/** What anybody may open (specification 2.1). */
export const publicRoutes = [
  login,
  signUp,
  resetPassword,
  confirmEmail,
  landing,
  simulators,
  wide.addChildren([book]),
  front.addChildren([
    withdraw,
    paymentSuccess,
    paymentFailed,
    bookingSuccess,
    somethingWentWrong,
    resourceNotFound,
  ]),
] as const
