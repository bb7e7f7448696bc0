import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useQuery } from '@tanstack/react-query'
import { listStocks } from '@stowage/api/catalog'
import { isDay } from '@stowage/api/fields'
import { queryOf } from '../../../client/index.ts'
import { EmptyState } from '../../../ui/index.ts'
import { PageOfStock, StockLead } from '../page-of-stock.tsx'
import { ComparisonSection } from './comparison-section.tsx'
import { CustomersSection } from './customers-section.tsx'
import { SourceSection } from './source-section.tsx'
import { TasksSection } from './tasks-section.tsx'
import classes from './external.module.css'

/** /users-import: the external system of a warehouse, its customers and their accounts (specification 2.14). */
export default function UsersImportPage(): ReactNode {
  const t = useTranslations('sources')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const address = useSearch({ from: '/inside/users-import' })
  const { data: stocks } = useQuery(queryOf(listStocks))
  const asked = stocks?.find(({ externalId }) => externalId != null && externalId === address.siteId)
  const day = (text: string | undefined): string | null => (text !== undefined && isDay(text) ? text : null)
  return (
    <PageOfStock
      title={shell('nav.usersImport')}
      label={t('stock')}
      noStocks={t('noStocks')}
      stockId={asked?.id}
      isListed={({ isExternal }) => isExternal}
      onChoose={(id) => {
        const siteId = stocks?.find((stock) => stock.id === id)?.externalId ?? undefined
        void navigate({ to: '/users-import', search: siteId === undefined ? {} : { siteId } })
      }}
    >
      {(stock) => (
        <div className={classes.page}>
          <StockLead>{t('lead')}</StockLead>
          <SourceSection stockId={stock.id} mayRead />
          {stock.externalId == null ? (
            <EmptyState text={t('noSite')} />
          ) : (
            <CustomersSection siteId={stock.externalId} />
          )}
          <TasksSection stockId={stock.id} />
          <ComparisonSection
            stockId={stock.id}
            range={[day(address.from), day(address.until)]}
            onRange={([from, until]) =>
              void navigate({
                to: '/users-import',
                search: {
                  ...address,
                  ...(from === null ? {} : { from }),
                  ...(until === null ? {} : { until }),
                },
                replace: true,
              })
            }
          />
        </div>
      )}
    </PageOfStock>
  )
}
