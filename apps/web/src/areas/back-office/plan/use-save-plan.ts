import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { getMap, listMaps, saveMap } from '@stowage/api/maps'
import { call, keyOf } from '../../../client/index.ts'
import { toast } from '../../../ui/index.ts'
import { savedMs } from '../saved-ms.ts'
import { usePlanStore } from './use-plan.ts'

/** Saves the map as it is drawn now; what is drawn meanwhile stays unsaved. */
export function useSavePlan(stockId: string, mapId: string) {
  const t = useTranslations('plan')
  const store = usePlanStore()
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: async () => {
      const { objects, version } = store.get()
      const record = await call(saveMap, {
        params: { stockId },
        body: { mapId, objects: [...objects], version },
      })
      store.markSaved(objects, record.version)
      // What was read when the page opened is the drawing of before: the next one to open this map begins with this one.
      client.setQueryData<Answer<typeof getMap>>(keyOf(getMap, { params: { stockId } }), (before) => ({
        ...before,
        [mapId]: [...objects],
      }))
      await client.invalidateQueries({ queryKey: keyOf(listMaps) })
    },
    onSuccess: () => toast({ tone: 'green', text: t('saved'), ms: savedMs }),
  })
  return { save: () => saving.mutate(), isSaving: saving.isPending }
}
