import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listDeskContracts } from '@stowage/api/reports'
import { call, queryOf } from '../../../client/index.ts'
import { ContractStatusPill } from '../../../features/contracts/index.ts'
import { CrateLabel, PageHeader, SkeletonRows, type DataTableColumn } from '../../../ui/index.ts'
import { ExportButton } from '../export-button.tsx'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { TableFoot } from '../table-foot.tsx'
import { useColumns } from '../use-columns.tsx'
import { ClientLink, ContractLink, EndDay, LeavingDay } from './desk-cells.tsx'
import {
  asPage,
  contractsWanted,
  deskStatuses,
  exportPageSize,
  type ContractsWanted,
  type DeskContract,
} from './desk-query.ts'
import { DeskTable } from './desk-table.tsx'
import { DeskEmpty, DeskTools } from './desk-tools.tsx'
import classes from './desk.module.css'

/** /ending-contracts: whom to call about the end of his contract, the first to end first; all others by choice. */
export default function EndingContractsPage(): ReactNode {
  const t = useTranslations('desk')
  const navigate = useNavigate()
  const { page: pageText, ...given } = useSearch({ from: '/inside/ending-contracts' })
  const page = pageIn(pageText)
  const wanted = contractsWanted(given)
  const { status = 'ending' } = wanted
  const asked = { ...wanted, status }
  const query = useQuery({
    ...queryOf(listDeskContracts, { query: { ...asked, page: String(page) } }),
    placeholderData: keepPreviousData,
    select: asPage,
  })
  const go = (next: Parameters<typeof contractsWanted>[0], to = 1): void =>
    void navigate({
      to: '/ending-contracts',
      search: { ...contractsWanted({ ...wanted, ...next }), ...(to === 1 ? {} : { page: String(to) }) },
      replace: 'search' in next,
    })
  const { columns, picker } = useContractColumns(status === 'ending')
  const isFiltered = Boolean(wanted.search ?? wanted.stockId) || page > 1
  const { data } = query
  return (
    <>
      <PageHeader
        title={t(status === 'ending' ? 'ending.title' : 'ending.list')}
        lead={data === undefined ? t('ending.lead') : t(`ending.count.${status}`, { count: data.total })}
        actions={<ExportContracts asked={asked} />}
      />
      <TableCard
        label={t('ending.list')}
        tools={
          <>
            <DeskTools search={wanted.search} stockId={wanted.stockId} onChange={go} />
            <NativeSelect
              aria-label={t('ending.which')}
              data={deskStatuses.map((value) => ({ value, label: t(`ending.statuses.${value}`) }))}
              value={status}
              onChange={(event) => go({ status: event.currentTarget.value, sort: undefined })}
            />
            {picker}
          </>
        }
        query={query}
        skeleton={<SkeletonRows rows={12} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <DeskEmpty
            isFiltered={isFiltered}
            text={t(status === 'ending' ? 'ending.empty' : 'ending.emptyOther')}
            onClear={() => go({ search: '', stockId: '' })}
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
            sort={wanted.sort ?? (status === 'ending' ? 'end' : '-number')}
            onSort={(sort) => go({ sort })}
          />
        )}
      </TableCard>
    </>
  )
}

function useContractColumns(isEnding: boolean) {
  const t = useTranslations('desk')
  const { isHidden, picker } = useColumns('ending-contracts', [
    { accessor: 'stock', title: t('ending.place') },
    { accessor: 'leaving', title: t('ending.leaving') },
    { accessor: 'status', title: t('ending.status') },
  ])
  const columns: DataTableColumn<DeskContract>[] = [
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
      accessor: 'stock',
      title: t('ending.place'),
      sortable: true,
      hidden: isHidden('stock'),
      render: ({ stock, unitNumber }) => (
        <span className={classes.where}>
          {stock.name} <CrateLabel number={unitNumber} tone="soft" />
        </span>
      ),
    },
    {
      accessor: 'end',
      title: t('ending.end'),
      sortable: true,
      noWrap: true,
      render: (contract) => <EndDay contract={contract} />,
    },
    {
      accessor: 'leaving',
      title: t('ending.leaving'),
      noWrap: true,
      hidden: isHidden('leaving'),
      render: (contract) => <LeavingDay contract={contract} />,
    },
    {
      accessor: 'status',
      title: t('ending.status'),
      noWrap: true,
      hidden: isEnding || isHidden('status'),
      render: ({ status }) => <ContractStatusPill status={status} />,
    },
  ]
  return { columns, picker }
}

function ExportContracts({ asked }: { readonly asked: ContractsWanted }) {
  const t = useTranslations('desk')
  const status = useTranslations('contracts.status')
  return (
    <ExportButton<DeskContract>
      name={t(asked.status === 'ending' ? 'ending.title' : 'ending.list')}
      idOf={({ id }) => id}
      page={async (page, signal) =>
        asPage(
          await call(
            listDeskContracts,
            { query: { ...asked, page: String(page), pageSize: exportPageSize } },
            { signal },
          ),
        )
      }
      columns={[
        { title: t('client'), cell: ({ userInfo }) => userInfo.fullName },
        { title: t('contract'), cell: ({ contractNumber }) => contractNumber },
        { title: t('box'), cell: ({ unitNumber }) => unitNumber },
        { title: t('stock'), cell: ({ stock }) => stock.name },
        { title: t('ending.start'), cell: ({ startDate }) => startDate },
        { title: t('ending.end'), cell: ({ endDate }) => endDate },
        { title: t('ending.leaving'), cell: ({ noticeLeaveDate }) => noticeLeaveDate },
        { title: t('ending.status'), cell: (contract) => status(contract.status) },
      ]}
    />
  )
}
