import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { listDebitBatches } from '@stowage/api/debit-batches'
import { queryOf } from '../../../client/index.ts'
import { AskedSection, EmptyState, PageHeader, SkeletonRows } from '../../../ui/index.ts'
import { pageIn } from '../page-in.ts'
import { TableCard } from '../table-card.tsx'
import { BatchDialog } from './batch-dialog.tsx'
import { BatchesList } from './batches-list.tsx'
import { WaitingDebits } from './waiting-debits.tsx'
import classes from './debits.module.css'

interface Wish {
  readonly page?: string | undefined
  readonly batch?: string | undefined
}

/** /debit-batches: what waits to be collected through our own bank, and the files that were made of such debits. */
export default function DebitBatchesPage(): ReactNode {
  const t = useTranslations('bank.debits')
  const shell = useTranslations('shell')
  const navigate = useNavigate({ from: '/debit-batches' })
  const given = useSearch({ from: '/inside/debit-batches' })
  const page = pageIn(given.page)
  const query = useQuery({
    ...queryOf(listDebitBatches, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
  })
  const go = (change: Wish): void =>
    void navigate({
      search: (before: Wish) =>
        Object.fromEntries(
          Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined),
        ),
      resetScroll: false,
    })
  return (
    <>
      <PageHeader title={shell('nav.debitBatches')} lead={t('lead')} />
      <div className={classes.page}>
        <AskedSection
          title={t('waitingTitle')}
          query={query}
          skeleton={<SkeletonRows rows={2} />}
          isEmpty={({ waiting }) => waiting.length === 0}
          empty={<p className={classes.hint}>{t('waitingEmpty')}</p>}
        >
          {({ waiting }) => (
            <WaitingDebits waiting={waiting} onMade={(batch) => go({ batch, page: undefined })} />
          )}
        </AskedSection>
        <TableCard
          label={t('list')}
          query={query}
          page={page}
          onPage={(to) => go({ page: to === 1 ? undefined : String(to) })}
          empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
        >
          {({ items }) => <BatchesList batches={items} onOpen={(batch) => go({ batch })} />}
        </TableCard>
      </div>
      {given.batch !== undefined && (
        <BatchDialog key={given.batch} id={given.batch} onClose={() => go({ batch: undefined })} />
      )}
    </>
  )
}
