import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listExternalPayments } from '@stowage/api/payments'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, NothingFound, PageHeader, useIsPhone } from '../../../ui/index.ts'
import { PaymentDrawer } from '../moneyback/payment-drawer.tsx'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { useColumns } from '../use-columns.tsx'
import { ExportPayments } from './export-payments.tsx'
import { ExternalCards, ExternalTable } from './external-table.tsx'
import { ExternalTools } from './external-tools.tsx'
import { asPage, paymentsFilter, type GivenFilter } from './payments.ts'

/** /external-payments: what went through processors, the newest first (specification 2.14); the filter stands in the address. */
export default function ExternalPaymentsPage(): ReactNode {
  const t = useTranslations('payments.external')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/external-payments' })
  const isPhone = useIsPhone()
  const { page: pageText, payment, ...given } = useSearch({ from: '/inside/external-payments' })
  const page = pageIn(pageText)
  const filter = paymentsFilter(given)
  const query = useQuery({
    ...queryOf(listExternalPayments, { query: { ...filter, page: String(page) } }),
    placeholderData: keepPreviousData,
    select: asPage,
  })
  const { isHidden, picker } = useColumns(
    'externalPayments',
    [{ accessor: 'stock', title: t('stock') }],
    ['stock'],
  )
  const go = (next: GivenFilter, to = 1): void =>
    void navigate({
      to: '/external-payments',
      search: (before) => ({
        ...paymentsFilter({ ...before, ...next }),
        ...(to === 1 ? {} : { page: String(to) }),
      }),
      // Every letter of a search is no page to come back to.
      replace: 'search' in next,
    })
  const show = (paymentId: string | undefined): void =>
    void navigate({
      to: '/external-payments',
      search: ({ payment: _shown, ...before }) => ({
        ...before,
        ...(paymentId === undefined ? {} : { payment: paymentId }),
      }),
    })
  const { sort: _sort, ...narrowing } = filter
  const isFiltered = Object.keys(narrowing).length > 0 || page > 1
  return (
    <>
      <PageHeader
        title={shell('nav.externalPayments')}
        lead={query.data === undefined ? t('lead') : t('count', { count: query.data.total })}
        actions={<ExportPayments filter={filter} />}
      />
      <TableCard
        label={t('list')}
        tools={
          <>
            <ExternalTools filter={filter} onChange={go} />
            {!isPhone && picker}
          </>
        }
        query={query}
        page={page}
        onPage={(to) => go({}, to)}
        empty={
          isFiltered ? (
            <NothingFound onClear={() => void navigate({ to: '/external-payments', search: {} })} />
          ) : (
            <EmptyState title={t('emptyTitle')} text={t('empty')} />
          )
        }
      >
        {({ items }) =>
          isPhone ? (
            <ExternalCards payments={items} onShow={show} />
          ) : (
            <ExternalTable
              payments={items}
              sort={filter.sort ?? '-created'}
              onSort={(sort) => go({ sort })}
              isHidden={isHidden}
              onShow={show}
            />
          )
        }
      </TableCard>
      <PaymentDrawer paymentId={payment} onClose={() => show(undefined)} />
    </>
  )
}
