import { Anchor } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../i18n/index.ts'
import { useCompany } from '../catalog/index.ts'
import classes from './accounts.module.css'

/** The operator's documents by name; nothing where none are kept. */
export function LegalLinks() {
  const t = useTranslations('accounts.signUp')
  const { language } = useLanguage()
  const documents = useCompany()?.legalDocuments ?? []
  if (documents.length === 0) return null
  const links = documents.map(({ key, title, url }, index) => (
    <Fragment key={key}>
      {index > 0 && ', '}
      <Anchor inherit href={url} target="_blank" rel="noreferrer">
        {title[language] ?? title['en'] ?? key}
      </Anchor>
    </Fragment>
  ))
  return (
    <p className={classes.terms}>
      {t('terms')} {links}
    </p>
  )
}
