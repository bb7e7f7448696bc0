import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { getBox, listStocks } from '@stowage/api/catalog'
import { isApiError, queryOf } from '../../../client/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { BoxForm } from './box-form.tsx'

/** /boxes/{id}/edit: the form beside the box's page; back to the list it came from. */
export default function BoxEditPage(): ReactNode {
  const t = useTranslations('boxes.form')
  const shell = useTranslations('shell')
  const { id } = useParams({ from: '/inside/boxes/$id/edit' })
  const box = useQuery(queryOf(getBox, { params: { id } }))
  const stocks = useQuery(queryOf(listStocks))
  const error = box.error ?? stocks.error
  const toStocks = (
    <Link key="stocks" to="/stocks">
      {shell('nav.stocks')}
    </Link>
  )
  if (box.data !== undefined && stocks.data !== undefined)
    return (
      <>
        <PageHeader
          title={t('editTitle', { number: box.data.unitNumber })}
          crumbs={[
            <Link key="boxes" to="/boxes" search={{ stockId: box.data.stockId }}>
              {shell('nav.boxes')}
            </Link>,
          ]}
          actions={
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/boxes/$id" params={{ id }} {...props} />}
            >
              {t('toBox')}
            </Button>
          }
        />
        <BoxForm key={box.data.id} box={box.data} stocks={stocks.data} />
      </>
    )
  if (isApiError(error, 6005))
    return (
      <>
        <PageHeader title={t('notFound')} crumbs={[toStocks]} />
        <EmptyState size="page" title={t('notFound')} action={toStocks} />
      </>
    )
  return (
    <>
      <PageHeader title={shell('nav.boxes')} crumbs={[toStocks]} />
      {error === null ? (
        <SkeletonCard height={420} />
      ) : (
        <ErrorState
          error={error}
          onRetry={() => {
            void box.refetch()
            void stocks.refetch()
          }}
        />
      )}
    </>
  )
}
