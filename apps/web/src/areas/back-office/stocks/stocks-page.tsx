import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { StockCard } from './stock-card.tsx'
import classes from './stocks.module.css'

/** /stocks: a card per warehouse; staff tied to one see that one. */
export default function StocksPage() {
  const t = useTranslations('backoffice.stocks')
  const shell = useTranslations('shell')
  const { data, error, refetch } = useQuery(queryOf(listStocks))
  return (
    <>
      <PageHeader
        title={shell('nav.stocks')}
        {...(data === undefined ? {} : { lead: t('count', { count: data.length }) })}
      />
      {data !== undefined ? (
        data.length === 0 ? (
          <EmptyState size="page" title={t('emptyTitle')} text={t('emptyText')} />
        ) : (
          <div className={classes.cards}>
            {data.map((stock) => (
              <StockCard key={stock.id} stock={stock} />
            ))}
          </div>
        )
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.cards}>
          {[0, 1, 2, 3].map((index) => (
            <SkeletonCard key={index} height={252} />
          ))}
        </div>
      )}
    </>
  )
}
