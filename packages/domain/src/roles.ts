/**
 * Who may do what (decision 8, permissions.json). A permission exists for each thing that staff do with other people's data;
 * what only a superUser does needs none, and what people do with their own is no permission but ownership.
 * Safe for the browser, which hides by it; the server decides by it.
 */

export const platformRoles = ['superUser', 'staff', 'client'] as const
export type PlatformRole = (typeof platformRoles)[number]

/** Built-in named roles by alias; each belongs to one platform role, as a custom role does. */
export const builtInRoles = {
  super: 'superUser',
  admin: 'staff',
  manager: 'staff',
  user: 'client',
} as const satisfies Record<string, PlatformRole>
export type BuiltInRole = keyof typeof builtInRoles

/** Every permission, with the calls it opens beyond what is open to everybody. */
export const permissions = [
  /** PUT stocks/{id}/open and its second path; skips the tenant's door rules for equipment. */
  'equipment.open',
  /** GET stocks/{id}/availability, and the connection-lost modal. */
  'stocks.availability',
  /** Wi-Fi name and password and offlineAppUrl in GET stocks (decision 10). */
  'stocks.connection',
  /** GET stocks/{id}: its settings, to read; changing them is a superUser's. */
  'stocks.settings',
  /** GET stocks/{id}/history: holds e-mails of tenants. */
  'stocks.history',
  /** The locks server of a stock: pair it, see its health, try locks behind which nobody keeps anything. */
  'sites.setup',
  /** lockStatus in GET boxes/fetch; what stands open at a stock. */
  'boxes.lockStatus',
  /** GET boxes, boxes/{id} and the full shape of boxes/fetch: tenants, contracts, locks. */
  'boxes.read',
  /** GET boxes/{id}/history. */
  'boxes.history',
  /** PUT boxes/regroup. */
  'boxes.regroup',
  /** POST and PUT boxcategories. */
  'categories.write',
  /** PUT and DELETE users/{id}/block: keeps a tenant out of his doors (7007). */
  'accounts.block',
  /** GET contracts/{id}, contracts/{id}/invoices and contracts/pdf. */
  'contracts.read',
  /** GET payments/pdf. */
  'documents.read',
  /** PUT iqacdocument/{id}/stock/{id}: accounting date and document date. */
  'documents.dates',
  /** GET iqacdocument/account-balance. */
  'balances.read',
  /** GET statistics/contracts, statistics/debtors, statistics/invoice-emailing. */
  'dashboard.read',
  /** GET reports/…: the figures of the company. In no built-in role: a superUser's unless he gives it. */
  'reports.read',
  /** GET appeal. */
  'appeals.read',
  /** PUT appeal/{id}. */
  'appeals.handle',
  /** bank-statements and bank-entries: import statements, put transfers to documents. In no built-in role: it moves money. */
  'bank.match',
] as const
export type Permission = (typeof permissions)[number]

const manager: readonly Permission[] = [
  'equipment.open',
  'stocks.availability',
  'stocks.connection',
  'boxes.lockStatus',
]

/** What the built-in roles hold: admin passes the specification's "admin check", manager does not; a superUser needs no list. */
export const builtInPermissions: Readonly<Record<BuiltInRole, readonly Permission[]>> = {
  super: [],
  admin: permissions.filter((permission) => permission !== 'bank.match' && permission !== 'reports.read'),
  manager,
  user: [],
}

export interface Actor {
  readonly platformRole: PlatformRole
  /** Of the named role; see `permissionsOf`. */
  readonly permissions: readonly Permission[]
  /** A staff user tied to a stock sees and acts on that stock only; null: on all. */
  readonly stockId: string | null
}

/**
 * The permissions an account acts with. A staff account without a named role is a manager; a custom role brings its own list,
 * which counts for staff only: no list makes a client into staff.
 */
export function permissionsOf(
  platformRole: PlatformRole,
  role: { alias: string; permissions: readonly Permission[] } | null,
): readonly Permission[] {
  if (platformRole !== 'staff') return []
  if (role === null) return manager
  return isBuiltInRole(role.alias) ? builtInPermissions[role.alias] : role.permissions
}

/**
 * The one check of permissions: a superUser passes each; staff need the permission and, where the thing belongs to a stock,
 * must be of that stock or of none; a client has none.
 * @param stockId the stock the thing belongs to; left out for things of no stock, such as categories
 */
export function can(actor: Actor, permission: Permission, stockId?: string): boolean {
  if (actor.platformRole === 'superUser') return true
  if (actor.platformRole !== 'staff' || !actor.permissions.includes(permission)) return false
  return stockId === undefined || actor.stockId === null || actor.stockId === stockId
}

export function isBuiltInRole(alias: string): alias is BuiltInRole {
  return Object.hasOwn(builtInRoles, alias)
}
