import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { Entry } from './bank.ts'
import { useBankWords } from './use-bank-words.ts'
import { useEntryDeeds } from './use-entry-deeds.ts'
import classes from './bank.module.css'

/** What became of a movement; of one that waits, what it may be for with the press that puts it there, or why it waits. */
export function EntryMeaning({ entry }: { readonly entry: Entry }) {
  const t = useTranslations('bank')
  const format = useFormat()
  const words = useBankWords()
  const deeds = useEntryDeeds(entry)
  if (entry.state === 'settled')
    return (
      <div className={classes.meaning}>
        {entry.shares
          .filter(({ undoneAt }) => undoneAt == null)
          .map((share) => (
            <span key={share.documentId}>
              <Link
                to="/users/$userId/contracts/$contractId"
                params={{ userId: share.accountId, contractId: share.contractId }}
              >
                {words.documentName(share)}
              </Link>{' '}
              · {share.accountName}
              <span className={classes.sign}>{share.isAutomatic ? t('auto') : t('byHand')}</span>
            </span>
          ))}
      </div>
    )
  if (entry.state === 'ignored') return <div className={classes.meaning}>{entry.ignoreReason}</div>
  if (entry.state === 'noted')
    return (
      <div className={classes.meaning}>
        {entry.payout == null ? (
          <span className={classes.sign}>{t('noPayout')}</span>
        ) : (
          t('payoutOf', { name: entry.payout.accountName, day: format.day(entry.payout.paidOn) })
        )}
      </div>
    )
  const [best] = entry.suggestions
  // Two that speak for themselves equally loudly are nobody's one press.
  if (best === undefined || (!best.isLikely && entry.suggestions.length > 1))
    return (
      <div className={classes.meaning}>
        <span className={classes.sign}>{words.why(entry)}</span>
      </div>
    )
  const number = words.documentName(best)
  return (
    <div className={classes.meaning}>
      <span>
        <strong>{number}</strong> · {best.accountName}
        <span className={classes.sign}>
          {t('owes', { amount: words.amount({ amount: best.debt, currency: entry.currency }) })},{' '}
          {words.signs(best)}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="light"
        loading={deeds.isBusy}
        aria-label={t('settleNamed', { amount: words.amount(entry), number })}
        onClick={() =>
          deeds.settle({
            shares: [{ documentId: best.documentId, amount: entry.amount }],
            name: best.accountName,
          })
        }
      >
        {t('settle')}
      </Button>
    </div>
  )
}
