import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { readDebitBatch } from '@stowage/api/debit-batches'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { ErrorState, SkeletonRows } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'
import { ownZone } from '../bank/bank.ts'
import { BatchDebits } from './batch-debits.tsx'
import { BatchDeeds } from './batch-deeds.tsx'
import { BatchState } from './batch-state.tsx'
import type { WholeBatch } from './debits.ts'
import classes from './debits.module.css'

/** One file: how it stands, every debit in it, and what can be done with it. */
export function BatchDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTranslations('bank.debits')
  const format = useFormat()
  const query = useQuery(queryOf(readDebitBatch, { params: { id } }))
  const batch = query.data
  return (
    <Modal
      opened
      size={760}
      onClose={onClose}
      title={
        batch === undefined ? t('list') : t('title', { day: format.shortInstant(batch.madeAt, ownZone()) })
      }
    >
      {batch === undefined ? (
        query.error === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <div className={classes.page}>
          <Facts batch={batch} />
          <BatchDeeds batch={batch} />
          <BatchDebits batch={batch} />
        </div>
      )}
    </Modal>
  )
}

function Facts({ batch }: { readonly batch: WholeBatch }) {
  const t = useTranslations('bank.debits')
  const format = useFormat()
  const when = (at: string | null | undefined, by?: string | null): string | null =>
    at == null
      ? null
      : [format.shortInstant(at, ownZone()), ...(by == null ? [] : [t('by', { name: by })])].join(' ')
  const facts: readonly (readonly [string, string | null])[] = [
    [t('facts.seller'), batch.sellerName],
    [
      t('facts.sum'),
      `${format.money({ amount: batch.total, currency: 'EUR' })}, ${t('count', { count: batch.count })}`,
    ],
    [t('facts.made'), when(batch.madeAt, batch.madeBy)],
    [t('facts.sent'), when(batch.sentAt, batch.sentBy)],
    [t('facts.ended'), when(batch.endedAt)],
  ]
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('facts.state')}</dt>
        <dd>
          <BatchState state={batch.state} />
        </dd>
      </div>
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
