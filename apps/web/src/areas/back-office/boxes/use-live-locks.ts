import { useQueryClient } from '@tanstack/react-query'
import type { listBoxes } from '@stowage/api/catalog'
import type { Answer } from '@stowage/api/endpoint'
import { useRealtime } from '../../../client/index.ts'
import { allBoxesKey, withLock, type ListedBox } from './boxes-query.ts'

/** Locks of the listed boxes move as they move at the site (specification 4). */
export function useLiveLocks(stockId: string): void {
  const client = useQueryClient()
  const moved = (boxId: string, lockStatus: NonNullable<ListedBox['lockStatus']>): void => {
    client.setQueriesData<Answer<typeof listBoxes>>({ queryKey: allBoxesKey }, (known) =>
      withLock(known, boxId, lockStatus),
    )
  }
  useRealtime('BOX_OPENED', ({ boxId, stockId: at }) => at === stockId && moved(boxId, 'opened'))
  useRealtime('BOX_CLOSED', ({ boxId, stockId: at }) => at === stockId && moved(boxId, 'closed'))
  useRealtime(
    'STOCKS_CHANGED',
    ({ stockIds }) => stockIds.includes(stockId) && void client.invalidateQueries({ queryKey: allBoxesKey }),
  )
}
