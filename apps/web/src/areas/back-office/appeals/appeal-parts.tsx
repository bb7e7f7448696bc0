import { IconCheck, IconClock } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { PersonLink } from '../../../features/accounts/index.ts'
import { useLanguage } from '../../../i18n/index.ts'
import { MailAddress, Pill } from '../../../ui/index.ts'
import { appealTime, type Appeal } from './appeals.ts'
import classes from './appeals.module.css'

/** Who asks, as a link where he has an account. */
export function AppealName({ appeal: { accountId, name } }: { readonly appeal: Appeal }) {
  const t = useTranslations('support.list')
  const shown = <bdi>{name ?? t('noName')}</bdi>
  return accountId == null ? shown : <PersonLink id={accountId}>{shown}</PersonLink>
}

export function AppealPhone({ phone }: { readonly phone: string }) {
  return <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
}

export function AppealEmail({ email }: { readonly email: string }) {
  return (
    <a className={classes.email} href={`mailto:${encodeURIComponent(email)}`}>
      <MailAddress address={email} />
    </a>
  )
}

export function AppealTime({ instant }: { readonly instant: string }) {
  const { language } = useLanguage()
  return <time dateTime={instant}>{appealTime(instant, language)}</time>
}

/** Whether it waits or who handled it when; of who waits for a box, how far that has come. */
export function AppealStatus({
  appeal: { status, waiting, offerEnds, booked, handledBy, handledAt },
}: {
  readonly appeal: Appeal
}) {
  const t = useTranslations('support')
  const { language } = useLanguage()
  return (
    <span className={classes.status}>
      <Pill
        tone={status === 'pending' ? 'amber' : 'green'}
        icon={status === 'pending' ? IconClock : IconCheck}
      >
        {t(`status.${status}`)}
      </Pill>
      {handledBy != null && handledAt != null && (
        <span>{t('handle.by', { name: handledBy.name, at: appealTime(handledAt, language) })}</span>
      )}
      {waiting === 'answered' && offerEnds != null && (
        <span>{t('waiting.answered', { until: appealTime(offerEnds, language) })}</span>
      )}
      {waiting === 'booked' && booked != null && (
        <span>{t('waiting.booked', { at: appealTime(booked, language) })}</span>
      )}
      {waiting === 'expired' && <span>{t('waiting.expired')}</span>}
    </span>
  )
}

/** What was written, or what a box is wanted for; and what colleagues noted. */
export function AppealWords({
  appeal: { type, message, size, stock, city, note },
}: {
  readonly appeal: Appeal
}) {
  const t = useTranslations('support.list')
  const wish = { size: size?.toUpperCase() ?? 'none', place: stock?.name ?? city ?? 'none' }
  return (
    <span className={classes.said}>
      {type === 'availability' ? <span>{t('wish', wish)}</span> : <bdi>{message === '' ? '–' : message}</bdi>}
      {note != null && <em>{t('note', { note })}</em>}
    </span>
  )
}
