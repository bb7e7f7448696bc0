import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import type { Notice } from './rises.ts'
import classes from './rises.module.css'

interface NoticeMailProps {
  readonly notice: Notice
  readonly timeZone: string
}

/** When a notice was served, and what became of its mail. */
export function NoticeMail({ notice, timeZone }: NoticeMailProps) {
  const t = useTranslations('rises.notices')
  const format = useFormat()
  const { servedOn, mailStatus, mailSent, mailRecipient, state } = notice
  if (servedOn == null)
    return state === 'announced' ? <span className={classes.was}>{t('announced')}</span> : '–'
  const became =
    mailStatus === 'sent'
      ? t('mailSent', { at: format.shortInstant(mailSent ?? '', timeZone) })
      : t(mailStatus === 'failed' ? 'mailFailed' : 'mailWaiting')
  return (
    <span className={classes.two}>
      <span>{t('served', { day: format.day(servedOn) })}</span>
      <span title={mailRecipient == null ? undefined : t('toMail', { recipient: mailRecipient })}>
        {became}
      </span>
    </span>
  )
}
