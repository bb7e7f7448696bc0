import { IconAlertTriangle, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import { Pill } from '../../../ui/index.ts'
import { zone, type CompanyExport } from './company-export.ts'
import classes from './company-export.module.css'

const looks = {
  failed: { tone: 'red', icon: IconAlertTriangle },
  deleted: { tone: 'gray', icon: IconTrash },
  givenUp: { tone: 'gray', icon: IconPlayerStop },
} as const

/** Those that are over: who asked for them, and what became of them. */
export function PastArchives({ past }: { readonly past: readonly CompanyExport[] }) {
  const t = useTranslations('takeout')
  const format = useFormat()
  return (
    <ul className={classes.past}>
      {past.map((one) => {
        const became = one.state === 'failed' ? 'failed' : one.ready == null ? 'givenUp' : 'deleted'
        return (
          <li key={one.id}>
            <Pill {...looks[became]}>{t(`state.${became}`)}</Pill>
            <span className={classes.facts}>
              <span>{t('pastLine', { by: one.askedBy, when: format.instant(one.asked, zone) })}</span>
              {one.failure != null && <span className={classes.quiet}>{t(`failure.${one.failure}`)}</span>}
              {became === 'deleted' && one.ended != null && (
                <span className={classes.quiet}>
                  {t('endedAt', { when: format.instant(one.ended, zone) })}
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
