import { useTranslations } from 'use-intl'
import type { Answer } from '@stowage/api/endpoint'
import type { previewErasure } from '@stowage/api/privacy'
import { useFormat } from '../../i18n/index.ts'
import classes from './privacy.module.css'

export type Erasure = Answer<typeof previewErasure>

/** What an erasure takes away, and what the law keeps until when. */
export function WhatStays({ erasure }: { readonly erasure: Erasure }) {
  const t = useTranslations('privacy.erase')
  const format = useFormat()
  const { files, papers, leases, keptUntil } = erasure
  return (
    <dl className={classes.list}>
      <dt>{t('goes')}</dt>
      <dd>
        {t('goesList')} {t('files', { count: files })}
      </dd>
      <dt>{t('stays')}</dt>
      <dd>
        {keptUntil == null
          ? t('nothingStays')
          : t('staysList', { papers, leases, day: format.day(keptUntil) })}
      </dd>
    </dl>
  )
}
