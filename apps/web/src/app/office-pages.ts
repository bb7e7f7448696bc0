import { screen } from './screen.ts'

/** The pages of the back office, each loaded when it is opened. */
export const officePages = {
  userContracts: screen(
    async () => await import('../areas/back-office/contracts/user-contracts-page.tsx'),
    'people',
  ),
  dashboard: screen(
    async () => await import('../areas/back-office/dashboard/dashboard-page.tsx'),
    'backoffice',
    'desk',
    'parked',
    'sites',
  ),
  monthlyBills: screen(
    async () => await import('../areas/back-office/bills/monthly-bills-page.tsx'),
    'bills',
    'billing',
  ),
  cities: screen(
    async () => await import('../areas/back-office/cities/cities-page.tsx'),
    'registers',
    'form',
  ),
  newCity: screen(
    async () => await import('../areas/back-office/cities/new-city-page.tsx'),
    'registers',
    'form',
  ),
  city: screen(async () => await import('../areas/back-office/cities/city-page.tsx'), 'registers', 'form'),
  stocks: screen(
    async () => await import('../areas/back-office/stocks/stocks-page.tsx'),
    'backoffice',
    'sites',
  ),
  newStock: screen(
    async () => await import('../areas/back-office/stocks/new-stock-page.tsx'),
    'sites',
    'registers',
    'form',
  ),
  stock: screen(
    async () => await import('../areas/back-office/stocks/stock-page.tsx'),
    'sites',
    'registers',
    'form',
  ),
  plan: screen(async () => await import('../areas/back-office/plan/plan-page.tsx'), 'plan', 'form'),
  stockHistory: screen(
    async () => await import('../areas/back-office/stocks/stock-history-page.tsx'),
    'backoffice',
  ),
  site: screen(async () => await import('../areas/back-office/site/site-page.tsx'), 'site', 'sites'),
  boxes: screen(
    async () => await import('../areas/back-office/boxes/boxes-page.tsx'),
    'backoffice',
    'boxes',
    'maps',
    'people',
    'form',
  ),
  newBox: screen(
    async () => await import('../areas/back-office/boxes/new-box-page.tsx'),
    'boxes',
    'registers',
    'form',
  ),
  editBox: screen(
    async () => await import('../areas/back-office/boxes/box-edit-page.tsx'),
    'boxes',
    'registers',
    'form',
  ),
  categories: screen(
    async () => await import('../areas/back-office/categories/categories-page.tsx'),
    'boxes',
  ),
  newCategory: screen(
    async () => await import('../areas/back-office/categories/new-category-page.tsx'),
    'boxes',
    'registers',
    'form',
  ),
  category: screen(
    async () => await import('../areas/back-office/categories/category-page.tsx'),
    'boxes',
    'registers',
    'form',
  ),
  users: screen(
    async () => await import('../areas/back-office/users/users-page.tsx'),
    'backoffice',
    'people',
  ),
  newUser: screen(
    async () => await import('../areas/back-office/users/new-user-page.tsx'),
    'backoffice',
    'people',
    'registers',
    'form',
  ),
  emailHistory: screen(
    async () => await import('../areas/back-office/emails/email-history-page.tsx'),
    'backoffice',
    'people',
  ),
  roles: screen(async () => await import('../areas/back-office/roles/roles-page.tsx'), 'registers', 'form'),
  debtors: screen(
    async () => await import('../areas/back-office/desk/debtors-page.tsx'),
    'backoffice',
    'desk',
    'people',
  ),
  invoiceEmails: screen(
    async () => await import('../areas/back-office/desk/invoice-emails-page.tsx'),
    'backoffice',
    'desk',
    'people',
  ),
  payouts: screen(async () => await import('../areas/back-office/books/payouts-page.tsx'), 'books', 'people'),
  monthClose: screen(async () => await import('../areas/back-office/books/month-close-page.tsx'), 'books'),
  penalties: screen(
    async () => await import('../areas/back-office/desk/penalties-page.tsx'),
    'backoffice',
    'desk',
    'people',
  ),
  subscriptions: screen(
    async () => await import('../areas/back-office/desk/subscriptions-page.tsx'),
    'backoffice',
    'desk',
    'people',
    'debits',
  ),
  parkedContracts: screen(async () => await import('../areas/back-office/parked/parked-page.tsx'), 'parked'),
  endingContracts: screen(
    async () => await import('../areas/back-office/desk/ending-contracts-page.tsx'),
    'backoffice',
    'desk',
    'people',
  ),
  tariffs: screen(
    async () => await import('../areas/back-office/tariffs/tariffs-page.tsx'),
    'tariff',
    'tariffs',
    'registers',
    'form',
  ),
  rentRises: screen(
    async () => await import('../areas/back-office/rent-rises/rises-page.tsx'),
    'rises',
    'form',
  ),
  company: screen(
    async () => await import('../areas/back-office/company/company-page.tsx'),
    'registers',
    'sites',
    'form',
  ),
  audit: screen(async () => await import('../areas/back-office/audit/audit-page.tsx'), 'registers', 'form'),
}
export type OfficePage = keyof typeof officePages
