import { Button, Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { limits } from '@stowage/domain/limits'
import { useFormat } from '../../i18n/index.ts'
import { dayIn } from '../../ui/index.ts'
import { useCompany } from '../catalog/index.ts'
import type { Contract } from './contract.ts'
import classes from './later-dialog.module.css'

export type LaterDeed = 'extend' | 'leave'

interface LaterDialogProps {
  readonly deed: LaterDeed
  readonly contract: Contract
  readonly onClose: () => void
}

/** Extending and giving notice come with a later version; until then the dialog says so, and whom to ask. */
export function LaterDialog({ deed, contract, onClose }: LaterDialogProps) {
  const t = useTranslations('contracts.later')
  const shell = useTranslations('shell')
  const format = useFormat()
  const phone = useCompany()?.supportPhone
  const { unitNumber: box, leaveDate, endDate, stock } = contract
  const zone = stock?.timeZone ?? 'UTC'
  const day = leaveDate == null ? (endDate ?? null) : dayIn(Date.parse(leaveDate), zone)
  const time =
    leaveDate == null
      ? limits.contract.leavingTime
      : new Intl.DateTimeFormat('en-GB', {
          timeZone: zone,
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        }).format(new Date(leaveDate))
  return (
    <Modal
      opened
      onClose={onClose}
      size={460}
      title={deed === 'extend' ? t('extendTitle') : t('leaveTitle')}
      closeButtonProps={{ 'aria-label': shell('close') }}
    >
      <p className={classes.text}>{deed === 'extend' ? t('extendText', { box }) : t('leaveText', { box })}</p>
      {deed === 'leave' && day !== null && (
        <p className={classes.fact}>{t('day', { day: format.longDay(day), time })}</p>
      )}
      <div className={classes.deeds}>
        {phone !== undefined && phone !== '' && (
          <Button size="md" component="a" href={`tel:${phone.replace(/[^\d+]/g, '')}`} data-autofocus>
            {t('call', { phone })}
          </Button>
        )}
        <Button size="md" variant="default" renderRoot={(props) => <Link to="/support" {...props} />}>
          {t('write')}
        </Button>
        <Button size="md" variant="subtle" color="gray" onClick={onClose}>
          {t('ok')}
        </Button>
      </div>
    </Modal>
  )
}
