import { invoiceJson } from '@stowage/api/electronic-invoice'
import * as bills from '@stowage/api/monthly-bills'
import * as transactions from '@stowage/api/transactions'
import { route, sent, type Route } from '../../platform/http/call.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog } from '../catalog/index.ts'
import { electronicDocument } from './electronic-document.ts'
import { transactionsOfAccount, transactionsOfContract } from './list-transactions.ts'
import { askMailOfMonth, listMonth, sendMonth, tokenOfMonth } from './monthly-bills.ts'

/** What an accountant takes along: the bills of a month, and what happened with a tenant's money. */
export function paperRoutes(platform: Platform, catalog: Catalog): Route[] {
  const { db } = platform
  const deps = { platform, catalog }
  return [
    route(bills.listMonthlyBills, async ({ query }) => await listMonth(deps, query)),
    route(bills.monthlyBillsToken, async (call) => await tokenOfMonth(deps, call)),
    route(bills.monthlyBillsArchive, async (call) => {
      await sendMonth(deps, call)
      return sent
    }),
    route(bills.mailMonthlyBills, async (call) => await askMailOfMonth(deps, call)),
    route(
      transactions.listContractTransactions,
      async ({ params, actor }) => await transactionsOfContract(db, params.contractId, actor),
    ),
    route(
      transactions.listUserTransactions,
      async ({ params, actor }) => await transactionsOfAccount(db, params.userId, actor),
    ),
    route(invoiceJson, async (call) => await electronicDocument(platform, call)),
  ]
}
