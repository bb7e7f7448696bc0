import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listDebtors } from '@stowage/api/reports'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { CrateLabel, Money, PageHeader, SkeletonRows, type DataTableColumn } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { TableFoot } from '../table-foot.tsx'
import { useColumns } from '../use-columns.tsx'
import { ClientLink, ContractLink } from './desk-cells.tsx'
import { asPage, debtorsWanted, type Debtor, type DebtorsPage as Page } from './desk-query.ts'
import { DeskTable } from './desk-table.tsx'
import { DeskEmpty, DeskTools } from './desk-tools.tsx'
import { ExportDebtors } from './export-debtors.tsx'

/** /debtors: who owes what is past its due day, one list per currency, the highest debt first. */
export default function DebtorsPage(): ReactNode {
  const t = useTranslations('desk')
  const shell = useTranslations('shell')
  const format = useFormat()
  const navigate = useNavigate()
  const { page: pageText, ...given } = useSearch({ from: '/inside/debtors' })
  const page = pageIn(pageText)
  const wanted = debtorsWanted(given)
  const query = useQuery({
    ...queryOf(listDebtors, { query: { ...wanted, page: String(page) } }),
    placeholderData: keepPreviousData,
    select: asPage,
  })
  const go = (next: Parameters<typeof debtorsWanted>[0], to = 1): void =>
    void navigate({
      to: '/debtors',
      search: { ...debtorsWanted({ ...wanted, ...next }), ...(to === 1 ? {} : { page: String(to) }) },
      replace: 'search' in next,
    })
  const { columns, picker } = useDebtorColumns()
  const { data } = query
  const shown = data?.currencies.find(({ currency }) => currency === data.currency)
  const isFiltered = Boolean(wanted.search ?? wanted.stockId ?? wanted.currency) || page > 1
  return (
    <>
      <PageHeader
        title={shell('nav.debtors')}
        lead={
          shown === undefined
            ? t('debtors.lead')
            : t('debtors.total', {
                count: shown.count,
                amount: format.money({ amount: shown.debt, currency: shown.currency }),
              })
        }
        actions={<ExportDebtors wanted={wanted} currency={data?.currency ?? null} />}
      />
      <TableCard
        label={t('debtors.list')}
        tools={
          <>
            <DeskTools search={wanted.search} stockId={wanted.stockId} onChange={go} />
            {data !== undefined && data.currencies.length > 1 && (
              <Currencies page={data} onChange={(currency) => go({ currency })} />
            )}
            {picker}
          </>
        }
        query={query}
        skeleton={<SkeletonRows rows={12} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <DeskEmpty
            isFiltered={isFiltered}
            text={t('debtors.empty')}
            onClear={() => go({ search: '', stockId: '', currency: '' })}
          />
        }
        foot={({ pageSize, total }) => (
          <TableFoot page={page} pageSize={pageSize} total={total} onPage={(to) => go({}, to)} />
        )}
      >
        {({ items }) => (
          <DeskTable
            rows={items}
            columns={columns}
            sort={wanted.sort ?? '-debt'}
            onSort={(sort) => go({ sort })}
          />
        )}
      </TableCard>
    </>
  )
}

/** One list per currency: money of different currencies is never ranked together. */
function Currencies({ page, onChange }: { readonly page: Page; readonly onChange: (code: string) => void }) {
  const t = useTranslations('desk.debtors')
  return (
    <SegmentedControl
      aria-label={t('currency')}
      data={page.currencies.map(({ currency, count }) => ({
        value: currency,
        label: t('ofCurrency', { currency, count }),
      }))}
      value={page.currency ?? ''}
      onChange={onChange}
    />
  )
}

function useDebtorColumns() {
  const t = useTranslations('desk')
  const format = useFormat()
  const { isHidden, picker } = useColumns('debtors', [
    { accessor: 'box', title: t('box') },
    { accessor: 'stock', title: t('stock') },
    { accessor: 'since', title: t('debtors.since') },
    { accessor: 'unpaid', title: t('debtors.unpaid') },
  ])
  const columns: DataTableColumn<Debtor>[] = [
    {
      accessor: 'client',
      title: t('client'),
      sortable: true,
      render: ({ userInfo }) => <ClientLink client={userInfo} />,
    },
    {
      accessor: 'number',
      title: t('contract'),
      sortable: true,
      noWrap: true,
      render: ({ id, userInfo, contractNumber }) => (
        <ContractLink client={userInfo} contractId={id}>
          {contractNumber}
        </ContractLink>
      ),
    },
    {
      accessor: 'box',
      title: t('box'),
      hidden: isHidden('box'),
      render: ({ unitNumber }) => <CrateLabel number={unitNumber} tone="soft" />,
    },
    {
      accessor: 'stock',
      title: t('stock'),
      sortable: true,
      hidden: isHidden('stock'),
      render: ({ stock }) => stock.name,
    },
    {
      accessor: 'since',
      title: t('debtors.since'),
      sortable: true,
      noWrap: true,
      hidden: isHidden('since'),
      render: ({ dueDate, daysOverdue }) =>
        `${format.day(dueDate)}, ${t('debtors.days', { days: daysOverdue })}`,
    },
    {
      accessor: 'unpaid',
      title: t('debtors.unpaid'),
      textAlign: 'right',
      noWrap: true,
      hidden: isHidden('unpaid'),
      render: ({ unpaid, currency }) => <Money value={{ amount: unpaid, currency }} cents="always" />,
    },
    {
      accessor: 'debt',
      title: t('debtors.debt'),
      sortable: true,
      textAlign: 'right',
      noWrap: true,
      render: ({ debt, currency }) => <Money value={{ amount: debt, currency }} cents="always" isDebt />,
    },
  ]
  return { columns, picker }
}
