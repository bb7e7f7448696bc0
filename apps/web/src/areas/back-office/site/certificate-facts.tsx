import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import type { getSite } from '@stowage/api/sites'
import { useFormat } from '../../../i18n/index.ts'
import classes from './site.module.css'

type Certificate = NonNullable<Answer<typeof getSite>['certificate']>

interface CertificateFactsProps {
  readonly certificate: Certificate
  readonly timeZone: string
}

/** By what a site proves itself where it is called, in groups that two people can read to one another. */
export function CertificateFacts({ certificate, timeZone }: CertificateFactsProps) {
  const t = useTranslations('site.certificate')
  const format = useFormat()
  const { fingerprint, toldAt, changedAt, validUntil } = certificate
  const when = (instant: string): string => format.shortInstant(instant, timeZone)
  const told =
    changedAt != null && changedAt === toldAt
      ? t('changed', { when: when(changedAt) })
      : toldAt == null
        ? undefined
        : t('told', { when: when(toldAt) })
  const facts = [told, t('until', { when: when(validUntil) })].filter((fact) => fact !== undefined)
  return (
    <dl className={classes.certificate}>
      <dt>{t('title')}</dt>
      <dd>{facts.join(', ')}</dd>
      <dt>{t('fingerprint')}</dt>
      <dd>
        <code>{fingerprint.toUpperCase().match(/.{4}/g)?.join(' ')}</code>
        <span className={classes.quiet}>{t('compare')}</span>
      </dd>
    </dl>
  )
}
