import { accountOrders } from '@stowage/domain/account'
import { platformRoles, type PlatformRole } from '@stowage/domain/roles'

/** What the list of accounts is asked for, as it stands in the address. */
export interface UsersWanted {
  readonly search?: string
  readonly role?: string
  readonly sort?: string
}

/** What of it means something: an address may have been typed by hand. The newest first needs no word. */
export function wantedIn({
  search,
  role,
  sort,
}: {
  readonly [K in keyof UsersWanted]: UsersWanted[K] | undefined
}): UsersWanted {
  const isOrder = accountOrders.some((order) => order === sort?.replace(/^-/, '')) && sort !== '-created'
  return {
    ...(search === undefined || search === '' ? {} : { search: search.slice(0, 129) }),
    ...(platformRoles.some((one) => one === role) ? { role } : {}),
    ...(isOrder ? { sort } : {}),
  } as UsersWanted
}

/** The same as a query of the calls. */
export function listQuery({ role, ...wanted }: UsersWanted) {
  return { ...wanted, ...(role === undefined ? {} : { role: role as PlatformRole }) }
}
