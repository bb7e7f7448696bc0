import { Button } from '@mantine/core'
import { IconRefresh, IconWifiOff } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../i18n/index.ts'
import classes from './my-boxes.module.css'

interface StaleProps {
  /** Ms since 1970. */
  readonly since: number
  readonly onRetry: () => void
}

/** The network is gone: what is shown is the last known state, with its time. */
export function Stale({ since, onRetry }: StaleProps) {
  const t = useTranslations('mybox')
  const format = useFormat()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className={classes.stale} role="status">
      <IconWifiOff size={20} stroke={1.75} aria-hidden="true" />
      <span>{t('stale', { when: format.shortInstant(new Date(since).toISOString(), zone) })}</span>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRefresh size={16} stroke={1.75} />}
        onClick={onRetry}
      >
        {t('staleRetry')}
      </Button>
    </div>
  )
}
