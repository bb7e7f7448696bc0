import { createContext, use, useSyncExternalStore } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import type { PlanState, PlanStore } from './model/plan-store.ts'

export const PlanContext = createContext<PlanStore | null>(null)

/** The map that is drawn on this page. */
export function usePlanStore(): PlanStore {
  const store = use(PlanContext)
  if (store === null) throw new Error('no map is open here')
  return store
}

/** A part of the state; renders again only when that part is another one. */
export function usePlan<Part>(part: (state: PlanState) => Part): Part {
  const store = usePlanStore()
  return useSyncExternalStore(store.subscribe, () => part(store.get()))
}

/** What is chosen, in the order of the drawing. */
export function chosenOf({ objects, selected }: Pick<PlanState, 'objects' | 'selected'>): MapObject[] {
  return selected.size === 0 ? [] : objects.filter(({ uuid }) => selected.has(uuid))
}
