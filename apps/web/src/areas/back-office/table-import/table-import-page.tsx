import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listStocks } from '@stowage/api/catalog'
import { queryOf } from '../../../client/index.ts'
import { Segments } from '../../../features/booking/index.ts'
import { EmptyState, ErrorState, PageHeader, SkeletonCard } from '../../../ui/index.ts'
import { ContractsForm } from './contracts-form.tsx'
import { CustomersForm } from './customers-form.tsx'
import classes from '../boxes/boxes.module.css'

const kinds = ['customers', 'contracts'] as const

/** /table-import: customers and running contracts that a company brings from another program (issue 8/8). */
export default function TableImportPage(): ReactNode {
  const t = useTranslations('imports')
  const navigate = useNavigate()
  const { what: asked, stockId } = useSearch({ from: '/inside/table-import' })
  const { data: stocks, error, refetch } = useQuery(queryOf(listStocks))
  const what = kinds.find((one) => one === asked) ?? 'customers'
  const own = stocks?.filter(({ isExternal, hasBoxes }) => !isExternal && hasBoxes)
  const known = own?.find(({ id }) => id === stockId)?.id ?? (own?.length === 1 ? (own[0]?.id ?? '') : '')
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t.rich('lead', {
          boxes: (text) => (
            <Link key="boxes" to="/boxes/add" search={{ how: 'import' }}>
              {text}
            </Link>
          ),
        })}
      />
      <div className={classes.ways}>
        <Segments
          label={t('what')}
          value={what}
          options={kinds.map((one) => ({ value: one, label: t(`${one}.tab`) }))}
          onChange={(next) =>
            void navigate({
              to: '/table-import',
              search: { what: next, ...(stockId === undefined ? {} : { stockId }) },
              replace: true,
            })
          }
        />
        {what === 'customers' ? (
          <CustomersForm />
        ) : own === undefined ? (
          error === null ? (
            <SkeletonCard height={320} />
          ) : (
            <ErrorState error={error} onRetry={() => void refetch()} />
          )
        ) : own.length === 0 ? (
          <EmptyState text={t('contracts.noStocks')} />
        ) : (
          <ContractsForm
            key={known}
            stocks={own}
            stockId={known}
            onStock={(id) =>
              void navigate({
                to: '/table-import',
                search: { what: 'contracts', stockId: id },
                replace: true,
              })
            }
          />
        )}
      </div>
    </>
  )
}
