import { useTranslations } from 'use-intl'
import type { DeliveryView } from '@stowage/api/simulators'
import { useFormat } from '../../i18n/index.ts'
import { useZone } from './use-zone.ts'
import classes from './payments.module.css'

const shown = 30

/** What was told to the product, and what it answered. */
export function DeliveryLog({ deliveries }: { readonly deliveries: readonly DeliveryView[] }) {
  const t = useTranslations('simulators.payments')
  const format = useFormat()
  const zone = useZone()
  return (
    <details className={classes.log}>
      <summary>{t('log', { count: deliveries.length })}</summary>
      <ol>
        {deliveries.slice(0, shown).map(({ paymentId, at, sent, status, answer, accepted, mode }, index) => (
          <li key={`${at} ${index}`} data-refused={!accepted || undefined}>
            <time dateTime={at}>{format.instant(at, zone)}</time> {paymentId}, {t(`modes.${mode}`)}:{' '}
            {!sent ? t('lost') : status === 0 ? t('noAnswer') : `${status} ${answer}`}
          </li>
        ))}
      </ol>
    </details>
  )
}
