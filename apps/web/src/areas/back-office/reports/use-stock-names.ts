import { useQuery } from '@tanstack/react-query'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'

/** So many are named one by one; of more the filter tells. */
const MOST = 6

/** The warehouses that a report was narrowed to, for who reads it on paper; undefined where it is all, or too many to name. */
export function useStockNames(ids: readonly string[]): string | undefined {
  const { data: stocks = [] } = useQuery({ ...queryOf(listStocks), meta: { quiet: true } })
  if (ids.length === 0 || ids.length > MOST) return undefined
  const names = stocks.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return names.length === 0 ? undefined : names.join(', ')
}
