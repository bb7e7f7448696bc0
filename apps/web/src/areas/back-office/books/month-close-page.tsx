import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listBookMonths } from '@stowage/api/months'
import { queryOf } from '../../../client/index.ts'
import { AskedSection, EmptyState, PageHeader } from '../../../ui/index.ts'
import { ExchangeRates } from './exchange-rates.tsx'
import { MonthDetails } from './month-details.tsx'
import { isToClose, MonthsList } from './months-list.tsx'
import classes from './books.module.css'

/** /month-close: the months of each seller, what one of them comes to, and closing it; the chosen one stands in the address. */
export default function MonthClosePage(): ReactNode {
  const t = useTranslations('books.months')
  const shell = useTranslations('shell')
  const navigate = useNavigate()
  const given = useSearch({ from: '/inside/month-close' })
  const query = useQuery(queryOf(listBookMonths))
  const months = query.data ?? []
  const isThere = months.some((one) => one.sellerId === given.sellerId && one.month === given.month)
  // What an accountant comes for: the first month that is over and not closed.
  const next = months.findLast(isToClose) ?? months[0]
  const chosen = isThere ? { sellerId: given.sellerId ?? '', month: given.month ?? '' } : next
  return (
    <>
      <PageHeader title={shell('nav.monthClose')} lead={t('lead')} />
      <div className={classes.page}>
        <AskedSection
          query={query}
          title={t('title')}
          flush
          isEmpty={(rows) => rows.length === 0}
          empty={<EmptyState text={t('empty')} />}
        >
          {(rows) => (
            <MonthsList
              months={rows}
              chosen={chosen}
              onChoose={({ sellerId, month }) =>
                void navigate({ to: '/month-close', search: { sellerId, month }, hash: 'month' })
              }
            />
          )}
        </AskedSection>
        {chosen !== undefined && (
          <MonthDetails
            key={`${chosen.sellerId} ${chosen.month}`}
            sellerId={chosen.sellerId}
            month={chosen.month}
          />
        )}
        <ExchangeRates />
      </div>
    </>
  )
}
