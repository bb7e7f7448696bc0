import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect, type RouteComponent } from '@tanstack/react-router'
import { CustomerShell } from '../areas/customer/shell/index.ts'
import { needs, type Need } from '../features/accounts/index.ts'
import { BrokenRoute, SomethingWentWrong } from './broken.tsx'
import { guarded } from './guarded.tsx'
import { currentUser, landOnInvoice, leadAwayFromLogin, leadHome, requireSession, type RouterContext } from './guards.ts'
import { BareFrame, NotFound, ResourceNotFound } from './not-found.tsx'
import { pages } from './pages.ts'
import { parseSearch, stringifySearch, texts } from './plain-search.ts'
import { RoleShell } from './role-shell.tsx'

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: () => (
    <BareFrame>
      <NotFound />
    </BareFrame>
  ),
})

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
const signUp = createRoute({ getParentRoute: () => root, path: '/signup', beforeLoad: async ({ context }) => await leadAwayFromLogin(context, undefined), component: pages.signUp })
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
const landing = createRoute({
  getParentRoute: () => root,
  path: '/landing-page',
  validateSearch: landingSearch,
  beforeLoad: async ({ context, search }) => await landOnInvoice(context, search),
})

// Public pages in the customers' shell.
const front = createRoute({ getParentRoute: () => root, id: 'front', component: CustomerShell })
const wide = createRoute({ getParentRoute: () => root, id: 'wide', component: () => <CustomerShell wide /> })
const book = createRoute({ getParentRoute: () => wide, path: '/book', validateSearch: texts('stockId', 'size', 'boxId', 'floor', 'view', 'tab', 'userId'), component: pages.book })
const paymentSuccess = createRoute({ getParentRoute: () => front, path: '/payment-success', validateSearch: texts('paymentId', 'contractId'), component: pages.paymentSuccess })
const paymentFailed = createRoute({ getParentRoute: () => front, path: '/payment-failed', validateSearch: texts('errorReason', 'paymentId', 'contractId'), component: pages.paymentFailed })
const bookingSuccess = createRoute({ getParentRoute: () => front, path: '/booking-success', component: pages.bookingSuccess })
const somethingWentWrong = createRoute({ getParentRoute: () => front, path: '/something-went-wrong', component: SomethingWentWrong })
const resourceNotFound = createRoute({ getParentRoute: () => front, path: '/not-found', component: ResourceNotFound })

// Pages behind the sign-in, in the shell of the reader's role.
const inside = createRoute({ getParentRoute: () => root, id: 'inside', beforeLoad: async ({ context, location }) => await requireSession(context, location), component: RoleShell })

/** A page behind the sign-in for those who meet its need; `names` are the values it keeps in its address. */
function page<const Path extends string, const Names extends readonly string[] = []>(path: Path, need: Need, component: RouteComponent, names?: Names) {
  return createRoute({ getParentRoute: () => inside, path, validateSearch: texts(...((names ?? []) as Names)), component: guarded(need, component) })
}

const home = createRoute({ getParentRoute: () => inside, path: '/', beforeLoad: async ({ context }) => await leadHome(context), component: guarded('superUser', pages.dashboard) })

const behindSignIn = [
  home,
  page('/dashboard', needs.dashboard, pages.dashboard),
  page('/my-boxes', needs.myBoxes, pages.myBoxes, ['action', 'boxId']),
  page('/support', needs.support, pages.support),
  page('/boxes/$id', needs.box, pages.box, ['ContractID', 'invoices', 'stockId', 'boxId', 'page']),
  page('/users/$id', needs.user, pages.user, ['tab', 'page']),
  page('/users/$userId/contracts/$contractId', needs.contract, pages.contract, ['invoiceId', 'boxId']),
  page('/users/$userId/contracts', needs.users, pages.userContracts, ['status']),
  page('/cities', needs.cities, pages.cities),
  page('/cities/add', needs.cities, pages.newCity),
  page('/cities/$id', needs.cities, pages.city),
  page('/stocks', needs.stocks, pages.stocks, ['city', 'search']),
  page('/stocks/add', needs.stock, pages.newStock),
  page('/stocks/$id', needs.stock, pages.stock, ['section', 'map']),
  page('/stocks/$id/history', needs.stockHistory, pages.stockHistory, ['page', 'from', 'to']),
  page('/boxes', needs.boxes, pages.boxes, ['stockId', 'page', 'number', 'size', 'lock', 'state', 'sort']),
  page('/boxes/add', needs.newBox, pages.newBox, ['stockId']),
  page('/boxcats', needs.categories, pages.categories),
  page('/boxcats/add', needs.categories, pages.newCategory),
  page('/boxcats/$id', needs.categories, pages.category),
  page('/users', needs.users, pages.users, ['page', 'search']),
  page('/users/add', needs.users, pages.newUser),
  page('/appeal', needs.appeals, pages.appeals, ['status', 'page']),
  page('/notifications', needs.notifications, pages.notifications, ['active', 'scope']),
  page('/monthly-bills', needs.monthlyBills, pages.monthlyBills, ['month']),
  page('/external-payments', needs.externalPayments, pages.externalPayments, ['page']),
  page('/users-import', needs.usersImport, pages.usersImport, ['siteId']),
  page('/email-history', needs.emailHistory, pages.emailHistory, ['to', 'page']),
  page('/reports', needs.reports, pages.reports),
  page('/roles', needs.roles, pages.roles),
  page('/subscriptions', needs.subscriptions, pages.subscriptions, ['page']),
  page('/debtors', needs.debtors, pages.debtors),
  page('/invoice-emails', needs.invoiceEmails, pages.invoiceEmails),
  page('/ending-contracts', needs.endingContracts, pages.endingContracts),
  page('/penalties', needs.penalties, pages.penalties),
  page('/tariffs', needs.tariffs, pages.tariffs),
  page('/company', needs.company, pages.company),
  page('/audit', needs.audit, pages.audit, ['page']),
] as const

const routeTree = root.addChildren([
  login,
  signUp,
  resetPassword,
  landing,
  wide.addChildren([book]),
  front.addChildren([paymentSuccess, paymentFailed, bookingSuccess, somethingWentWrong, resourceNotFound]),
  inside.addChildren(behindSignIn),
])

/** Every screen of the specification's route table (2.1) and of decision 5. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: BrokenRoute,
    defaultNotFoundComponent: NotFound,
    // An own page while the next one loads is worse than the old one for a moment; the spinner tells.
    defaultPendingMs: 1500,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

/** Whether the page that is shown needs a session. */
export function isBehindSignIn(router: AppRouter): boolean {
  return router.state.matches.some((match) => match.routeId === inside.id)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
