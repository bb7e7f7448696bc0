import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { listMonthlyBills } from '@stowage/api/monthly-bills'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { BillsTable } from './bills-table.tsx'
import { pageOf, wantedBills, type WantedBills } from './bills.ts'
import { BillsTools } from './bills-tools.tsx'
import { TakeAlong } from './take-along.tsx'
import classes from './bills.module.css'

/** /monthly-bills: the documents of a stock's month; what is shown stands in the address (specification 2.14). */
export default function MonthlyBillsPage(): ReactNode {
  const t = useTranslations('bills')
  const shell = useTranslations('shell')
  const format = useFormat()
  const navigate = useNavigate()
  const { page: pageText, ...given } = useSearch({ from: '/inside/monthly-bills' })
  const page = pageIn(pageText)
  const wanted = wantedBills(given)
  const stocks = useQuery(queryOf(listStocks))
  const bills = useQuery({
    ...queryOf(listMonthlyBills, { query: wanted ?? { stockId: '', month: '' } }),
    enabled: wanted !== null,
  })
  const go = (next: WantedBills, to = 1): void =>
    void navigate({
      to: '/monthly-bills',
      search: { ...next, ...(to === 1 ? {} : { page: String(to) }) },
    })
  const stock = stocks.data?.find(({ id }) => id === wanted?.stockId)
  const isShown = wanted !== null && bills.data !== undefined
  return (
    <>
      <PageHeader
        title={shell('nav.monthlyBills')}
        lead={
          isShown
            ? t('count', {
                count: bills.data.length,
                stock: stock?.name ?? '',
                month: format.month(wanted.month),
              })
            : t('lead')
        }
      />
      {stocks.data === undefined ? (
        stocks.error === null ? (
          <SkeletonCard />
        ) : (
          <ErrorState error={stocks.error} onRetry={() => void stocks.refetch()} />
        )
      ) : stocks.data.length === 0 ? (
        <EmptyState title={t('noStocks')} text={t('noStocksText')} />
      ) : (
        <div className={classes.page}>
          <section className={classes.choice} aria-label={t('choice')}>
            <BillsTools
              // Back and a sent link bring their own choice along.
              key={`${given.stockId} ${given.month}`}
              stocks={stocks.data}
              wanted={wanted}
              isBusy={bills.isFetching}
              onGet={(next) => {
                // The same month again: perhaps something was issued meanwhile.
                if (next.stockId === wanted?.stockId && next.month === wanted.month) void bills.refetch()
                go(next)
              }}
            />
            {wanted === null && <p className={classes.hint}>{t('choose')}</p>}
          </section>
          {isShown && bills.data.length > 0 && <TakeAlong wanted={wanted} bills={bills.data} />}
          {wanted !== null && (
            <TableCard
              label={t('list')}
              query={{ ...bills, data: bills.data === undefined ? undefined : pageOf(bills.data, page) }}
              page={page}
              onPage={(to) => go(wanted, to)}
              empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
            >
              {({ items }) => <BillsTable bills={items} stockId={wanted.stockId} />}
            </TableCard>
          )}
        </div>
      )}
    </>
  )
}
