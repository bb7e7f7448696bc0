import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { useErrorText } from '../../../ui/index.ts'
import { ownZone, type Entry } from './bank.ts'
import { useBankWords } from './use-bank-words.ts'
import { useEntryDeeds } from './use-entry-deeds.ts'
import classes from './bank.module.css'

/** What was decided of a movement and by whom, with the way back. */
export function EntryDecided({ entry }: { readonly entry: Entry }) {
  const t = useTranslations('bank')
  const format = useFormat()
  const words = useBankWords()
  const errorText = useErrorText()
  const deeds = useEntryDeeds(entry)
  const { shares, payout, ignoreReason, decidedBy, decidedAt } = entry
  return (
    <section className={classes.part} aria-label={t('dialog.decided')}>
      <h3>{t('dialog.history')}</h3>
      <ul className={classes.rows}>
        {shares.map((share) => (
          <li
            key={`${share.documentId} ${share.undoneAt ?? ''}`}
            data-undone={share.undoneAt != null || undefined}
          >
            <span>
              <Link
                to="/users/$userId/contracts/$contractId"
                params={{ userId: share.accountId, contractId: share.contractId }}
              >
                {words.documentName(share)}
              </Link>{' '}
              · {share.accountName}
              <span className={classes.sign}>
                {share.undoneAt != null ? t('undone') : share.isAutomatic ? t('auto') : t('byHand')}
              </span>
            </span>
            <span className={classes.figure}>
              {words.amount({ amount: share.amount, currency: entry.currency })}
            </span>
          </li>
        ))}
        {payout != null && (
          <li>{t('payoutOf', { name: payout.accountName, day: format.day(payout.paidOn) })}</li>
        )}
        {entry.state === 'noted' && payout == null && <li>{t('noPayout')}</li>}
        {ignoreReason != null && <li>{ignoreReason}</li>}
      </ul>
      {decidedBy != null && decidedAt != null && (
        <p className={classes.sign}>
          {t('dialog.by', { name: decidedBy, when: format.shortInstant(decidedAt, ownZone()) })}
        </p>
      )}
      {deeds.error !== null && (
        <p className={classes.problem} role="alert">
          {errorText(deeds.error).text}
        </p>
      )}
      <div className={classes.deeds}>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} stroke={1.75} />}
          loading={deeds.isBusy}
          onClick={() => void deeds.undo()}
        >
          {t('dialog.undo')}
        </Button>
      </div>
    </section>
  )
}
