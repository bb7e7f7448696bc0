/** The maps of one stock that are open on the page: each keeps its drawing, its steps and what is unsaved while another is seen. */
import type { MapObject } from '@stowage/domain/map-object'
import { createPlanStore, isUnsaved, type PlanStore } from './plan-store.ts'

/** Where a whole drawing came from; told to the server when it is saved as it came. */
interface Origin {
  readonly restored?: number
  readonly imported?: true
}

/** The key of a map that was drawn before the stock had any, until it is saved. */
export const firstMap = 'first'

export interface OpenMaps {
  /** The map of a record id, once its drawing has come; `firstMap` was drawn while the stock had none. */
  readonly find: (id: string) => PlanStore | undefined
  readonly begin: (
    id: string,
    beginning: { readonly objects: readonly MapObject[]; readonly version: number },
  ) => PlanStore
  /** The first map goes on under the id that it has got by being saved. */
  readonly adopt: () => void
  /** A map was deleted here, with what was not saved on it. */
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
      .map(([id, store]) => (id === firstMap ? (store.get().recordId ?? id) : id))
      .join(' ')
    if (now === known) return
    known = now
    tell()
  }
  /** Saved, the first map answers to its id at once: the list that names it may come before or after it is adopted. */
  const find = (id: string): PlanStore | undefined => {
    const first = stores.get(firstMap)
    return stores.get(id) ?? (first?.get().recordId === id ? first : undefined)
  }
  return {
    find,
    begin(id, beginning) {
      const there = find(id)
      if (there !== undefined) return there
      const store = createPlanStore({ ...beginning, recordId: id === firstMap ? null : id })
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
    adopt() {
      const first = stores.get(firstMap)
      const id = first?.get().recordId ?? null
      if (first === undefined || id === null) return
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
