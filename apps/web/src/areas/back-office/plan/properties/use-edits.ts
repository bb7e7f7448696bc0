import { useMemo } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import { changed } from '../model/edit.ts'
import { chosenOf, usePlan, usePlanStore } from '../use-plan.ts'

export interface Edits {
  readonly chosen: readonly MapObject[]
  /** Whose values are shown and changed: those that are not locked; all where every one is. */
  readonly shown: readonly MapObject[]
  readonly isLocked: boolean
  /** One step for all that are not locked. @param uuids whom; those that are chosen now unless given */
  readonly change: (
    how: (object: MapObject) => MapObject,
    options?: { readonly joins?: string; readonly uuids?: ReadonlySet<string> },
  ) => void
}

/** The chosen objects and how the panel changes them. */
export function useEdits(): Edits {
  const store = usePlanStore()
  const objects = usePlan((state) => state.objects)
  const selected = usePlan((state) => state.selected)
  return useMemo(() => {
    const chosen = chosenOf({ objects, selected })
    const free = chosen.filter(({ locked }) => locked !== true)
    return {
      chosen,
      shown: free.length === 0 ? chosen : free,
      isLocked: free.length === 0,
      change: (how, { joins, uuids } = {}) => {
        const state = store.get()
        const next = changed(state.objects, uuids ?? state.selected, how)
        // A change that leaves every object as it is makes no step.
        if (next.every((object, index) => object === state.objects[index])) return
        store.commit(next, joins === undefined ? {} : { joins })
      },
    }
  }, [store, objects, selected])
}
