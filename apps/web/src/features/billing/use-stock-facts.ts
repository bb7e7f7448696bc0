import { useQuery } from '@tanstack/react-query'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../client/index.ts'
import { dayIn } from '../../ui/index.ts'
import { useBusinessNow } from '../catalog/index.ts'

export interface StockFacts {
  /** The stock's own day, YYYY-MM-DD. */
  readonly today: string
  /** A card processor is set up for it; assumed until it is known, the server refuses otherwise. */
  readonly takesCards: boolean
}

/** What the rows of documents must know of their stocks. */
export function useStockFacts(): (stockId: string) => StockFacts {
  const { data } = useQuery({ ...queryOf(listStocks), staleTime: 60_000, meta: { quiet: true } })
  const now = useBusinessNow()
  return (stockId) => {
    const stock = data?.find((entry) => entry.id === stockId)
    const timeZone = stock?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    return { today: dayIn(now(), timeZone), takesCards: stock?.onlinePayment ?? true }
  }
}
