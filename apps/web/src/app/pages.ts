import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { TextArea } from '@stowage/texts/ui/load.ts'
import type { OfficePage } from './office-pages.ts'
import { screen } from './screen.ts'

/** A page that comes with its code and the texts it needs; behind the sign-in all texts are there already. */
function page(
  load: () => Promise<{ default: ComponentType }>,
  ...areas: readonly TextArea[]
): AsyncRouteComponent<object> {
  return lazyRouteComponent(screen(load, ...areas))
}

/** A page of the back office: visitors do not even load where its parts lie. */
function office(name: OfficePage): AsyncRouteComponent<object> {
  return lazyRouteComponent(async () => {
    const { officePages } = await import('./office-pages.ts')
    return await officePages[name]()
  })
}

/**
 * The page of each screen, loaded when it is opened. A screen of a later version is `later(…)`; its page takes that place,
 * one of the back office in office-pages.ts.
 * A page says its own type (`BoxPage(): ReactNode`): inferred, it would go round in a circle with the router's type, and the
 * parameters of addresses would silently be `any`.
 */
export const pages = {
  login: page(async () => await import('../areas/customer/entrance/login-page.tsx'), 'accounts', 'form'),
  signUp: page(async () => await import('../areas/customer/entrance/sign-up-page.tsx'), 'accounts', 'form'),
  resetPassword: page(
    async () => await import('../areas/customer/entrance/reset-page.tsx'),
    'accounts',
    'form',
  ),
  confirmEmail: page(
    async () => await import('../areas/customer/entrance/confirm-page.tsx'),
    'accounts',
    'security',
  ),
  paymentSuccess: page(
    async () => await import('../areas/customer/results/payment-success-page.tsx'),
    'results',
    'booking',
    'maps',
  ),
  paymentFailed: page(
    async () => await import('../areas/customer/results/payment-failed-page.tsx'),
    'results',
  ),
  bookingSuccess: page(
    async () => await import('../areas/customer/results/booking-success-page.tsx'),
    'results',
    'booking',
    'maps',
    'contracts',
    'billing',
    'tariff',
  ),

  withdraw: page(async () => await import('../areas/customer/withdraw/withdraw-page.tsx'), 'life', 'form'),
  resourceNotFound: page(async () => ({ default: (await import('./not-found.tsx')).ResourceNotFound })),

  book: page(async () => await import('../areas/customer/book/book-page.tsx'), 'booking', 'maps', 'tariff'),
  myBoxes: page(async () => await import('../areas/customer/my-boxes/my-boxes-page.tsx')),
  support: page(async () => await import('../areas/customer/support/support-page.tsx'), 'support', 'form'),
  payments: page(async () => await import('../areas/customer/payments/payments-page.tsx'), 'paying'),
  box: page(async () => await import('../areas/customer/box/box-page.tsx')),
  user: page(
    async () => await import('../areas/back-office/user/user-page.tsx'),
    'backoffice',
    'billing',
    'form',
  ),
  userContracts: office('userContracts'),
  contract: page(async () => await import('../areas/customer/contract/contract-page.tsx'), 'debits'),

  dashboard: office('dashboard'),
  cities: office('cities'),
  newCity: office('newCity'),
  city: office('city'),
  stocks: office('stocks'),
  newStock: office('newStock'),
  stock: office('stock'),
  plan: office('plan'),
  stockHistory: office('stockHistory'),
  site: office('site'),
  boxes: office('boxes'),
  newBox: office('newBox'),
  editBox: office('editBox'),
  categories: office('categories'),
  newCategory: office('newCategory'),
  category: office('category'),
  users: office('users'),
  newUser: office('newUser'),
  appeals: office('appeals'),
  notifications: office('notifications'),
  monthlyBills: office('monthlyBills'),
  externalPayments: office('externalPayments'),
  disputes: office('disputes'),
  paymentMessages: office('paymentMessages'),
  settlements: office('settlements'),
  usersImport: office('usersImport'),
  tableImport: office('tableImport'),
  emailHistory: office('emailHistory'),
  mailPreviews: office('mailPreviews'),
  reports: office('reports'),
  roles: office('roles'),
  subscriptions: office('subscriptions'),
  debtors: office('debtors'),
  invoiceEmails: office('invoiceEmails'),
  endingContracts: office('endingContracts'),
  penalties: office('penalties'),
  payouts: office('payouts'),
  bankEntries: office('bankEntries'),
  bankStatements: office('bankStatements'),
  debitBatches: office('debitBatches'),
  monthClose: office('monthClose'),
  parkedContracts: office('parkedContracts'),
  tariffs: office('tariffs'),
  rentRises: office('rentRises'),
  processors: office('processors'),
  company: office('company'),
  apiKeys: office('apiKeys'),
  webhooks: office('webhooks'),
  developers: office('developers'),
  audit: office('audit'),
  system: office('system'),
  companyExport: office('companyExport'),

  simulators: page(async () => await import('../areas/simulators/simulators-page.tsx'), 'simulators', 'sms'),
}
