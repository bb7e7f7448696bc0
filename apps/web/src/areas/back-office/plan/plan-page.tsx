import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import { listMaps } from '@stowage/api/maps'
import { getStock } from '@stowage/api/stocks'
import { isApiError, queryOf } from '../../../client/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard, useUnsaved } from '../../../ui/index.ts'
import { OpenMap } from './maps/open-map.tsx'
import { createWalk, MapSessionContext, useUnsavedMaps, type MapFacts } from './maps/session.ts'
import { createOpenMaps, firstMap } from './model/open-maps.ts'
import { PlanEditor } from './plan-editor.tsx'
import classes from './plan.module.css'

/** /stocks/{id}/plan: the map editor of one stock (specification 2.7), one map at a time. */
export default function PlanPage(): ReactNode {
  const t = useTranslations('plan')
  const { id } = useParams({ from: '/inside/stocks/$id/plan' })
  const stock = useQuery(queryOf(getStock, { params: { id } }))
  const records = useQuery(queryOf(listMaps, { params: { stockId: id } }))
  const error = stock.error ?? records.error
  const back = (
    <Link key="stock" to="/stocks/$id" params={{ id }}>
      {stock.data?.name ?? t('stock')}
    </Link>
  )
  if (stock.data === undefined || records.data === undefined) {
    return (
      <div className={classes.waiting}>
        <PageHeader title={t('title', { stock: stock.data?.name ?? '' })} crumbs={[back]} />
        {isApiError(error, 6006) ? (
          <EmptyState size="page" title={t('notFound')} action={back} />
        ) : error !== null ? (
          <ErrorState
            error={error}
            onRetry={() => void Promise.all([stock, records].map(async (one) => await one.refetch()))}
          />
        ) : (
          <SkeletonCard height={560} />
        )}
      </div>
    )
  }
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
  // One that somebody else has deleted stays while something is drawn on it here: saving asks what is to become of it.
  const maps = useMemo(
    () => records.filter(({ deleted, id }) => deleted === null || unsaved.has(id)),
    [records, unsaved],
  )
  const deleted = useMemo(() => records.filter((record) => record.deleted !== null), [records])
  // Drawn as the first map while somebody else has made one: it stays until it is saved, and saving puts both together.
  const isFirst = map === undefined && unsaved.has(firstMap)
  const record = isFirst ? null : (maps.find(({ mapId }) => mapId === map) ?? maps[0] ?? null)
  const [walk] = useState(createWalk)
  const session = {
    stock,
    open,
    maps,
    deleted,
    record,
    mapId: record?.mapId ?? t('firstMap'),
    onMap: (next: string | null) =>
      void navigate({
        to: '/stocks/$id/plan',
        params: { id: stock.id },
        search: next === null ? {} : { map: next },
      }),
    walk,
  }
  return (
    <MapSessionContext value={session}>
      <OpenMap>{(store) => <PlanEditor key={record?.id ?? ''} store={store} />}</OpenMap>
    </MapSessionContext>
  )
}
