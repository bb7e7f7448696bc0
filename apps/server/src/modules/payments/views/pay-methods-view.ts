import type { Database } from '../../../platform/database/connect.ts'

/** In what a stock is paid, and whether its seller has an account to transfer to; undefined: no such stock. */
export async function payFactsOf(
  db: Database,
  stockId: string,
): Promise<{ currency: string; takesTransfers: boolean } | undefined> {
  const row = await db
    .selectFrom('stock')
    .innerJoin('seller', 'seller.id', 'stock.seller_id')
    .select(['stock.currency', 'seller.iban'])
    .where('stock.id', '=', stockId)
    .executeTakeFirst()
  return row && { currency: row.currency, takesTransfers: row.iban !== null }
}
