import { fail } from '../../platform/failure.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalog } from '../catalog/index.ts'
import { debtOf } from './document-view.ts'
import { tenantCredit } from './ledger-store.ts'

/**
 * A tenant's balance with the seller of a stock, in its currency: they never cross (decisions.md C18). Without a stock
 * there is nothing to add up, so it is 0 in the default currency.
 */
export async function readBalance(
  platform: Platform,
  catalog: Catalog,
  accountId: string,
  stockId: string | undefined,
): Promise<{ accountBalance: number; currency: string; debt: number }> {
  if (stockId === undefined) return { accountBalance: 0, currency: 'EUR', debt: 0 }
  const terms = (await catalog.stockTerms(stockId)) ?? fail(6006)
  const of = { accountId, sellerId: terms.seller.id, currency: terms.currency }
  return {
    accountBalance: await tenantCredit(platform.db, of),
    currency: terms.currency,
    debt: await debtOf(platform.db, of),
  }
}
