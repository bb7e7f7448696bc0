import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { searchBankTargets } from '@stowage/api/bank'
import { queryOf } from '../../../client/index.ts'
import { useFormat } from '../../../i18n/index.ts'
import { ErrorState, SkeletonRows, useErrorText } from '../../../ui/index.ts'
import type { Entry } from './bank.ts'
import { EntryIgnore } from './entry-ignore.tsx'
import { useEntryDeeds } from './use-entry-deeds.ts'
import classes from './bank.module.css'

interface EntryPayoutProps {
  readonly entry: Entry
  readonly onDone: () => void
}

/** Money that went out and waits: which recorded payout it is, or none. */
export function EntryPayout({ entry, onDone }: EntryPayoutProps) {
  const t = useTranslations('bank')
  const format = useFormat()
  const errorText = useErrorText()
  const deeds = useEntryDeeds(entry, onDone)
  // The search is not looked at for money that went out: payouts of this sum and time are all there is.
  const query = useQuery(queryOf(searchBankTargets, { params: { id: entry.id }, query: { search: '..' } }))
  return (
    <>
      <section className={classes.part} aria-label={t('dialog.payouts')}>
        <h3>{t('dialog.payouts')}</h3>
        {query.data === undefined ? (
          query.error === null ? (
            <SkeletonRows rows={2} />
          ) : (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          )
        ) : query.data.payouts.length === 0 ? (
          <p className={classes.sign}>{t('dialog.noPayouts')}</p>
        ) : (
          <ul className={classes.rows}>
            {query.data.payouts.map(({ payoutId, accountName, paidOn, reference }) => (
              <li key={payoutId}>
                <span>
                  {t('payoutOf', { name: accountName, day: format.day(paidOn) })}
                  {reference != null && <span className={classes.sign}>{reference}</span>}
                </span>
                <Button
                  size="compact-sm"
                  variant="light"
                  loading={deeds.isBusy}
                  onClick={() => deeds.isPayout(payoutId)}
                >
                  {t('dialog.isPayout')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {deeds.error !== null && (
          <p className={classes.problem} role="alert">
            {errorText(deeds.error).text}
          </p>
        )}
      </section>
      <EntryIgnore deeds={deeds} />
    </>
  )
}
