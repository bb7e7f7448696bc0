import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { getMap, listMaps } from '@stowage/api/maps'
import { getStock } from '@stowage/api/stocks'
import { isApiError, queryOf } from '../../../client/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { PlanEditor } from './plan-editor.tsx'
import classes from './plan.module.css'

/** /stocks/{id}/plan: the map editor of one stock (specification 2.7), one map at a time. */
export default function PlanPage(): ReactNode {
  const t = useTranslations('plan')
  const { id } = useParams({ from: '/inside/stocks/$id/plan' })
  const { map } = useSearch({ from: '/inside/stocks/$id/plan' })
  const navigate = useNavigate()
  const stock = useQuery(queryOf(getStock, { params: { id } }))
  // The drawing that one works on is not taken away by somebody else's: saving tells (9109).
  const fresh = { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false }
  const drawings = useQuery({ ...queryOf(getMap, { params: { stockId: id } }), ...fresh })
  const records = useQuery(queryOf(listMaps, { params: { stockId: id } }))
  const error = stock.error ?? drawings.error ?? records.error
  const back = (
    <Link key="stock" to="/stocks/$id" params={{ id }}>
      {stock.data?.name ?? t('stock')}
    </Link>
  )
  if (stock.data === undefined || drawings.data === undefined || records.data === undefined) {
    return (
      <div className={classes.waiting}>
        <PageHeader title={t('title', { stock: stock.data?.name ?? '' })} crumbs={[back]} />
        {isApiError(error, 6006) ? (
          <EmptyState size="page" title={t('notFound')} action={back} />
        ) : error !== null ? (
          <ErrorState
            error={error}
            onRetry={() =>
              void Promise.all([stock, drawings, records].map(async (one) => await one.refetch()))
            }
          />
        ) : (
          <SkeletonCard height={560} />
        )}
      </div>
    )
  }
  const living = records.data.filter(({ deleted }) => deleted === null)
  const record = living.find(({ mapId }) => mapId === map) ?? living[0] ?? null
  const mapId = record?.mapId ?? t('firstMap')
  return (
    <PlanEditor
      key={`${id}/${record?.id ?? ''}`}
      stock={stock.data}
      maps={living}
      mapId={mapId}
      record={record}
      objects={drawings.data[mapId] ?? []}
      onMap={(next) => void navigate({ to: '/stocks/$id/plan', params: { id }, search: { map: next } })}
    />
  )
}
