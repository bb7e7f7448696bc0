import { useMemo } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import { bestFloor, floorsOf } from './offers.ts'
import type { BookSearch } from './use-book-search.ts'
import type { StockBox } from './use-stock-boxes.ts'

const noObjects: readonly MapObject[] = []

export interface Floors {
  readonly names: readonly string[]
  /** The floor that is shown; undefined for a stock without plans. */
  readonly shown: string | undefined
  readonly objects: readonly MapObject[]
  /** The floor a box is drawn on. */
  readonly of: (boxId: string) => string | undefined
}

/** The floors of a stock, the shown one being that of the address, else of the chosen box, else where most may be chosen. */
export function useFloors(
  plans: Readonly<Record<string, readonly MapObject[]>> | undefined,
  boxes: readonly StockBox[] | undefined,
  search: BookSearch,
): Floors {
  const floors = useMemo(() => floorsOf(plans ?? {}, boxes ?? []), [plans, boxes])
  const names = useMemo(() => Object.keys(plans ?? {}), [plans])
  const named = names.find((name) => name === search.floor)
  const ofBox = search.boxId === undefined ? undefined : floors.get(search.boxId)
  const shown = named ?? ofBox ?? bestFloor(names, floors, boxes ?? [], search.size)
  return {
    names,
    shown,
    objects: (shown === undefined ? undefined : plans?.[shown]) ?? noObjects,
    of: (boxId) => floors.get(boxId),
  }
}
