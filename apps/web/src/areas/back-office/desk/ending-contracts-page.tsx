import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listDeskContracts } from '@stowage/api/reports'
import { queryOf } from '../../../client/index.ts'
import { PageHeader } from '../../../ui/index.ts'
import { DeskList } from './desk-list.tsx'
import { asPage, contractsWanted, deskStatuses } from './desk-query.ts'
import { ExportContracts } from './export-contracts.tsx'
import { useContractColumns } from './use-contract-columns.tsx'
import { useDeskAddress } from './use-desk-address.ts'

/** /ending-contracts: whom to call about the end of his contract, the first to end first; all others by choice. */
export default function EndingContractsPage(): ReactNode {
  const t = useTranslations('desk')
  const address = useDeskAddress('/ending-contracts', contractsWanted)
  const { page, wanted, go } = address
  const { status = 'ending' } = wanted
  const isEnding = status === 'ending'
  const asked = { ...wanted, status }
  const query = useQuery({
    ...queryOf(listDeskContracts, { query: { ...asked, page: String(page) } }),
    placeholderData: keepPreviousData,
    select: asPage,
  })
  const { columns, picker } = useContractColumns(status)
  const { data } = query
  return (
    <>
      <PageHeader
        title={t(isEnding ? 'ending.title' : 'ending.list')}
        lead={data === undefined ? t('ending.lead') : t(`ending.count.${status}`, { count: data.total })}
        actions={<ExportContracts asked={asked} />}
      />
      <DeskList
        label={t('ending.list')}
        address={address}
        query={query}
        columns={columns}
        sortedBy={isEnding ? 'end' : '-number'}
        tools={
          <>
            <NativeSelect
              aria-label={t('ending.which')}
              data={deskStatuses.map((value) => ({ value, label: t(`ending.statuses.${value}`) }))}
              value={status}
              onChange={(event) => go({ status: event.currentTarget.value, sort: undefined })}
            />
            {picker}
          </>
        }
        empty={t(isEnding ? 'ending.empty' : 'ending.emptyOther')}
      />
    </>
  )
}
