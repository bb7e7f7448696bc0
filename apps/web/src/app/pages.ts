import { lazyRouteComponent } from '@tanstack/react-router'
import { later } from './later.tsx'

/**
 * The page of each screen, loaded when it is opened. A screen of a later version is `later(…)`; its page takes that place:
 * `boxes: lazyRouteComponent(async () => await import('../areas/back-office/boxes/boxes-page.tsx'))`.
 */
export const pages = {
  login: lazyRouteComponent(async () => await import('../areas/customer/entrance/login-page.tsx')),
  signUp: lazyRouteComponent(async () => await import('../areas/customer/entrance/sign-up-page.tsx')),
  resetPassword: lazyRouteComponent(async () => await import('../areas/customer/entrance/reset-page.tsx')),
  paymentSuccess: lazyRouteComponent(
    async () => await import('../areas/customer/results/payment-success-page.tsx'),
  ),
  paymentFailed: lazyRouteComponent(
    async () => await import('../areas/customer/results/payment-failed-page.tsx'),
  ),
  bookingSuccess: lazyRouteComponent(
    async () => await import('../areas/customer/results/booking-success-page.tsx'),
  ),

  book: lazyRouteComponent(async () => await import('../areas/customer/book/book-page.tsx')),
  myBoxes: later('myBoxes'),
  support: later('support'),
  box: later('boxes'),
  user: later('profile'),
  userContracts: later('invoices'),
  contract: later('invoices'),

  dashboard: later('overview'),
  cities: later('cities'),
  newCity: later('cities'),
  city: later('cities'),
  stocks: later('stocks'),
  newStock: later('stocks'),
  stock: later('stocks'),
  stockHistory: later('stocks'),
  boxes: later('boxes'),
  newBox: later('boxes'),
  categories: later('categories'),
  newCategory: later('categories'),
  category: later('categories'),
  users: later('users'),
  newUser: later('users'),
  appeals: later('appeals'),
  notifications: later('notifications'),
  monthlyBills: later('monthlyBills'),
  externalPayments: later('externalPayments'),
  usersImport: later('usersImport'),
  emailHistory: later('emailHistory'),
  reports: later('reports'),
  roles: later('roles'),
  subscriptions: later('subscriptions'),
  debtors: later('debtors'),
  invoiceEmails: later('invoiceEmails'),
  endingContracts: later('endingContracts'),
  penalties: later('penalties'),
  tariffs: later('tariffs'),
  company: later('company'),
  audit: later('audit'),
}
