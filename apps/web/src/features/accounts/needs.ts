import type { CurrentUser } from '../../client/index.ts'

/**
 * Who may see a screen (specification 2.1): anybody signed in, one platform role, who may book, or whoever holds a
 * permission. A superUser passes all but what belongs to clients alone. The server decides; this only hides.
 */
export type Need =
  | 'signed-in'
  | 'superUser'
  | 'staff'
  | 'client'
  | 'booker'
  /** `everywhere`: what counts at every stock, which staff of one stock leave alone (decision 8). */
  | { readonly permission: string; readonly everywhere?: true }
  | { readonly anyOf: readonly string[] }

export function allows(user: CurrentUser | null | undefined, need: Need): boolean {
  if (!user) return false
  if (need === 'signed-in') return true
  if (need === 'client') return user.role === 'client'
  if (user.role === 'superUser') return true
  if (need === 'superUser') return false
  if (need === 'staff') return user.role === 'staff'
  if (need === 'booker') return user.role === 'client'
  if ('anyOf' in need)
    return user.role === 'staff' && need.anyOf.some((permission) => user.permissions.includes(permission))
  if (need.everywhere && user.stock !== null) return false
  return user.role === 'staff' && user.permissions.includes(need.permission)
}

/**
 * The needs of the guarded screens, for routes and menus alike. Where the route table says superUser but a staff
 * permission opens the calls behind the screen, the permission counts: its holders get links there (specification 2.6).
 */
export const needs = {
  dashboard: { permission: 'dashboard.read' },
  cities: 'superUser',
  stocks: 'staff',
  stock: { permission: 'stocks.settings' },
  newStock: 'superUser',
  plan: 'superUser',
  stockHistory: { permission: 'stocks.history' },
  /** What is open now; who sets sites up finds the rest there. */
  site: { anyOf: ['sites.setup', 'boxes.lockStatus', 'boxes.read', 'stocks.settings'] },
  openNow: { anyOf: ['boxes.lockStatus', 'boxes.read'] },
  boxes: { permission: 'boxes.read' },
  newBox: 'superUser',
  box: 'signed-in',
  categories: { permission: 'categories.write', everywhere: true },
  users: 'superUser',
  user: 'signed-in',
  blockAccount: { permission: 'accounts.block' },
  contract: 'signed-in',
  appeals: { permission: 'appeals.read' },
  myBoxes: 'client',
  support: 'client',
  payments: 'client',
  notifications: 'superUser',
  monthlyBills: 'superUser',
  externalPayments: 'superUser',
  disputes: 'superUser',
  paymentMessages: 'superUser',
  settlements: 'superUser',
  usersImport: 'superUser',
  tableImport: 'superUser',
  emailHistory: 'superUser',
  mailPreviews: 'superUser',
  reports: { permission: 'reports.read' },
  roles: 'superUser',
  subscriptions: 'superUser',
  debtors: { permission: 'dashboard.read' },
  invoiceEmails: { permission: 'dashboard.read' },
  /** The list of all contracts as well: what leads who may read contracts to them. */
  endingContracts: { anyOf: ['dashboard.read', 'contracts.read'] },
  penalties: 'superUser',
  payouts: 'superUser',
  debitBatches: 'superUser',
  bank: { permission: 'bank.match' },
  monthClose: 'superUser',
  parkedContracts: 'superUser',
  tariffs: 'superUser',
  rentRises: 'superUser',
  processors: 'superUser',
  company: 'superUser',
  audit: 'superUser',
  system: 'superUser',
  companyExport: 'superUser',
  apiKeys: 'superUser',
  webhooks: 'superUser',
  developers: 'superUser',
} as const satisfies Record<string, Need>
