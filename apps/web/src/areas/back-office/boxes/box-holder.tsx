import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { PersonLink } from '../../../features/accounts/index.ts'
import type { ListedBox } from './boxes-query.ts'
import classes from './boxes.module.css'

/** Who rents a box, or that nobody does; a debt has a sign of its own. */
export function BoxHolder({ box }: { readonly box: ListedBox }) {
  const t = useTranslations('backoffice.boxes')
  if (box.userInfo == null)
    return (
      <span className={classes.quiet}>
        {box.isReserved ? t('reserved') : box.isOccupied ? t('occupied') : t('free')}
      </span>
    )
  const { id, fullName } = box.userInfo
  return (
    <span className={classes.holder}>
      <PersonLink id={id}>{fullName}</PersonLink>
      {box.isReserved && <span className={classes.quiet}>{t('reserved')}</span>}
      {box.inDebt === true && (
        <span className={classes.debt} title={t('inDebt')}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
          <span className="st-spoken">{t('inDebt')}</span>
        </span>
      )}
    </span>
  )
}
