import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listParkedContracts } from '@stowage/api/billing'
import { queryOf } from '../../../client/index.ts'
import { EmptyState, PageHeader } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { ParkedTable } from './parked-table.tsx'
import { useRetry } from './use-retry.ts'

/** /parked-contracts: what could not be billed and why, the longest waiting first; each night tries again, or whoever presses. */
export default function ParkedPage(): ReactNode {
  const t = useTranslations('parked')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/parked-contracts' })
  const page = pageIn(useSearch({ from: '/inside/parked-contracts' }).page)
  const query = useQuery({
    ...queryOf(listParkedContracts, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
  })
  const retry = useRetry()
  const total = query.data?.total ?? 0
  return (
    <>
      <PageHeader
        title={shell('nav.parkedContracts')}
        lead={total === 0 ? t('lead') : t('count', { count: total })}
        actions={
          total > 1 && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.75} />}
              loading={retry.isBusy && retry.busyId === null}
              disabled={retry.isBusy}
              onClick={() => void retry.all(total)}
            >
              {t('retryAll')}
            </Button>
          )
        }
      />
      <TableCard
        label={t('list')}
        query={query}
        page={page}
        onPage={(to) =>
          void navigate({ to: '/parked-contracts', search: to === 1 ? {} : { page: String(to) } })
        }
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
      >
        {({ items }) => <ParkedTable contracts={items} retry={retry} />}
      </TableCard>
    </>
  )
}
