import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveMap } from '@stowage/api/maps'
import { call } from '../../../../client/index.ts'
import { toast, useErrorText } from '../../../../ui/index.ts'
import { savedMs } from '../../saved-ms.ts'
import { usePlanStore } from '../use-plan.ts'
import { readMapsAgain } from './read-maps-again.ts'
import { refusedOf, type RefusedObject } from './refused-objects.ts'
import { useMapSession } from './session.ts'
import { useConflict } from './use-conflict.ts'

const none: readonly RefusedObject[] = []

/** Saves the map as it is drawn now; what is drawn meanwhile stays unsaved. Nothing of two people who drew at once is lost. */
export function useSaveMap() {
  const t = useTranslations('plan.maps')
  const { stock, mapId, open, onMap } = useMapSession()
  const store = usePlanStore()
  const client = useQueryClient()
  const errorText = useErrorText()
  const [refused, setRefused] = useState(none)
  const stockId = stock.id

  const saving = useMutation({
    meta: { silent: true },
    mutationFn: async () => {
      const { objects, version, recordId } = store.get()
      const { restored, imported } = open.originOf(objects)
      setRefused(none)
      try {
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
        // The address names it, so that it is still the one that is seen: it was the first, or somebody has renamed it.
        if (recordId === null || record.mapId !== mapId) onMap(record.mapId)
        await readMapsAgain(client, stockId)
        toast({ tone: 'green', text: t('saved'), ms: savedMs })
      } catch (error) {
        if (conflict.meet(error)) return
        const found = refusedOf(error, objects)
        setRefused(found)
        store.select(found.map(({ object }) => object.uuid))
        const text = found.length === 0 ? errorText(error).text : t('refused.toast', { count: found.length })
        toast({ tone: 'red', text })
      }
    },
  })
  const conflict = useConflict(saving.mutate)
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
    /** What the server would not keep at the last try. */
    refused,
    conflict,
  }
}
