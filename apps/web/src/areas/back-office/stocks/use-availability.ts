import { useQuery } from '@tanstack/react-query'
import { availability } from '@stowage/api/access'
import { queryOf } from '../../../client/index.ts'

/** Whether a site answers: asked now and then, and at once when the server says that it has changed. Undefined until known. */
export function useAvailability(stockId: string): boolean | undefined {
  return useQuery({ ...queryOf(availability, { params: { id: stockId } }), refetchInterval: 30_000, meta: { quiet: true } }).data?.isOk
}
