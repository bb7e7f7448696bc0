/** The maps of one stock that are open on the page: each keeps its drawing, its steps and what is unsaved while another is seen. */
import type { MapObject } from '@stowage/domain/map-object'
import { createPlanStore, isUnsaved, type PlanStore } from './plan-store.ts'

/** Where a whole drawing came from; told to the server when it is saved as it came. */
interface Origin {
  readonly restored?: number
  readonly imported?: true
}

/** The key of the map of a stock without maps, until it is saved. */
export const firstMap = 'first'

export interface OpenMaps {
  /** The map of a record id, once its drawing has come; `firstMap` is that of a stock that has none yet. */
  readonly find: (id: string) => PlanStore | undefined
  readonly begin: (
    id: string,
    beginning: { readonly objects: readonly MapObject[]; readonly version: number },
  ) => PlanStore
  /** The first map has got an id by being saved. */
  readonly adopt: (id: string) => void
  /** The map was deleted here, with what was not saved of it. */
  readonly close: (id: string) => void
  /** Ids of the maps with something unsaved, separated by blanks: the same text while nothing changes. */
  readonly unsaved: () => string
  /** Tells when a map was opened, or when another set of them is unsaved. */
  readonly subscribe: (listener: () => void) => () => void
  readonly setOrigin: (objects: readonly MapObject[], origin: Origin) => void
  readonly originOf: (objects: readonly MapObject[]) => Origin
}

export function createOpenMaps(): OpenMaps {
  const stores = new Map<string, PlanStore>()
  const origins = new WeakMap<readonly MapObject[], Origin>()
  const listeners = new Set<() => void>()
  let known = ''
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const look = (): void => {
    const now = [...stores]
      .filter(([, store]) => isUnsaved(store.get()))
      .map(([id]) => id)
      .join(' ')
    if (now === known) return
    known = now
    tell()
  }
  return {
    find: (id) => stores.get(id),
    begin(id, beginning) {
      const there = stores.get(id)
      if (there !== undefined) return there
      const store = createPlanStore(beginning)
      stores.set(id, store)
      let seen = store.get()
      store.subscribe(() => {
        const { objects, saved } = store.get()
        if (objects !== seen.objects || saved !== seen.saved) look()
        seen = store.get()
      })
      tell()
      return store
    },
    adopt(id) {
      const first = stores.get(firstMap)
      if (first === undefined || stores.has(id)) return
      stores.delete(firstMap)
      stores.set(id, first)
      look()
      tell()
    },
    close(id) {
      if (!stores.delete(id)) return
      look()
      tell()
    },
    unsaved: () => known,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setOrigin: (objects, origin) => void origins.set(objects, origin),
    originOf: (objects) => origins.get(objects) ?? {},
  }
}
