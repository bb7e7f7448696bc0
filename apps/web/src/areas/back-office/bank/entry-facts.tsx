import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { Entry } from './bank.ts'
import { useBankWords } from './use-bank-words.ts'
import classes from './bank.module.css'

/** All that the bank says of a movement. */
export function EntryFacts({ entry }: { readonly entry: Entry }) {
  const t = useTranslations('bank')
  const format = useFormat()
  const words = useBankWords()
  const why = entry.state === 'open' ? words.why(entry) : ''
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [entry.direction === 'in' ? t('dialog.from') : t('dialog.to'), entry.payerName ?? t('noName')],
    [t('dialog.account'), entry.payerAccount],
    [t('dialog.purpose'), entry.purpose === '' ? t('noPurpose') : entry.purpose],
    [t('dialog.reference'), entry.reference],
    [t('dialog.endToEnd'), entry.endToEndId],
    [t('dialog.bankReference'), entry.bankReference],
    [
      t('dialog.valued'),
      entry.valueOn == null || entry.valueOn === entry.bookedOn ? null : format.day(entry.valueOn),
    ],
    [t('dialog.ours'), `${entry.sellerName} · ${entry.account}`],
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(
          ([label, value]) =>
            value != null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {why !== '' && <p className={classes.why}>{why}</p>}
    </>
  )
}
