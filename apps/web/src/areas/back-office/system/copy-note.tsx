import { AttentionNote } from '../../../ui/index.ts'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { System } from './system.ts'
import classes from './system.module.css'

const words = { away: 'copyAway', noCopy: 'copyNone', foreign: 'copyForeign', behind: 'copyBehind' } as const

/** From where reports are read, where a copy of the database is set for them. */
export function CopyNote({ copy }: { readonly copy: NonNullable<System['reportsCopy']> }) {
  const t = useTranslations('system')
  const format = useFormat()
  const { place, behindSeconds, unread } = copy
  if (unread !== null) return <AttentionNote>{t(words[unread], { place })}</AttentionNote>
  return (
    <p className={classes.copy}>{t('copyRead', { place, seconds: format.number(behindSeconds ?? 0) })}</p>
  )
}
