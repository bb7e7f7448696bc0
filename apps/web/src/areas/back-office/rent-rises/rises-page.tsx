import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, ErrorState, PageHeader, QuietSelect, SkeletonRows } from '../../../ui/index.ts'
import { CandidatesCard } from './candidates-card.tsx'
import { NoticesCard } from './notices-card.tsx'
import classes from './rises.module.css'

/** /rent-rises?stockId=: who may be given a new price, and the notices that were served (decisions 14 and 17). */
export default function RisesPage(): ReactNode {
  const t = useTranslations('rises')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/rent-rises' })
  const { stockId } = useSearch({ from: '/inside/rent-rises' })
  const { data: stocks, error, refetch } = useQuery(queryOf(listStocks))
  // What another system runs is not billed by us.
  const own = stocks?.filter(({ isExternal }) => !isExternal)
  const stock = own?.find(({ id }) => id === stockId) ?? own?.[0]
  if (stock === undefined)
    return (
      <>
        <PageHeader title={shell('nav.rentRises')} />
        {own !== undefined ? (
          <EmptyState
            size="page"
            title={t('noStocks')}
            action={<Link to="/stocks">{shell('nav.stocks')}</Link>}
          />
        ) : error === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </>
    )
  return (
    <>
      <PageHeader
        title={shell('nav.rentRises')}
        actions={
          <QuietSelect
            label={t('stock')}
            value={stock.id}
            options={(own ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => void navigate({ to: '/rent-rises', search: { stockId: id } })}
          />
        }
      />
      <div className={classes.page} key={stock.id}>
        <CandidatesCard stockId={stock.id} />
        <NoticesCard stock={stock} />
      </div>
    </>
  )
}
