import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listDisputes } from '@stowage/api/refunds'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, PageHeader } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { DisputesTable } from './disputes-table.tsx'
import { disputeFilter, disputeFilters, type DisputeFilter } from './moneyback.ts'

/** /disputes: what payers' banks ask back or have taken; first what somebody has to do something about. */
export default function DisputesPage(): ReactNode {
  const t = useTranslations('moneyback.disputes')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/disputes' })
  const { page: pageText, state: given } = useSearch({ from: '/inside/disputes' })
  const page = pageIn(pageText)
  const filter = disputeFilter(given)
  const query = useQuery({
    ...queryOf(listDisputes, {
      query: { page: String(page), ...(filter === 'all' ? {} : { state: filter }) },
    }),
    placeholderData: keepPreviousData,
  })
  const go = (state: DisputeFilter, to = 1): void =>
    void navigate({
      to: '/disputes',
      search: { ...(state === 'todo' ? {} : { state }), ...(to === 1 ? {} : { page: String(to) }) },
    })
  return (
    <>
      <PageHeader
        title={shell('nav.disputes')}
        lead={query.data === undefined ? t('lead') : t('count', { count: query.data.todo })}
      />
      <TableCard
        label={shell('nav.disputes')}
        tools={
          <NativeSelect
            aria-label={t('filter')}
            data={disputeFilters.map((value) => ({ value, label: t(`filters.${value}`) }))}
            value={filter}
            onChange={(event) => go(disputeFilter(event.currentTarget.value))}
          />
        }
        query={query}
        page={page}
        onPage={(to) => go(filter, to)}
        expectedRows={4}
        empty={
          filter === 'todo' ? (
            <EmptyState title={t('quietTitle')} text={t('quiet')} />
          ) : (
            <EmptyState text={t('empty')} />
          )
        }
      >
        {({ items }) => <DisputesTable disputes={items} />}
      </TableCard>
    </>
  )
}
