import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@stowage/api/endpoint'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../client/index.ts'

export type ListedStock = Answer<typeof listStocks>[number]

/** A stock as the reader may see it, out of the list that all screens share; undefined until it is known. */
export function useStock(stockId: string | undefined): ListedStock | undefined {
  const { data } = useQuery({
    ...queryOf(listStocks),
    staleTime: 60_000,
    meta: { quiet: true },
    enabled: stockId !== undefined,
  })
  return data?.find((stock) => stock.id === stockId)
}
