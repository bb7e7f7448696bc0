import { Checkbox, TextInput } from '@mantine/core'
import { IconExternalLink, IconFileText } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { firstCharacters } from '@stowage/domain/characters'
import { useCompany } from '../../../../features/catalog/index.ts'
import { useLanguage } from '../../../../i18n/index.ts'
import { ErrorState, SkeletonRows } from '../../../../ui/index.ts'
import type { Wizard } from './wizard.ts'
import classes from './drawer.module.css'

/** The lease with exactly these terms, and the consent to it. */
export function LeasePart({ wizard, isAsked }: { readonly wizard: Wizard; readonly isAsked: boolean }) {
  const t = useTranslations('booking.papers')
  const { lease, choices, change, user, box } = wizard
  const { agreed } = choices
  const { data, error, refetch } = lease
  const isPerson = user?.accountType === 'individual'
  const isForCompany = user?.accountType === 'legal' && !user.isIndividualEntrepreneur
  // A tick belongs to the text that is shown now.
  const agree = (changes: Partial<typeof agreed>): void =>
    change({ agreed: { ...agreed, ...changes, textHash: data?.textHash ?? null } })
  const missing = (isGiven: boolean): string | undefined => (isAsked && !isGiven ? t('needed') : undefined)
  return (
    <section className={classes.lease}>
      <h3 className={classes.subtitle}>{t('lease')}</h3>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows rows={1} height={58} />}
      {data !== undefined && (
        <>
          <a className={classes.paper} href={data.url} target="_blank" rel="noopener">
            <IconFileText size={24} stroke={1.5} aria-hidden="true" />
            <span>
              <b>{t('leaseOf', { number: box.unitNumber })}</b>
              <small>{t('leaseText')}</small>
            </span>
            <IconExternalLink size={18} stroke={1.75} aria-hidden="true" />
          </a>
          <LegalLinks />
          <Checkbox
            size="md"
            label={t('agree')}
            required
            error={missing(agreed.documents)}
            aria-invalid={isAsked && !agreed.documents}
            checked={agreed.documents}
            onChange={(event) => agree({ documents: event.currentTarget.checked })}
          />
          <Checkbox
            size="md"
            label={t('adult')}
            required
            error={missing(agreed.isAdult)}
            aria-invalid={isAsked && !agreed.isAdult}
            checked={agreed.isAdult}
            onChange={(event) => agree({ isAdult: event.currentTarget.checked })}
          />
          <TextInput
            size="md"
            label={isForCompany ? t('nameForCompany') : t('name')}
            // The name of an organisation is no example of a person's.
            {...(isPerson ? { description: t('nameHint', { name: user?.displayName ?? '' }) } : {})}
            autoComplete="name"
            required
            error={missing(agreed.name.trim() !== '')}
            value={agreed.name}
            onChange={(event) => agree({ name: firstCharacters(event.currentTarget.value, 128) })}
          />
        </>
      )}
    </section>
  )
}

/** The operator's other documents, by name. */
function LegalLinks() {
  const t = useTranslations('booking.papers')
  const { language } = useLanguage()
  const documents = useCompany()?.legalDocuments ?? []
  if (documents.length === 0) return null
  return (
    <p className={classes.hint}>
      {t('alsoRead')}{' '}
      {documents.map(({ key, title, url }, index) => (
        <Fragment key={key}>
          {index > 0 && ', '}
          <a href={url} target="_blank" rel="noopener">
            {title[language] ?? title['en'] ?? key}
          </a>
        </Fragment>
      ))}
    </p>
  )
}
