import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listCities } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { CityForm } from './city-form.tsx'

/** /cities/{id}: the city is found in the list, which every reader has. */
export default function CityPage(): ReactNode {
  const t = useTranslations('registers.cities')
  const shell = useTranslations('shell')
  const { id } = useParams({ from: '/inside/cities/$id' })
  const { data, error, refetch } = useQuery(queryOf(listCities))
  const city = data?.find((one) => one.id === id)
  const back = (
    <Link key="cities" to="/cities">
      {shell('nav.cities')}
    </Link>
  )
  const crumbs = [back]
  if (city !== undefined)
    return (
      <>
        <PageHeader title={city.city} crumbs={crumbs} />
        <CityForm key={id} city={city} />
      </>
    )
  return (
    <>
      <PageHeader title={data === undefined ? t('loading') : t('notFound')} crumbs={crumbs} />
      {data !== undefined ? (
        <EmptyState size="page" title={t('notFound')} text={t('notFoundText')} action={back} />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonCard height={280} />
      )}
    </>
  )
}
