import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { listMaps } from '@stowage/api/maps'
import { getStock } from '@stowage/api/stocks'
import { isApiError, queryOf } from '../../../client/index.ts'
import { EmptyState, ErrorState, SkeletonCard, toast, useUnsaved } from '../../../ui/index.ts'
import { freeName } from './maps/free-name.ts'
import { OpenMap } from './maps/open-map.tsx'
import { MapSessionContext, useUnsavedMaps, type MapFacts } from './maps/session.ts'
import { useFirstDraft } from './maps/use-first-draft.ts'
import { createOpenMaps, firstMap, type OpenMaps } from './model/open-maps.ts'
import { seenMap } from './model/seen-map.ts'
import { PlanEditor } from './plan-editor.tsx'
import { Waiting } from './waiting.tsx'

/** /stocks/{id}/plan: the map editor of one stock (specification 2.7), one map at a time. */
export default function PlanPage(): ReactNode {
  const t = useTranslations('plan')
  const { id } = useParams({ from: '/inside/stocks/$id/plan' })
  const stock = useQuery(queryOf(getStock, { params: { id } }))
  const records = useQuery(queryOf(listMaps, { params: { stockId: id } }))
  const error = stock.error ?? records.error
  if (isApiError(error, 6006))
    return (
      <Waiting stock={null}>
        <EmptyState
          size="page"
          title={t('notFound')}
          action={<Link to="/stocks">{t('reach.toStocks')}</Link>}
        />
      </Waiting>
    )
  if (stock.data === undefined || records.data === undefined)
    return (
      <Waiting stock={{ id, name: stock.data?.name }}>
        {error === null ? (
          <SkeletonCard height={560} />
        ) : (
          <ErrorState
            error={error}
            onRetry={() => void Promise.all([stock, records].map(async (one) => await one.refetch()))}
          />
        )}
      </Waiting>
    )
  return <StockPlan key={id} stock={stock.data} records={records.data} />
}

/** The maps of one stock: each keeps what is drawn while another one is seen, and the page is left with one question. */
function StockPlan({
  stock,
  records,
}: {
  readonly stock: Answer<typeof getStock>
  readonly records: readonly MapFacts[]
}) {
  const t = useTranslations('plan')
  const { map } = useSearch({ from: '/inside/stocks/$id/plan' })
  const navigate = useNavigate()
  const [open] = useState(createOpenMaps)
  const unsaved = useUnsavedMaps(open)
  useUnsaved(unsaved.size > 0)
  const maps = useMemo(() => records.filter(({ deleted }) => deleted === null), [records])
  const deleted = useMemo(() => records.filter((record) => record.deleted !== null), [records])
  useGoneMaps(records, open, map)
  useFirstDraft(open, stock.id, maps.length > 0)
  const firstId = useSyncExternalStore(open.subscribe, () => open.find(firstMap)?.get().recordId ?? null)
  // Saved a moment ago: until the list names it, it is the one without a record.
  const isSavedNow = firstId !== null && maps.every(({ id }) => id !== firstId)
  const hasFirst = maps.length === 0 || unsaved.has(firstMap) || isSavedNow
  const firstName = hasFirst ? freeName(t('firstMap'), maps) : null
  const [last, setLast] = useState<string | null>(null)
  const tabs = records.filter(({ id, deleted: at }) => at === null || unsaved.has(id))
  const record = seenMap(tabs, map, firstName, last)
  if (record !== null && record.id !== last) setLast(record.id)
  const session = {
    stock,
    open,
    maps,
    deleted,
    tabs,
    firstName,
    record,
    mapId: record?.mapId ?? firstName ?? '',
    onMap: (next: string) =>
      void navigate({ to: '/stocks/$id/plan', params: { id: stock.id }, search: { map: next } }),
  }
  return (
    <MapSessionContext value={session}>
      <OpenMap>{(store) => <PlanEditor key={store.key} store={store} />}</OpenMap>
    </MapSessionContext>
  )
}

/** Says that a map is not there any more: the one of the address, or one that is open here and was deleted elsewhere. */
function useGoneMaps(records: readonly MapFacts[], open: OpenMaps, asked: string | undefined): void {
  const t = useTranslations('plan.reach')
  const before = useRef<ReadonlySet<string> | null>(null)
  const wanted = useRef(asked)
  useEffect(() => {
    const tell = (text: string): void => toast({ tone: 'amber', text, ms: 0 })
    const there = records.filter(({ deleted }) => deleted === null)
    const last = before.current
    before.current = new Set(there.map(({ id }) => id))
    const name = wanted.current
    // A link from yesterday. Renamed here, the address follows a moment later.
    if (last === null && name !== undefined && there.length > 0 && !there.some(({ mapId }) => mapId === name))
      tell(t('noSuchMap', { name }))
    for (const { id, mapId, deleted } of records) {
      if (deleted === null || last?.has(id) !== true || open.find(id) === undefined) continue
      const isUnsaved = open.unsaved().split(' ').includes(id)
      tell(t(isUnsaved ? 'deletedUnsaved' : 'deletedElsewhere', { name: mapId }))
    }
  }, [records, open, t])
}
