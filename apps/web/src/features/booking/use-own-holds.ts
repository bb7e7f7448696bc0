import { useQuery } from '@tanstack/react-query'
import { myBoxes } from '@stowage/api/access'
import type { Answer } from '@stowage/api/endpoint'
import { queryOf, type CurrentUser } from '../../client/index.ts'

type MyStock = Answer<typeof myBoxes>[number]
export type OwnContract = MyStock['boxes'][number]['contract']
export type OwnReservation = MyStock['reservations'][number]

export interface OwnHold {
  readonly contract?: OwnContract
  readonly reservation?: OwnReservation
}

/** Boxes that this client holds himself: booked and not paid yet, or reserved. To everybody else they are taken. */
export function useOwnHolds(user: CurrentUser | null | undefined): ReadonlyMap<string, OwnHold> | undefined {
  const isClient = user?.role === 'client'
  return useQuery({
    ...queryOf(myBoxes, { params: { userId: user?.id ?? '' } }),
    enabled: isClient,
    meta: { quiet: true },
    select: holdsOf,
  }).data
}

export function holdsOf(stocks: readonly MyStock[]): ReadonlyMap<string, OwnHold> {
  const holds = new Map<string, OwnHold>()
  for (const { boxes, reservations } of stocks) {
    for (const { id, contract } of boxes) if (contract.status === 'pending') holds.set(id, { contract })
    for (const reservation of reservations)
      if (reservation.status === 'live') holds.set(reservation.boxId, { reservation })
  }
  return holds
}
