import { useQueryClient } from '@tanstack/react-query'
import { getStock, updateStock } from '@stowage/api/stocks'
import { call, queryOf } from '../../../client/index.ts'
import { useReadAnew } from '../use-read-anew.ts'
import type { Settings } from './stock-values.ts'

/** Sends a change of a stock, and reads it anew after somebody else has changed it; every section of the page follows. */
export function useStockSave(id: string): {
  readonly save: (body: object, updated: string | null) => Promise<Settings>
  readonly reread: () => Promise<Settings>
} {
  const client = useQueryClient()
  const readAnew = useReadAnew()
  const params = { id }
  const query = queryOf(getStock, { params })
  return {
    save: async (body, updated) => {
      const saved = await call(updateStock, { params, body: { ...body, updated } })
      client.setQueryData(query.queryKey, saved)
      await readAnew()
      return saved
    },
    reread: async () => await client.fetchQuery({ ...query, staleTime: 0 }),
  }
}
