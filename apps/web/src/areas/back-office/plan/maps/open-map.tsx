import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { getMapVersion } from '@stowage/api/maps'
import { isApiError, queryOf, useUser } from '../../../../client/index.ts'
import { useFormat } from '../../../../i18n/index.ts'
import { confirm, ErrorState, SkeletonCard } from '../../../../ui/index.ts'
import { firstMap } from '../model/open-maps.ts'
import type { PlanStore } from '../model/plan-store.ts'
import { Waiting } from '../waiting.tsx'
import { useMapSession } from './session.ts'
import { draftOf, forgetDraft, type PlanDraft } from './use-draft.ts'

/**
 * Gets the drawing of the map that is seen, once; then it lives in its store. Drawing and version come by one call: a version that
 * is newer than the drawing beside it would overwrite what somebody else has saved without a question.
 */
export function OpenMap({ children }: { readonly children: (store: PlanStore) => ReactNode }) {
  const t = useTranslations('plan.maps.draft')
  const format = useFormat()
  const { stock, record, mapId, open } = useMapSession()
  const person = useUser()?.id
  const key = record?.id ?? firstMap
  const store = useSyncExternalStore(open.subscribe, () => open.find(key))
  const [failure, setFailure] = useState<unknown>(null)
  const drawing = useQuery({
    ...queryOf(getMapVersion, {
      params: { stockId: stock.id, mapId, version: String(record?.version ?? 0) },
    }),
    enabled: store === undefined && record !== null,
    gcTime: 0,
    staleTime: Infinity,
    retry: (count, error) => count < 2 && !isApiError(error, 9104),
  })
  const objects = record === null ? none : drawing.data
  const version = record?.version ?? 0
  const isMissing = store === undefined
  useEffect(() => {
    if (!isMissing || objects === undefined || person === undefined) return
    let isOver = false
    const begin = async (): Promise<void> => {
      const draft = await draftOf(person, stock.id, key)
      if (isOver) return
      const isGood = draft !== null && (await askContinue(draft))
      if (isOver) return
      if (isGood) {
        const begun = open.begin(key, { objects: draft.saved, version: draft.version })
        begun.commit(draft.objects)
      } else {
        if (draft !== null) await forgetDraft(person, stock.id, key)
        open.begin(key, { objects, version })
      }
    }
    const askContinue = async (draft: PlanDraft): Promise<boolean> =>
      await confirm({
        title: t('title', { name: mapId }),
        text: t(draft.version === version ? 'text' : 'older', {
          when: format.shortInstant(draft.at, stock.timeZone),
        }),
        yes: t('go'),
        no: t('discard'),
        // Escape is no wish to lose an hour of drawing; what goes on can be taken back as one step.
        closed: true,
      })
    begin().catch(setFailure)
    return () => {
      isOver = true
    }
  }, [isMissing, objects, person, key, version, stock.id, stock.timeZone, mapId, open, t, format])
  if (store !== undefined) return children(store)
  const error = failure ?? drawing.error
  return (
    <Waiting stock={stock}>
      {error === null ? (
        <SkeletonCard height={560} />
      ) : (
        <ErrorState error={error} onRetry={() => void drawing.refetch()} />
      )}
    </Waiting>
  )
}

const none: never[] = []
