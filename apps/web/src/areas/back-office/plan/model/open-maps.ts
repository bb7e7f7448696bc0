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
  /**
   * A drawing goes on under the id that it has got by being saved: the first map, and one that was deleted meanwhile.
   * @param known ids of the list that is shown: before it names the new one, the old one is looked for
   */
  readonly adopt: (known: readonly string[]) => void
  /** Its map is deleted here: what was unsaved on it is nobody's any more. */
  readonly leave: (id: string) => void
  /** Open, and not left. */
  readonly isHeld: (id: string) => boolean
  /** Read anew when it is seen next. */
  readonly forget: (id: string) => void
  /** Ids of the maps with something unsaved, separated by blanks: the same text while nothing changes. */
  readonly unsaved: () => string
  /** Tells when a map was opened, or when another set of them is unsaved. */
  readonly subscribe: (listener: () => void) => () => void
  readonly setOrigin: (objects: readonly MapObject[], origin: Origin) => void
  readonly originOf: (objects: readonly MapObject[]) => Origin
}

export function createOpenMaps(): OpenMaps {
  const stores = new Map<string, PlanStore>()
  const left = new Set<string>()
  const origins = new WeakMap<readonly MapObject[], Origin>()
  const listeners = new Set<() => void>()
  let known = ''
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const look = (): void => {
    const now = [...stores]
      .filter(([id, store]) => !left.has(id) && isUnsaved(store.get()))
      .map(([id, store]) => store.get().recordId ?? id)
      .join(' ')
    if (now === known) return
    known = now
    tell()
  }
  /** Saved, a drawing answers to its new id at once: the list that names it may come before or after it is adopted. */
  const find = (id: string): PlanStore | undefined =>
    stores.get(id) ?? [...stores.values()].find((store) => store.get().recordId === id)
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
    adopt(ids) {
      const listed = new Set(ids)
      for (const [key, store] of stores) {
        const id = store.get().recordId
        if (id === null || id === key || stores.has(id) || !listed.has(id)) continue
        stores.delete(key)
        stores.set(id, store)
      }
      look()
      tell()
    },
    leave(id) {
      left.add(id)
      look()
    },
    isHeld: (id) => stores.has(id) && !left.has(id),
    forget(id) {
      left.delete(id)
      stores.delete(id)
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
