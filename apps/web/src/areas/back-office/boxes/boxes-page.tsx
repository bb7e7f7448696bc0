import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf, useUser } from '../../../client/index.ts'
import { EmptyState, ErrorState, PageHeader, QuietSelect, SkeletonRows } from '../../../ui/index.ts'
import { BoxesLead } from './boxes-lead.tsx'
import { BoxesOfStock } from './boxes-of-stock.tsx'
import { BoxesPlan } from './boxes-plan.tsx'
import { BoxesView } from './boxes-view.tsx'

/** /boxes?stockId=: the boxes of one warehouse; without one, or with one that is not there, the way to choose it. */
export default function BoxesPage(): ReactNode {
  const t = useTranslations('backoffice.boxes')
  const noStocks = useTranslations('backoffice.stocks')
  const words = useTranslations('boxes.list')
  const plan = useTranslations('boxes.plan')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/boxes' })
  const isSuperUser = useUser()?.role === 'superUser'
  const { stockId, view, map } = useSearch({ from: '/inside/boxes' })
  const { data: stocks, error, refetch } = useQuery(queryOf(listStocks))
  // Who looks after one warehouse need not choose it.
  const stock =
    stocks?.find(({ id }) => id === stockId) ??
    (stockId === undefined && stocks?.length === 1 ? stocks[0] : undefined)
  if (stocks === undefined)
    return (
      <>
        <PageHeader title={shell('nav.boxes')} />
        {error === null ? (
          <SkeletonRows rows={9} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </>
    )
  if (stocks.length === 0)
    return (
      <>
        <PageHeader title={shell('nav.boxes')} />
        <EmptyState
          size="page"
          title={noStocks('emptyTitle')}
          {...(isSuperUser ? {} : { text: noStocks('emptyText') })}
          // The first steps of a new company stand there.
          action={<Link to="/stocks">{shell('nav.stocks')}</Link>}
        />
      </>
    )
  if (stock === undefined)
    return (
      <>
        <PageHeader title={shell('nav.boxes')} />
        <EmptyState
          size="page"
          title={t('chooseTitle')}
          text={t('chooseText')}
          action={stocks.map(({ id, name, city }) => (
            <Button
              key={id}
              variant="default"
              renderRoot={(props) => <Link to="/boxes" search={{ stockId: id }} {...props} />}
            >
              {city === undefined ? name : `${name}, ${city.city}`}
            </Button>
          ))}
        />
      </>
    )
  return (
    <>
      <PageHeader
        title={t('title', { stock: stock.name })}
        crumbs={[
          <Link key="stocks" to="/stocks">
            {shell('nav.stocks')}
          </Link>,
        ]}
        lead={<BoxesLead stock={stock} />}
        actions={
          <>
            <BoxesView isPlan={view === 'plan'} stockId={stock.id} />
            {stocks.length > 1 && (
              <QuietSelect
                label={t('stock')}
                value={stock.id}
                options={stocks.map(({ id, name }) => ({ value: id, label: name }))}
                // What was looked for here is looked for there; the page of a list is nothing of another one's.
                onChange={(id) =>
                  void navigate({
                    to: '/boxes',
                    search: ({ page: _page, map: _map, ...before }) => ({ ...before, stockId: id }),
                  })
                }
              />
            )}
            {isSuperUser && view === 'plan' && (
              <Button
                variant="default"
                leftSection={<IconPencil size={18} stroke={1.75} />}
                renderRoot={(props) => (
                  <Link to="/stocks/$id/plan" params={{ id: stock.id }} search={{ map }} {...props} />
                )}
              >
                {plan('edit')}
              </Button>
            )}
            {isSuperUser && (
              <Button
                leftSection={<IconPlus size={18} stroke={1.75} />}
                renderRoot={(props) => <Link to="/boxes/add" search={{ stockId: stock.id }} {...props} />}
              >
                {words('add')}
              </Button>
            )}
          </>
        }
      />
      {view === 'plan' ? (
        <BoxesPlan key={stock.id} stock={stock} />
      ) : (
        <BoxesOfStock key={stock.id} stock={stock} />
      )}
    </>
  )
}
