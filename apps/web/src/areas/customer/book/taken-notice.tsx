import { CloseButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { CrateLabel } from '../../../ui/index.ts'
import classes from './box-step.module.css'

/** Somebody was faster (6001): what happened, what is kept, what to do. */
export function TakenNotice({ number, onClose }: { readonly number: string; readonly onClose: () => void }) {
  const t = useTranslations('booking.taken')
  const shell = useTranslations('shell')
  return (
    <div className={classes.notice} role="alert">
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
      <CrateLabel number={number} tone="soft" />
      <span>{t('notice')}</span>
      <CloseButton aria-label={shell('close')} onClick={onClose} />
    </div>
  )
}
