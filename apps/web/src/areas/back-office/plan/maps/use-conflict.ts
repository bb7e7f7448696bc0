import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getMapVersion, saveMap } from '@stowage/api/maps'
import { mergeMaps, type MergeSide } from '@stowage/domain/compare-maps'
import type { MapObject } from '@stowage/domain/map-object'
import { call, isApiError } from '../../../../client/index.ts'
import { usePlanStore } from '../use-plan.ts'
import { readMapsAgain } from './read-maps-again.ts'
import { useMapSession, type MapFacts } from './session.ts'

/** An object that both changed; undefined where that side has removed it. */
export interface BothChanged {
  readonly uuid: string
  readonly mine: MapObject | undefined
  readonly theirs: MapObject | undefined
}

interface Conflict {
  /** The map as it is now; null where it was deleted or renamed. */
  readonly present: MapFacts | null
  /** Asked once both are put together; null before. */
  readonly both: readonly BothChanged[] | null
}

export type Settlement =
  | { readonly kind: 'again' | 'theirs' | 'merge' }
  | { readonly kind: 'sides'; readonly sideOf: (uuid: string) => MergeSide }
  | { readonly kind: 'copy'; readonly name: string }

/** Somebody else has saved the map meanwhile: ways on, none of which loses a drawing. @param save saves what stands then */
export function useConflict(save: () => void) {
  const { stock, mapId, onMap } = useMapSession()
  const store = usePlanStore()
  const client = useQueryClient()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const params = { stockId: stock.id }

  /** Theirs becomes what the server has; mine stays in the steps. */
  const readTheirs = async (): Promise<{ objects: MapObject[]; version: number }> => {
    const version = conflict?.present?.version ?? 0
    const objects = await call(getMapVersion, { params: { ...params, mapId, version: String(version) } })
    return { version, objects }
  }
  const merge = async (sideOf?: (uuid: string) => MergeSide): Promise<void> => {
    const theirs = await readTheirs()
    const { objects: mine, saved: base } = store.get()
    const { objects, conflicts } = mergeMaps(base, mine, theirs.objects, sideOf)
    if (conflicts.length > 0 && sideOf === undefined) {
      const [mines, others] = [byUuid(mine), byUuid(theirs.objects)]
      const both = conflicts.map((uuid) => ({ uuid, mine: mines.get(uuid), theirs: others.get(uuid) }))
      return setConflict((now) => now && { ...now, both })
    }
    store.commit(objects, { select: conflicts })
    store.markSaved(theirs.objects, theirs.version)
    setConflict(null)
    save()
  }
  const takeTheirs = async (): Promise<void> => {
    const theirs = await readTheirs()
    store.commit(theirs.objects)
    store.markSaved(theirs.objects, theirs.version)
    setConflict(null)
    await readMapsAgain(client, stock.id)
  }
  const settling = useMutation({
    mutationFn: async (how: Settlement) => {
      switch (how.kind) {
        case 'again':
          // Nothing of it is on the server: the whole drawing goes there, not what differs from a map that is gone.
          store.markSaved([], 0)
          setConflict(null)
          return save()
        case 'merge':
          return await merge()
        case 'sides':
          return await merge(how.sideOf)
        case 'copy':
          await call(saveMap, {
            params,
            body: { mapId: how.name, objects: [...store.get().objects], version: 0 },
          })
          await takeTheirs()
          return onMap(how.name)
        case 'theirs':
          return await takeTheirs()
      }
    },
    // A copy that was kept has its name from now on, whatever came of the rest.
    onError: () => void readMapsAgain(client, stock.id),
  })
  return {
    conflict,
    settle: settling.mutate,
    isSettling: settling.isPending,
    dismiss: () => setConflict(null),
    /** @returns whether it was such a failure */
    meet: (error: unknown): boolean => {
      if (!isApiError(error, 9109)) return false
      const present = error.errors.find((one) => one.code === 9109)?.present
      setConflict({ present: isFacts(present) ? present : null, both: null })
      return true
    },
  }
}

export type ConflictOfMap = ReturnType<typeof useConflict>

const byUuid = (objects: readonly MapObject[]): ReadonlyMap<string, MapObject> =>
  new Map(objects.map((object) => [object.uuid, object]))

const isFacts = (value: unknown): value is MapFacts =>
  typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number'
