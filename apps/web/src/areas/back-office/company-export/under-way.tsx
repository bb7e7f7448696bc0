import { Progress } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { DeleteArchive } from './delete-archive.tsx'
import { megabytesOf, partMade, type CompanyExport } from './company-export.ts'
import classes from './company-export.module.css'

/** One that is being made, with how far it is. */
export function UnderWay({ one }: { readonly one: CompanyExport }) {
  const t = useTranslations('takeout')
  const format = useFormat()
  const part = partMade(one)
  const figures = {
    things: format.number(one.things),
    size: t('megabytes', { count: format.number(megabytesOf(one.bytes)) }),
  }
  return (
    <div className={classes.one}>
      <div className={classes.facts}>
        <strong role="status">
          {one.state === 'asked'
            ? t('waits')
            : part === undefined
              ? t('makingSome', figures)
              : t('making', { ...figures, about: format.number(one.about ?? 0) })}
        </strong>
        <Progress value={part ?? 100} animated={part === undefined} aria-label={t('progress')} />
        <span className={classes.quiet}>{t('stays')}</span>
      </div>
      <DeleteArchive one={one} />
    </div>
  )
}
