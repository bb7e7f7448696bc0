import { IconLock, IconLockOpen, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Pill } from '../../../ui/index.ts'
import type { ListedBox } from './boxes-query.ts'
import classes from './boxes.module.css'

/** Closed is the usual and quiet; open and "no connection" are filled (theme.md 5). */
export function LockState({ status }: { readonly status: NonNullable<ListedBox['lockStatus']> }) {
  const t = useTranslations('backoffice.lock')
  if (status === 'closed')
    return (
      <span className={classes.closed}>
        <IconLock size={16} stroke={1.75} aria-hidden="true" />
        {t('closed')}
      </span>
    )
  return (
    <Pill tone={status === 'opened' ? 'green' : 'gray'} icon={status === 'opened' ? IconLockOpen : IconPlugConnectedX}>
      {t(status)}
    </Pill>
  )
}
