import type { Answer } from '@stowage/api/endpoint'
import { contractOrders, debtorOrders, unmailedOrders } from '@stowage/api/desk-lists'
import type { listDebtors, listDeskContracts, listUnmailedInvoices } from '@stowage/api/reports'

/** The calls answer a plain list when they are not asked for a page; these screens always ask for one. */
type PageOf<A> = Exclude<A, readonly unknown[]>
export type ContractsPage = PageOf<Answer<typeof listDeskContracts>>
export type DebtorsPage = PageOf<Answer<typeof listDebtors>>
export type UnmailedPage = PageOf<Answer<typeof listUnmailedInvoices>>
export type DeskContract = ContractsPage['items'][number]
export type Debtor = DebtorsPage['items'][number]
export type UnmailedInvoice = UnmailedPage['items'][number]

export function asPage<A>(answer: A): PageOf<A> {
  if (Array.isArray(answer)) throw new TypeError('a page was asked for and a list came')
  return answer as PageOf<A>
}

/** Of a file, so many rows come at once. */
export const exportPageSize = '500'

export const deskStatuses = ['ending', 'opened', 'closed', 'all'] as const
export type DeskStatus = (typeof deskStatuses)[number]

type Given<K extends string> = { readonly [N in K]?: string | undefined }
interface Common {
  readonly search?: string
  readonly stockId?: string
  readonly sort?: string
}

/** What of the address means something, as a query of the call; it may have been typed by hand. */
function common(given: Given<'search' | 'stockId' | 'sort'>, orders: readonly string[]): Common {
  const { search, stockId, sort } = given
  return {
    ...(search ? { search: search.slice(0, 129) } : {}),
    ...(stockId ? { stockId: stockId.slice(0, 64) } : {}),
    ...(sort !== undefined && orders.includes(sort.replace(/^-/, '')) ? { sort } : {}),
  }
}

export interface ContractsWanted extends Common {
  readonly status?: DeskStatus
}
/** Ending contracts need no word in the address. */
export function contractsWanted(given: Given<'search' | 'stockId' | 'sort' | 'status'>): ContractsWanted {
  const status = deskStatuses.find((one) => one === given.status && one !== 'ending')
  return { ...common(given, contractOrders), ...(status === undefined ? {} : { status }) }
}

const currencies = ['EUR', 'USD', 'RUB', 'PLN'] as const
export interface DebtorsWanted extends Common {
  readonly currency?: (typeof currencies)[number]
}
export function debtorsWanted(given: Given<'search' | 'stockId' | 'sort' | 'currency'>): DebtorsWanted {
  const currency = currencies.find((one) => one === given.currency)
  return { ...common(given, debtorOrders), ...(currency === undefined ? {} : { currency }) }
}

export const unmailedWanted = (given: Given<'search' | 'stockId' | 'sort'>): Common =>
  common(given, unmailedOrders)
