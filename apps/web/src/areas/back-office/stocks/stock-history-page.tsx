import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { stockHistory } from '@stowage/api/access'
import { listStocks } from '@stowage/api/catalog'
import { isDay } from '@stowage/api/fields'
import { accessActions } from '@stowage/domain/access-record'
import { queryOf } from '../../../client/index.ts'
import { useToday } from '../../../features/catalog/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { HistoryTable, pageOfHistory } from './history-table.tsx'
import { HistoryTools, type HistoryWish } from './history-tools.tsx'
import type { Stock } from './stock.ts'

/** /stocks/{id}/history: who opened what, and when; ten a page, between two days of the warehouse. */
export default function StockHistoryPage() {
  const t = useTranslations('backoffice.history')
  const shell = useTranslations('shell')
  const { id } = useParams({ from: '/inside/stocks/$id/history' })
  const { data: stocks, error, refetch } = useQuery(queryOf(listStocks))
  const stock = stocks?.find((entry) => entry.id === id)
  if (stock !== undefined) return <History stock={stock} />
  return (
    <>
      <PageHeader
        title={t('title')}
        crumbs={[
          <Link key="stocks" to="/stocks">
            {shell('nav.stocks')}
          </Link>,
        ]}
      />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : stocks === undefined ? (
        <SkeletonRows rows={10} />
      ) : (
        <EmptyState title={t('noStock')} text={t('noStockText')} />
      )}
    </>
  )
}

function History({ stock }: { readonly stock: Stock }) {
  const t = useTranslations('backoffice.history')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const today = useToday(stock.timeZone)
  const given = useSearch({ from: '/inside/stocks/$id/history' })
  const page = pageIn(given.page)
  const from = given.from !== undefined && isDay(given.from) ? given.from : null
  const to = given.to !== undefined && isDay(given.to) ? given.to : null
  const result = accessActions.find((action) => action === given.result) ?? null
  const wanted = { box: given.box ?? '', person: given.person ?? '' }
  const query = useQuery({
    ...queryOf(stockHistory, {
      params: { id: stock.id },
      query: {
        page: String(page),
        ...(from === null ? {} : { from }),
        ...(to === null ? {} : { to }),
        ...(wanted.box === '' ? {} : { box: wanted.box }),
        ...(wanted.person === '' ? {} : { person: wanted.person }),
        ...(result === null ? {} : { result }),
      },
    }),
    select: pageOfHistory,
    placeholderData: keepPreviousData,
  })
  const go = (next: Partial<HistoryWish> & { readonly page?: number }): void => {
    const [first, last] = next.range ?? [from, to]
    const { box, person, result: kind } = { ...wanted, result: result ?? '', ...next }
    void navigate({
      to: '/stocks/$id/history',
      params: { id: stock.id },
      search: {
        ...(first === null ? {} : { from: first }),
        ...(last === null ? {} : { to: last }),
        ...(box === '' ? {} : { box }),
        ...(person === '' ? {} : { person }),
        ...(kind === '' ? {} : { result: kind }),
        ...(next.page === undefined || next.page === 1 ? {} : { page: String(next.page) }),
      },
    })
  }
  const isFiltered =
    from !== null || to !== null || page > 1 || result !== null || wanted.box !== '' || wanted.person !== ''
  return (
    <>
      <PageHeader
        title={t('titleOf', { stock: stock.name })}
        crumbs={[
          <Link key="stocks" to="/stocks">
            {shell('nav.stocks')}
          </Link>,
        ]}
        lead={`${stock.zip} ${stock.city?.city ?? ''}, ${stock.address}`}
      />
      <TableCard
        label={t('list')}
        tools={
          <HistoryTools
            today={today}
            wish={{ ...wanted, range: [from, to], result: result ?? '' }}
            onWish={go}
          />
        }
        query={query}
        page={page}
        onPage={(next) => go({ page: next })}
        expectedRows={10}
        empty={
          <EmptyState
            title={t('empty')}
            {...(isFiltered
              ? {
                  action: (
                    <Button
                      variant="default"
                      onClick={() => go({ range: [null, null], box: '', person: '', result: '' })}
                    >
                      {shell('empty.clear')}
                    </Button>
                  ),
                }
              : { text: t('emptyText') })}
          />
        }
      >
        {({ items }) => <HistoryTable records={items} timeZone={stock.timeZone} />}
      </TableCard>
    </>
  )
}
