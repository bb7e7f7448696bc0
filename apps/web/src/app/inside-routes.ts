import { createRoute, type AsyncRouteComponent } from '@tanstack/react-router'
import { needs, type Need } from '../features/accounts/index.ts'
import { guarded } from './guarded.tsx'
import { leadHome, requireSession } from './guards.ts'
import { pages } from './pages.ts'
import { texts } from './plain-search.ts'
import { RoleShell } from './role-shell.tsx'
import { root } from './root-route.tsx'

// Pages behind the sign-in, in the shell of the reader's role.
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context, location }) => await requireSession(context, location),
  component: RoleShell,
})

/** A page behind the sign-in for those who meet its need; `names` are the values it keeps in its address. */
function page<const Path extends string, const Names extends readonly string[] = []>(
  path: Path,
  need: Need,
  component: AsyncRouteComponent<object>,
  names?: Names,
) {
  return createRoute({
    getParentRoute: () => inside,
    path,
    validateSearch: texts(...((names ?? []) as Names)),
    component: guarded(need, component),
  })
}

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: async ({ context }) => await leadHome(context),
  component: guarded('superUser', pages.dashboard),
})

export const behindSignIn = [
  home,
  page('/dashboard', needs.dashboard, pages.dashboard),
  page('/my-boxes', needs.myBoxes, pages.myBoxes, ['action', 'boxId']),
  page('/support', needs.support, pages.support),
  page('/payments', needs.payments, pages.payments),
  page('/boxes/$id', needs.box, pages.box, ['ContractID', 'invoices', 'stockId', 'boxId', 'page']),
  page('/users/$id', needs.user, pages.user, ['tab', 'page']),
  page('/users/$userId/contracts/$contractId', needs.contract, pages.contract, ['invoiceId', 'boxId']),
  page('/users/$userId/contracts', needs.users, pages.userContracts, ['status']),
  page('/cities', needs.cities, pages.cities),
  page('/cities/add', needs.cities, pages.newCity),
  page('/cities/$id', needs.cities, pages.city),
  page('/stocks', needs.stocks, pages.stocks, ['city', 'search']),
  page('/stocks/add', needs.newStock, pages.newStock),
  page('/stocks/$id', needs.stock, pages.stock, ['section', 'map']),
  page('/stocks/$id/plan', needs.plan, pages.plan, ['map']),
  page('/stocks/$id/site', needs.site, pages.site),
  page('/stocks/$id/history', needs.stockHistory, pages.stockHistory, [
    'page',
    'from',
    'to',
    'box',
    'person',
    'result',
  ]),
  page('/boxes', needs.boxes, pages.boxes, [
    'stockId',
    'page',
    'number',
    'size',
    'lock',
    'state',
    'sort',
    'view',
    'map',
  ]),
  page('/boxes/add', needs.newBox, pages.newBox, ['stockId', 'how']),
  page('/boxes/$id/edit', needs.newBox, pages.editBox),
  page('/boxcats', needs.categories, pages.categories),
  page('/boxcats/add', needs.categories, pages.newCategory),
  page('/boxcats/$id', needs.categories, pages.category),
  page('/users', needs.users, pages.users, ['page', 'search', 'sort', 'role']),
  page('/users/add', needs.users, pages.newUser),
  page('/appeal', needs.appeals, pages.appeals, ['status', 'type', 'stockId', 'size', 'search', 'page']),
  page('/notifications', needs.notifications, pages.notifications, ['active', 'scope']),
  page('/monthly-bills', needs.monthlyBills, pages.monthlyBills, ['stockId', 'month', 'page']),
  page('/external-payments', needs.externalPayments, pages.externalPayments, [
    'page',
    'search',
    'processor',
    'status',
    'stockId',
    'from',
    'to',
    'sort',
    'payment',
  ]),
  page('/disputes', needs.disputes, pages.disputes, ['state', 'page']),
  page('/payment-messages', needs.paymentMessages, pages.paymentMessages, [
    'page',
    'verdict',
    'cabinet',
    'search',
    'id',
  ]),
  page('/settlements', needs.settlements, pages.settlements, ['sellerId', 'month']),
  page('/table-import', needs.tableImport, pages.tableImport, ['what', 'stockId']),
  page('/users-import', needs.usersImport, pages.usersImport, ['siteId', 'from', 'until']),
  page('/email-history', needs.emailHistory, pages.emailHistory, ['to', 'page', 'channel']),
  page('/mail-previews', needs.mailPreviews, pages.mailPreviews, ['kind', 'in', 'width']),
  page('/reports', needs.reports, pages.reports, [
    'report',
    'from',
    'to',
    'grain',
    'stocks',
    'currency',
    'by',
    'page',
  ]),
  page('/roles', needs.roles, pages.roles, ['role']),
  page('/subscriptions', needs.subscriptions, pages.subscriptions, [
    'page',
    'search',
    'stockId',
    'sort',
    'status',
  ]),
  page('/debtors', needs.debtors, pages.debtors, ['page', 'search', 'stockId', 'sort', 'currency']),
  page('/invoice-emails', needs.invoiceEmails, pages.invoiceEmails, ['page', 'search', 'stockId', 'sort']),
  page('/ending-contracts', needs.endingContracts, pages.endingContracts, [
    'page',
    'search',
    'stockId',
    'sort',
    'status',
  ]),
  page('/penalties', needs.penalties, pages.penalties, ['page', 'search', 'stockId', 'sort', 'status']),
  page('/payouts', needs.payouts, pages.payouts, ['page']),
  page('/bank-entries', needs.bank, pages.bankEntries, ['page', 'state', 'search', 'importId', 'entry']),
  page('/bank-statements', needs.bank, pages.bankStatements, ['page']),
  page('/debit-batches', needs.debitBatches, pages.debitBatches, ['page', 'batch']),
  page('/month-close', needs.monthClose, pages.monthClose, ['sellerId', 'month']),
  page('/parked-contracts', needs.parkedContracts, pages.parkedContracts, ['page']),
  page('/tariffs', needs.tariffs, pages.tariffs, ['stockId']),
  page('/rent-rises', needs.rentRises, pages.rentRises, ['stockId', 'category', 'below', 'page']),
  page('/payment-processors', needs.processors, pages.processors, ['processor', 'stock']),
  page('/company', needs.company, pages.company),
  page('/system', needs.system, pages.system, []),
  page('/company-export', needs.companyExport, pages.companyExport, []),
  page('/api-keys', needs.apiKeys, pages.apiKeys, ['key']),
  page('/webhooks', needs.webhooks, pages.webhooks, ['webhook', 'state', 'page', 'delivery']),
  page('/developers', needs.developers, pages.developers, ['search', 'module', 'call']),
  page('/audit', needs.audit, pages.audit, ['page', 'who', 'action', 'subjectId', 'stockId', 'from', 'to']),
] as const
