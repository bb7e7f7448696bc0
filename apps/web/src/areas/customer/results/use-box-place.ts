import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchBoxes } from '@stowage/api/catalog'
import { getMap } from '@stowage/api/maps'
import { bindBoxes, type BindableBox, type MapObject } from '@stowage/domain/map-object'
import { queryOf } from '../../../client/index.ts'

export interface BoxPlace {
  readonly floor: string
  readonly objects: readonly MapObject[]
  readonly boxes: readonly { readonly id: string; readonly unitNumber: string; readonly isFree: boolean }[]
}

/** Where a box is drawn: its floor, and all that stands there. Null where no plan shows it, undefined until that is known. */
export function useBoxPlace(stockId: string, boxId: string): BoxPlace | null | undefined {
  const map = useQuery({ ...queryOf(getMap, { params: { stockId } }), meta: { quiet: true } })
  const list = useQuery({ ...queryOf(fetchBoxes, { query: { stockId } }), meta: { quiet: true } })
  const plans = map.data
  const listed = list.data
  const found = useMemo(
    () => (plans === undefined || listed === undefined ? undefined : placeOf(boxId, plans, listed)),
    [plans, listed, boxId],
  )
  return map.isError || list.isError ? null : found
}

type Plans = Readonly<Record<string, readonly MapObject[]>>

function placeOf(boxId: string, plans: Plans, listed: readonly BindableBox[]): BoxPlace | null {
  const boxes = listed.map(({ id, unitNumber }) => ({ id, unitNumber, isFree: false }))
  for (const [floor, objects] of Object.entries(plans)) {
    const isHere = [...bindBoxes(objects, boxes).values()].some(({ id }) => id === boxId)
    if (isHere) return { floor, objects, boxes }
  }
  return null
}
