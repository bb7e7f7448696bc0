import { createContext, use, useMemo, useSyncExternalStore } from 'react'
import type { Answer } from '@stowage/api/endpoint'
import type { listMaps } from '@stowage/api/maps'
import type { OpenMaps } from '../model/open-maps.ts'

export type MapFacts = Answer<typeof listMaps>[number]

/** What every part of the editor's head knows: the stock, its maps, which one is seen. */
export interface MapSession {
  readonly stock: {
    readonly id: string
    readonly name: string
    readonly timeZone: string
    readonly isExternal: boolean
  }
  readonly open: OpenMaps
  /** In their order. */
  readonly maps: readonly MapFacts[]
  readonly deleted: readonly MapFacts[]
  /** The maps, and those that somebody else has deleted while something is drawn here and not saved. */
  readonly tabs: readonly MapFacts[]
  /** Name of the map that was drawn before the stock had any, until it is saved; null where there is none. */
  readonly firstName: string | null
  /** null for that one. */
  readonly record: MapFacts | null
  /** Name of the map that is seen. */
  readonly mapId: string
  readonly onMap: (mapId: string) => void
}

export const MapSessionContext = createContext<MapSession | null>(null)

export function useMapSession(): MapSession {
  const session = use(MapSessionContext)
  if (session === null) throw new Error('no stock is open here')
  return session
}

/** Keys of the maps in which something is drawn and not saved. */
export function useUnsavedMaps(open: OpenMaps): ReadonlySet<string> {
  const keys = useSyncExternalStore(open.subscribe, open.unsaved)
  return useMemo(() => new Set(keys === '' ? [] : keys.split(' ')), [keys])
}
