import * as z from 'zod/mini'
import { subscriptionStatuses } from '@stowage/domain/subscription-life'
import {
  contractOrders,
  debtorOrders,
  penaltyOrders,
  penaltyStates,
  subscriptionOrders,
  unmailedOrders,
} from './desk-lists.ts'
import { endpoint } from './endpoint.ts'
import { Page } from './entities/answer.ts'
import {
  AuditRecord,
  Debtor,
  DebtorsOfCurrency,
  DeskContract,
  LateContract,
  UnmailedInvoice,
} from './entities/reports.ts'
import { SubscriptionRow } from './entities/subscriptions.ts'
import { currency, day, oneOf, pathId, wholeText } from './fields.ts'

const word = () => z.string().check(z.maxLength(129))

export const listAudit = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'audit',
  summary: 'Privileged acts, newest first, 50 a page; the count stops at 10,000',
  access: [],
  query: z.object({
    page: z.optional(wholeText(1, 200)),
    /** Part of the e-mail or name of who did it or on whose behalf it was done. */
    who: z.optional(word()),
    action: z.optional(word()),
    subjectType: z.optional(word()),
    subjectId: z.optional(pathId()),
    stockId: z.optional(pathId()),
    /** Days in UTC, both included. */
    from: z.optional(day()),
    to: z.optional(day()),
  }),
  answer: Page(AuditRecord),
})

const sortBy = (orders: readonly string[]) =>
  z.optional(oneOf(orders.flatMap((order) => [order, `-${order}`]) as [string, ...string[]]))

/** With `page` a page of 50, or of `pageSize`; without it a plain list (decision 3). */
const paged = {
  page: z.optional(wholeText(1, 100_000)),
  pageSize: z.optional(wholeText(1, 500)),
  /** Part of a client's name or of a contract's number, or the beginning of a box number. */
  search: z.optional(z.string().check(z.maxLength(129, '1004'))),
  stockId: z.optional(pathId()),
}

export const listDeskContracts = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'statistics/contracts',
  summary:
    'Contracts; `ending`: those that end or are left within 30 days or should have; `partPaid`: bookings whose first invoice is paid in part; at most 1000 without page',
  // Who may read a contract finds it here: it is the only list of all of them.
  access: ['dashboard.read', 'contracts.read'],
  query: z.object({
    ...paged,
    status: z.optional(oneOf(['ending', 'partPaid', 'all', 'opened', 'closed'])),
    sort: sortBy(contractOrders),
  }),
  answer: z.union([z.array(DeskContract), Page(DeskContract)]),
  errors: [1004, 1005],
})

export const listDebtors = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'statistics/debtors',
  summary:
    'Contracts with overdue debt, the highest first: the ten highest of each currency, or with page all of one currency',
  access: ['dashboard.read'],
  query: z.object({ ...paged, currency: z.optional(currency()), sort: sortBy(debtorOrders) }),
  answer: z.union([
    z.array(Debtor),
    z.extend(Page(Debtor), {
      /** Of which currency the page is; the one most owe in unless asked for. null: nobody owes anything. */
      currency: z.nullable(z.string()),
      currencies: z.array(DebtorsOfCurrency),
    }),
  ]),
  errors: [1004, 1005],
})

export const listUnmailedInvoices = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'statistics/invoice-emailing',
  summary: 'Unpaid invoices of which no mail has gone out, the first due first; at most 1000 without page',
  access: ['dashboard.read'],
  query: z.object({ ...paged, sort: sortBy(unmailedOrders) }),
  answer: z.union([z.array(UnmailedInvoice), Page(UnmailedInvoice)]),
  errors: [1004, 1005],
})

export const listSubscriptions = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'subscriptions',
  summary: 'Automatic payments of all contracts, the latest first; at most 1000 without page',
  access: [],
  query: z.object({
    ...paged,
    status: z.optional(oneOf([...subscriptionStatuses])),
    sort: sortBy(subscriptionOrders),
  }),
  answer: z.union([z.array(SubscriptionRow), Page(SubscriptionRow)]),
  errors: [1004, 1005],
})

export const listPenalties = endpoint({
  module: 'reports',
  method: 'GET',
  path: 'penalties',
  summary:
    'Running contracts with overdue debt: free days left, the next penalty, notices sent, penalties issued; the longest overdue first; at most 1000 without page',
  access: [],
  query: z.object({ ...paged, status: z.optional(oneOf([...penaltyStates])), sort: sortBy(penaltyOrders) }),
  answer: z.union([z.array(LateContract), Page(LateContract)]),
  errors: [1004, 1005],
})
