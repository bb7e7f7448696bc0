import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { readBankEntry } from '@stowage/api/bank'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { ErrorState, SkeletonRows } from '../../../ui/index.ts'
import { Modal } from '../../../ui/dialog.tsx'
import { EntryDecided } from './entry-decided.tsx'
import { EntryFacts } from './entry-facts.tsx'
import { EntryPayout } from './entry-payout.tsx'
import { EntrySettle } from './entry-settle.tsx'
import { useBankWords } from './use-bank-words.ts'
import classes from './bank.module.css'

/** One movement: all that the bank says of it, and what can be decided. */
export function EntryDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTranslations('bank')
  const format = useFormat()
  const words = useBankWords()
  const query = useQuery(queryOf(readBankEntry, { params: { id } }))
  const entry = query.data
  return (
    <Modal
      opened
      size={680}
      onClose={onClose}
      title={
        entry === undefined
          ? t('list')
          : t('dialog.title', { amount: words.amount(entry), day: format.day(entry.bookedOn) })
      }
    >
      {entry === undefined ? (
        query.error === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <div className={classes.dialog}>
          <EntryFacts entry={entry} />
          {entry.state !== 'open' ? (
            <EntryDecided entry={entry} />
          ) : entry.direction === 'in' ? (
            // What was typed belongs to the state that was read.
            <EntrySettle key={entry.updated} entry={entry} onDone={onClose} />
          ) : (
            <EntryPayout key={entry.updated} entry={entry} onDone={onClose} />
          )}
        </div>
      )}
    </Modal>
  )
}
