import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { boxHistory, myBoxes } from '@stowage/api/access'
import { getBox } from '@stowage/api/catalog'
import { getContract } from '@stowage/api/contracts'
import type { Answer } from '@stowage/api/endpoint'
import { keyOf, useRealtime } from '../../client/index.ts'
import { inBox, inContract, inMyBoxes, type LockChange } from './lock-change.ts'

/** Writes a lock's movement into every answer that shows it; its history has one record more. */
export function applyLockChange(client: QueryClient, change: LockChange): void {
  client.setQueriesData<Answer<typeof myBoxes>>(
    { queryKey: keyOf(myBoxes) },
    (known) => known && [...inMyBoxes(known, change)],
  )
  client.setQueriesData<Answer<typeof getBox>>(
    { queryKey: keyOf(getBox) },
    (known) => known && inBox(known, change),
  )
  client.setQueriesData<Answer<typeof getContract>>(
    { queryKey: keyOf(getContract) },
    (known) => known && inContract(known, change),
  )
  void client.invalidateQueries({ queryKey: keyOf(boxHistory) })
}

/**
 * Keeps the locks of a page live: BOX_OPENED and BOX_CLOSED of the realtime channel.
 * @param onClosed told when a lock has closed, with its box number
 */
export function useLockUpdates(onClosed?: (unitNumber: string, boxId: string) => void): void {
  const client = useQueryClient()
  useRealtime('BOX_OPENED', ({ boxId, at }) => applyLockChange(client, { boxId, lockStatus: 'opened', at }))
  useRealtime('BOX_CLOSED', ({ boxId, at, UnitNumber }) => {
    applyLockChange(client, { boxId, lockStatus: 'closed', at })
    onClosed?.(UnitNumber, boxId)
  })
}
