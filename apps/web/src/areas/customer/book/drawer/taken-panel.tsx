import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './drawer.module.css'

/** The chosen box has been taken meanwhile. */
export function TakenPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('booking.taken')
  return (
    <div className={classes.body} role="alert">
      <div className={classes.note} data-tone="amber">
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
        <div>
          <b>{t('title')}</b>
          <p>{t('text')}</p>
        </div>
      </div>
      <Button size="lg" fullWidth onClick={onClose}>
        {t('another')}
      </Button>
    </div>
  )
}
