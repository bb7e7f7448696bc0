import { fail } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog } from '../catalog/index.ts'
import { latestSaleOf } from './balances-view.ts'
import { debtOf } from './document-view.ts'
import { tenantCredit } from './ledger-store.ts'

/**
 * A tenant's balance with the seller of a stock, in its currency: they never cross (decisions.md C18). The specification's call
 * names no stock: then it is that of his latest document, which for nearly everybody is the only one; who never had any has 0.
 */
export async function readBalance(
  platform: Platform,
  catalog: Catalog,
  accountId: string,
  stockId: string | undefined,
): Promise<{ accountBalance: number; currency: string; debt: number }> {
  const sale =
    stockId === undefined ? await latestSaleOf(platform.db, accountId) : await saleAt(catalog, stockId)
  if (!sale) return { accountBalance: 0, currency: 'EUR', debt: 0 }
  const of = { accountId, ...sale }
  return {
    accountBalance: await tenantCredit(platform.db, of),
    currency: sale.currency,
    debt: await debtOf(platform.db, of),
  }
}

async function saleAt(catalog: Catalog, stockId: string): Promise<{ sellerId: string; currency: string }> {
  const { seller, currency } = (await catalog.stockTerms(stockId)) ?? fail(6006)
  return { sellerId: seller.id, currency }
}
