import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './staff-note.module.css'

/** Staff may look and not book (specification 5): said before they choose, not after the last step. */
export function StaffNote() {
  const t = useTranslations('booking.pay')
  return (
    <p className={classes.note}>
      <IconInfoCircle size={20} stroke={1.75} aria-hidden="true" />
      {t('forbidden')}
    </p>
  )
}
