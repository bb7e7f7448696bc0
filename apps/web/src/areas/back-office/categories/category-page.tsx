import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listCategories } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { CategoryForm } from './category-form.tsx'

/** /boxcats/{id}: the category is found in the list, which every reader has. */
export default function CategoryPage(): ReactNode {
  const t = useTranslations('boxes.cats')
  const shell = useTranslations('shell')
  const { id } = useParams({ from: '/inside/boxcats/$id' })
  const { data, error, refetch } = useQuery(queryOf(listCategories))
  const category = data?.find((one) => one.id === id)
  const back = (
    <Link key="up" to="/boxcats">
      {shell('nav.categories')}
    </Link>
  )
  if (category !== undefined)
    return (
      <>
        <PageHeader title={category.name} crumbs={[back]} />
        <CategoryForm key={id} category={category} />
      </>
    )
  return (
    <>
      <PageHeader title={data === undefined ? t('loading') : t('notFound')} crumbs={[back]} />
      {data !== undefined ? (
        <EmptyState size="page" title={t('notFound')} text={t('notFoundText')} action={back} />
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonCard height={420} />
      )}
    </>
  )
}
