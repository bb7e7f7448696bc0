import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getMap, getMapVersion, listMaps, listMapVersions, saveMap } from '@stowage/api/maps'
import type { MapObject } from '@stowage/domain/map-object'
import { call, isApiError, keyOf } from '../../../../client/index.ts'
import { toast, useErrorText } from '../../../../ui/index.ts'
import { savedMs } from '../../saved-ms.ts'
import { settled, type SavedMap } from '../model/settle.ts'
import { usePlanStore } from '../use-plan.ts'
import { useMapSession, type MapFacts } from './session.ts'

/** The fields of an object that have a name for people. */
const toldFields = [
  'type',
  'uuid',
  'x',
  'y',
  'width',
  'height',
  'rotate',
  'fill',
  'stroke',
  'strokeWidth',
  'radius',
  'blendMode',
  'text',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'textDecoration',
  'textColor',
  'xlinkHref',
  'path',
  'boxId',
] as const

/** What every list of maps shows is read again; drawings on the page are nobody's but their store's. */
export async function readMapsAgain(client: QueryClient, stockId: string): Promise<void> {
  void client.invalidateQueries({ queryKey: keyOf(getMap, { params: { stockId } }) })
  void client.invalidateQueries({ queryKey: keyOf(listMapVersions) })
  await client.invalidateQueries({ queryKey: keyOf(listMaps) })
}

/** A drawing as it was saved once. */
export async function versionOf(stockId: string, mapId: string, version: number): Promise<MapObject[]> {
  return await call(getMapVersion, { params: { stockId, mapId, version: String(version) } })
}

/** Somebody else has saved the map meanwhile; `present` is null where it was deleted or renamed. */
interface Conflict {
  readonly present: MapFacts | null
}

/** Saves the map as it is drawn now; what is drawn meanwhile stays unsaved. Nothing of two people who drew at once is lost. */
export function useSaveMap() {
  const t = useTranslations('plan.maps')
  const { stock, mapId, open, onMap } = useMapSession()
  const store = usePlanStore()
  const client = useQueryClient()
  const errorText = useErrorText()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const stockId = stock.id

  const send = async (): Promise<void> => {
    const { objects, version, recordId } = store.get()
    const { restored, imported } = open.originOf(objects)
    const record = await call(saveMap, {
      params: { stockId },
      body: {
        mapId,
        objects: [...objects],
        version,
        ...(recordId === null ? {} : { id: recordId }),
        ...(restored === undefined ? {} : { restored }),
        ...(imported === undefined ? {} : { imported }),
      },
    })
    store.markSaved(objects, record.version, record.id)
    // The address names it, so that it is still the one that is seen when others are there.
    if (recordId === null) onMap(record.mapId)
    await readMapsAgain(client, stockId)
    open.adopt()
    toast({ tone: 'green', text: t('saved'), ms: savedMs })
  }
  const tell = (error: unknown, sent: readonly MapObject[]): void => {
    if (isApiError(error, 9109)) {
      const present = error.errors.find((one) => one.code === 9109)?.present
      return setConflict({ present: isFacts(present) ? present : null })
    }
    const places = isApiError(error) ? error.errors.flatMap(({ field }) => placeOf(field) ?? []) : []
    const wrong = places.flatMap(({ index, field }) => {
      const object = sent[index]
      return object === undefined ? [] : [{ object, field }]
    })
    const [first] = wrong
    if (first === undefined) return toast({ tone: 'red', text: errorText(error).text })
    store.select(wrong.map(({ object }) => object.uuid))
    const known = toldFields.find((field) => field === first.field)
    const what = known === undefined ? first.field : t(`field.${known}`)
    const name = first.object.text?.trim() || 'none'
    toast({ tone: 'red', text: t('wrong', { what, name, count: wrong.length }) })
  }
  const saving = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      const { objects } = store.get()
      await send().catch((error: unknown) => tell(error, objects))
    },
  })

  /** What the server has of the map now; null where it has none of this name. */
  const theirs = async (): Promise<SavedMap | null> => {
    const present = conflict?.present ?? null
    if (present === null) return null
    const { version, id: recordId } = present
    return { objects: await versionOf(stockId, present.mapId, version), version, recordId }
  }
  const settling = useMutation({
    mutationFn: async (
      how: { readonly kind: 'merge' | 'theirs' } | { readonly kind: 'copy'; readonly name: string },
    ) => {
      if (how.kind === 'copy') await copyAs(how.name, store.get().objects)
      const other = await theirs()
      if (how.kind === 'merge') {
        const { objects, saved, version, recordId, conflicts, twice } = settled(store.get(), other)
        store.commit(objects, { select: [...conflicts, ...twice] })
        store.markSaved(saved, version, recordId)
        setConflict(null)
        if (conflicts.length > 0)
          toast({ tone: 'amber', text: t('merged', { count: conflicts.length }), ms: 0 })
        if (twice.length > 0) toast({ tone: 'amber', text: t('mergedTwice', { count: twice.length }), ms: 0 })
        // What one of them has to look at is not saved for him.
        if (conflicts.length + twice.length === 0) saving.mutate()
        return
      }
      // Offered only where there is one. What is drawn stays in the steps.
      if (other === null) return
      store.commit(other.objects)
      store.markSaved(other.objects, other.version, other.recordId)
      setConflict(null)
      await readMapsAgain(client, stockId)
      if (how.kind === 'copy') onMap(how.name)
    },
  })
  const copyAs = async (name: string, objects: readonly MapObject[]): Promise<void> => {
    await call(saveMap, { params: { stockId }, body: { mapId: name, objects: [...objects], version: 0 } })
  }
  return {
    save: () => {
      if (!saving.isPending) saving.mutate()
    },
    /** Where something is to lie beside a map that was never saved. @returns whether it is saved now; else it was said why not */
    saveFirst: async (): Promise<boolean> => {
      if (store.get().version === 0) await saving.mutateAsync()
      return store.get().version > 0
    },
    isSaving: saving.isPending,
    conflict,
    settle: settling.mutate,
    isSettling: settling.isPending,
    dismiss: () => setConflict(null),
  }
}

export type SaveMap = ReturnType<typeof useSaveMap>

const isFacts = (value: unknown): value is MapFacts =>
  typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number'

/** `objects.3.fill` → the fourth object's fill. */
function placeOf(field: string | undefined): { index: number; field: string } | null {
  const found = /^objects\.(\d+)\.(\w+)/.exec(field ?? '')
  return found === null ? null : { index: Number(found[1]), field: found[2] ?? '' }
}
