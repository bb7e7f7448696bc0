import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getMapVersion, saveMap } from '@stowage/api/maps'
import type { MergeSide } from '@stowage/domain/compare-maps'
import type { MapObject } from '@stowage/domain/map-object'
import { call, isApiError } from '../../../../client/index.ts'
import { toast } from '../../../../ui/index.ts'
import { settled, type SavedMap } from '../model/settle.ts'
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
  const t = useTranslations('plan.maps')
  const { stock, onMap } = useMapSession()
  const store = usePlanStore()
  const client = useQueryClient()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const params = { stockId: stock.id }

  /** What the server has; null where no map has this name any more. */
  const readTheirs = async (): Promise<SavedMap | null> => {
    const present = conflict?.present ?? null
    if (present === null) return null
    const { version, id: recordId } = present
    // By the name that it has now.
    const where = { ...params, mapId: present.mapId, version: String(version) }
    return { objects: await call(getMapVersion, { params: where }), version, recordId }
  }
  /** Theirs becomes what the server has; mine stays in the steps. */
  const merge = async (sideOf?: (uuid: string) => MergeSide): Promise<void> => {
    const theirs = await readTheirs()
    const drawn = store.get()
    const { objects, saved, version, recordId, conflicts, twice } = settled(drawn, theirs, sideOf)
    if (conflicts.length > 0 && sideOf === undefined) {
      const [mines, others] = [byUuid(drawn.objects), byUuid(saved)]
      const both = conflicts.map((uuid) => ({ uuid, mine: mines.get(uuid), theirs: others.get(uuid) }))
      return setConflict((now) => now && { ...now, both })
    }
    store.commit(objects, { select: twice.length > 0 ? twice : conflicts })
    store.markSaved(saved, version, recordId)
    setConflict(null)
    if (twice.length === 0) return save()
    // What one has to look at is not saved unseen.
    toast({ tone: 'amber', text: t('mergedTwice', { count: twice.length }), ms: 0 })
  }
  const takeTheirs = async (): Promise<void> => {
    const theirs = await readTheirs()
    if (theirs === null) return
    store.commit(theirs.objects)
    store.markSaved(theirs.objects, theirs.version, theirs.recordId)
    setConflict(null)
    await readMapsAgain(client, stock.id)
  }
  const settling = useMutation({
    mutationFn: async (how: Settlement) => {
      switch (how.kind) {
        case 'again':
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
