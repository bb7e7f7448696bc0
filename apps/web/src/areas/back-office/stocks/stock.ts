import type { Answer } from '@stowage/api/endpoint'
import type { listStocks } from '@stowage/api/catalog'

export type Stock = Answer<typeof listStocks>[number]

/** Boxes of a stock and how many of them can be booked now, over all size groups. */
export function boxesOf(stock: Pick<Stock, 'offers'>): { readonly total: number; readonly free: number } {
  return stock.offers.reduce(
    (sum, { total, free }) => ({ total: sum.total + total, free: sum.free + free }),
    { total: 0, free: 0 },
  )
}
