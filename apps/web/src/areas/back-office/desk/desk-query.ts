import type { Answer } from '@stowage/api/endpoint'
import {
  contractOrders,
  debtorOrders,
  penaltyOrders,
  penaltyStates,
  subscriptionOrders,
  unmailedOrders,
} from '@stowage/api/desk-lists'
import type {
  listDebtors,
  listDeskContracts,
  listPenalties,
  listSubscriptions,
  listUnmailedInvoices,
} from '@stowage/api/reports'
import { subscriptionStatuses } from '@stowage/domain/subscription-life'

/** The calls answer a plain list when they are not asked for a page; these screens always ask for one. */
type PageOf<A> = Exclude<A, readonly unknown[]>
export type ContractsPage = PageOf<Answer<typeof listDeskContracts>>
export type DebtorsPage = PageOf<Answer<typeof listDebtors>>
export type UnmailedPage = PageOf<Answer<typeof listUnmailedInvoices>>
export type PenaltiesPage = PageOf<Answer<typeof listPenalties>>
export type LateContract = PenaltiesPage['items'][number]
export type SubscriptionsPage = PageOf<Answer<typeof listSubscriptions>>
export type Subscription = SubscriptionsPage['items'][number]
export type DeskContract = ContractsPage['items'][number]
export type Debtor = DebtorsPage['items'][number]
export type UnmailedInvoice = UnmailedPage['items'][number]

export function asPage<A>(answer: A): PageOf<A> {
  if (Array.isArray(answer)) throw new TypeError('a page was asked for and a list came')
  return answer as PageOf<A>
}

export const deskStatuses = ['ending', 'partPaid', 'opened', 'closed', 'all'] as const
export type DeskStatus = (typeof deskStatuses)[number]

/** What may stand in the address of these lists; it may have been typed by hand. */
export type DeskGiven = {
  readonly [N in 'search' | 'stockId' | 'sort' | 'status' | 'currency']?: string | undefined
}
/** What of it means something to one of them. */
export type DeskWanted = { readonly [N in keyof DeskGiven]?: string }
/** What every row of these lists names. */
export interface DeskRow {
  readonly id: string
  readonly userInfo: { readonly id: string; readonly fullName: string }
  readonly contractNumber: string
  readonly unitNumber: string
  readonly stock: { readonly name: string }
}
interface Common {
  readonly search?: string
  readonly stockId?: string
  readonly sort?: string
}

/** What of the address means something, as a query of the call. */
function common(given: DeskGiven, orders: readonly string[]): Common {
  const { search, stockId, sort } = given
  return {
    ...(search ? { search: search.slice(0, 129) } : {}),
    ...(stockId ? { stockId: stockId.slice(0, 64) } : {}),
    ...(sort !== undefined && orders.includes(sort.replace(/^-/, '')) ? { sort } : {}),
  }
}

export type UnmailedWanted = Common
export interface ContractsWanted extends Common {
  readonly status?: DeskStatus
}
/** Ending contracts need no word in the address. */
export function contractsWanted(given: DeskGiven): ContractsWanted {
  const status = deskStatuses.find((one) => one === given.status && one !== 'ending')
  return { ...common(given, contractOrders), ...(status === undefined ? {} : { status }) }
}

const currencies = ['EUR', 'USD', 'RUB', 'PLN'] as const
export interface DebtorsWanted extends Common {
  readonly currency?: (typeof currencies)[number]
}
export function debtorsWanted(given: DeskGiven): DebtorsWanted {
  const currency = currencies.find((one) => one === given.currency)
  return { ...common(given, debtorOrders), ...(currency === undefined ? {} : { currency }) }
}

export type PenaltyState = (typeof penaltyStates)[number]
export interface PenaltiesWanted extends Common {
  readonly status?: PenaltyState
}
export function penaltiesWanted(given: DeskGiven): PenaltiesWanted {
  const status = penaltyStates.find((one) => one === given.status)
  return { ...common(given, penaltyOrders), ...(status === undefined ? {} : { status }) }
}

export const unmailedWanted = (given: DeskGiven): UnmailedWanted => common(given, unmailedOrders)

export interface SubscriptionsWanted extends Common {
  readonly status?: (typeof subscriptionStatuses)[number]
}
export function subscriptionsWanted(given: DeskGiven): SubscriptionsWanted {
  const status = subscriptionStatuses.find((one) => one === given.status)
  return { ...common(given, subscriptionOrders), ...(status === undefined ? {} : { status }) }
}
