import { IconLock, IconLockOpen, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { Pill } from '../../ui/index.ts'
import type { LockStatus } from './my-box.ts'
import classes from './lock-pill.module.css'

interface LockPillProps {
  readonly status: LockStatus | undefined
  /** An ISO instant. */
  readonly since?: string | null | undefined
  readonly timeZone: string
}

/**
 * A lock in colour, sign and word (specification 4, theme 5): open is a green pill; closed is the usual and stays quiet, red
 * padlock and a word; what does not answer is grey.
 */
export function LockPill({ status = 'unavailable', since, timeZone }: LockPillProps) {
  const t = useTranslations('mybox.lock')
  const format = useFormat()
  const when = since == null ? null : format.shortInstant(since, timeZone)
  if (status === 'unavailable')
    return (
      <span title={t('unavailableTitle')}>
        <Pill tone="gray" icon={IconPlugConnectedX}>
          {t('unavailable')}
        </Pill>
      </span>
    )
  if (status === 'opened')
    return (
      <span title={when === null ? t('openedPlain') : t('openedTitle', { when })}>
        <Pill tone="green" icon={IconLockOpen}>
          {t('opened')}
        </Pill>
      </span>
    )
  return (
    <span className={classes.closed} title={when === null ? t('closedPlain') : t('closedTitle', { when })}>
      <IconLock size={16} stroke={2} aria-hidden="true" />
      {t('closed')}
    </span>
  )
}
