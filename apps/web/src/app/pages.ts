import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { TextArea } from '@stowage/texts/ui/load.ts'
import { needTexts } from '../i18n/index.ts'
import { later } from './later.tsx'

/** A page that comes with its code and the texts it needs; behind the sign-in all texts are there already. */
function page(
  load: () => Promise<{ default: ComponentType }>,
  ...areas: readonly TextArea[]
): AsyncRouteComponent<object> {
  return lazyRouteComponent(async () => (await Promise.all([load(), needTexts(...areas)]))[0])
}

/**
 * The page of each screen, loaded when it is opened. A screen of a later version is `later(…)`; its page takes that place:
 * `boxes: page(async () => await import('../areas/back-office/boxes/boxes-page.tsx'))`.
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
  ),

  resourceNotFound: page(async () => ({ default: (await import('./not-found.tsx')).ResourceNotFound })),

  book: page(async () => await import('../areas/customer/book/book-page.tsx'), 'booking', 'maps'),
  myBoxes: page(async () => await import('../areas/customer/my-boxes/my-boxes-page.tsx')),
  support: later('support'),
  box: page(async () => await import('../areas/customer/box/box-page.tsx')),
  user: page(
    async () => await import('../areas/back-office/user/user-page.tsx'),
    'backoffice',
    'billing',
    'form',
  ),
  userContracts: page(
    async () => await import('../areas/back-office/contracts/user-contracts-page.tsx'),
    'people',
  ),
  contract: page(async () => await import('../areas/customer/contract/contract-page.tsx')),

  dashboard: page(
    async () => await import('../areas/back-office/dashboard/dashboard-page.tsx'),
    'backoffice',
    'desk',
    'sites',
  ),
  cities: page(async () => await import('../areas/back-office/cities/cities-page.tsx'), 'registers', 'form'),
  newCity: page(
    async () => await import('../areas/back-office/cities/new-city-page.tsx'),
    'registers',
    'form',
  ),
  city: page(async () => await import('../areas/back-office/cities/city-page.tsx'), 'registers', 'form'),
  stocks: page(
    async () => await import('../areas/back-office/stocks/stocks-page.tsx'),
    'backoffice',
    'sites',
  ),
  newStock: page(
    async () => await import('../areas/back-office/stocks/new-stock-page.tsx'),
    'sites',
    'registers',
    'form',
  ),
  stock: page(
    async () => await import('../areas/back-office/stocks/stock-page.tsx'),
    'sites',
    'registers',
    'form',
  ),
  stockHistory: page(
    async () => await import('../areas/back-office/stocks/stock-history-page.tsx'),
    'backoffice',
  ),
  boxes: page(
    async () => await import('../areas/back-office/boxes/boxes-page.tsx'),
    'backoffice',
    'boxes',
    'people',
    'form',
  ),
  newBox: page(
    async () => await import('../areas/back-office/boxes/new-box-page.tsx'),
    'boxes',
    'registers',
    'form',
  ),
  editBox: page(
    async () => await import('../areas/back-office/boxes/box-edit-page.tsx'),
    'boxes',
    'registers',
    'form',
  ),
  categories: page(async () => await import('../areas/back-office/categories/categories-page.tsx'), 'boxes'),
  newCategory: page(
    async () => await import('../areas/back-office/categories/new-category-page.tsx'),
    'boxes',
    'registers',
    'form',
  ),
  category: page(
    async () => await import('../areas/back-office/categories/category-page.tsx'),
    'boxes',
    'registers',
    'form',
  ),
  users: page(async () => await import('../areas/back-office/users/users-page.tsx'), 'backoffice', 'people'),
  newUser: page(
    async () => await import('../areas/back-office/users/new-user-page.tsx'),
    'backoffice',
    'people',
    'registers',
    'form',
  ),
  appeals: later('appeals'),
  notifications: later('notifications'),
  monthlyBills: later('monthlyBills'),
  externalPayments: later('externalPayments'),
  usersImport: later('usersImport'),
  emailHistory: page(
    async () => await import('../areas/back-office/emails/email-history-page.tsx'),
    'backoffice',
    'people',
  ),
  reports: later('reports'),
  roles: page(async () => await import('../areas/back-office/roles/roles-page.tsx'), 'registers', 'form'),
  subscriptions: later('subscriptions'),
  debtors: page(
    async () => await import('../areas/back-office/desk/debtors-page.tsx'),
    'backoffice',
    'desk',
    'people',
  ),
  invoiceEmails: page(
    async () => await import('../areas/back-office/desk/invoice-emails-page.tsx'),
    'backoffice',
    'desk',
    'people',
  ),
  endingContracts: page(
    async () => await import('../areas/back-office/desk/ending-contracts-page.tsx'),
    'backoffice',
    'desk',
    'people',
  ),
  penalties: later('penalties'),
  tariffs: later('tariffs'),
  company: page(
    async () => await import('../areas/back-office/company/company-page.tsx'),
    'registers',
    'sites',
    'form',
  ),
  audit: page(async () => await import('../areas/back-office/audit/audit-page.tsx'), 'registers', 'form'),

  simulators: page(async () => await import('../areas/simulators/simulators-page.tsx'), 'simulators'),
}
