import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import type { AutoPayments } from './use-auto-payments.ts'
import classes from './auto-payments.module.css'

type Mandate = NonNullable<AutoPayments['mandate']>

/** The mandate by which a bank account is debited; the words that were agreed to can be read again. */
export function MandateFact({ mandate }: { readonly mandate: Mandate }) {
  const t = useTranslations('debits.bank')
  const format = useFormat()
  const { reference, signedOn, creditorName, creditorId, wording } = mandate
  return (
    <div>
      <dt>{t('mandate')}</dt>
      <dd>
        {signedOn == null || creditorName == null
          ? reference
          : t('mandateOf', { reference, day: format.day(signedOn), creditor: creditorName })}
        {creditorId != null && <span className={classes.dim}>{t('creditorId', { id: creditorId })}</span>}
        {wording != null && (
          <details className={classes.wording}>
            <summary>{t('mandateShow')}</summary>
            <MandateWording wording={wording} />
          </details>
        )}
      </dd>
    </div>
  )
}

/** The words of a mandate, a paragraph a line; the first one is its title. */
export function MandateWording({ wording }: { readonly wording: string }) {
  const [title, ...lines] = wording.split('\n')
  return (
    <div className={classes.mandate}>
      <strong>{title}</strong>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
