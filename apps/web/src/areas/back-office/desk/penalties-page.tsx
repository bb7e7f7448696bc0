import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { penaltyStates } from '@stowage/api/desk-lists'
import { listPenalties } from '@stowage/api/reports'
import { queryOf } from '../../../client/index.ts'
import { PageHeader } from '../../../ui/index.ts'
import { DeskList } from './desk-list.tsx'
import { asPage, penaltiesWanted } from './desk-query.ts'
import { ExportPenalties } from './export-penalties.tsx'
import { useDeskAddress } from './use-desk-address.ts'
import { useIssuePenalty } from './use-issue-penalty.ts'
import { usePenaltyColumns } from './use-penalty-columns.tsx'

/** /penalties: which contracts are late, what that has cost and is about to cost, the longest overdue first. */
export default function PenaltiesPage(): ReactNode {
  const t = useTranslations('desk')
  const shell = useTranslations('shell')
  const address = useDeskAddress('/penalties', penaltiesWanted)
  const { page, wanted, go } = address
  const query = useQuery({
    ...queryOf(listPenalties, { query: { ...wanted, page: String(page) } }),
    placeholderData: keepPreviousData,
    select: asPage,
  })
  const { columns, picker } = usePenaltyColumns(useIssuePenalty())
  const { data } = query
  return (
    <>
      <PageHeader
        title={shell('nav.penalties')}
        lead={data === undefined ? t('penalties.lead') : t('penalties.count', { count: data.total })}
        actions={<ExportPenalties wanted={wanted} />}
      />
      <DeskList
        label={t('penalties.list')}
        address={address}
        query={query}
        columns={columns}
        sortedBy="since"
        tools={
          <>
            <NativeSelect
              aria-label={t('penalties.which')}
              data={[
                { value: '', label: t('penalties.states.all') },
                ...penaltyStates.map((value) => ({ value, label: t(`penalties.states.${value}`) })),
              ]}
              value={wanted.status ?? ''}
              onChange={(event) => go({ status: event.currentTarget.value })}
            />
            {picker}
          </>
        }
        empty={t(wanted.status === undefined ? 'debtors.empty' : 'penalties.emptyState')}
      />
    </>
  )
}
