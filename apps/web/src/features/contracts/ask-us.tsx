import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { useCompany } from '../catalog/index.ts'
import type { Contract } from './contract.ts'
import type { LaterDeed } from './later-dialog.tsx'
import classes from './later-dialog.module.css'

interface AskUsProps {
  readonly deed: LaterDeed
  readonly contract: Contract
  readonly onClose: () => void
}

/** Why a contract cannot be extended or left online today, and whom to ask. */
export function AskUs({ deed, contract, onClose }: AskUsProps) {
  const t = useTranslations('contracts.later')
  const phone = useCompany()?.supportPhone
  const format = useFormat()
  const day = (deed === 'extend' ? contract.extensionOfferedFrom : contract.leavingOfferedFrom) ?? ''
  const why = whyNot(deed, contract)
  return (
    <>
      <p className={classes.text}>
        {t('notNow', { why, deed, box: contract.unitNumber, day: day === '' ? '' : format.longDay(day) })}
      </p>
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
    </>
  )
}

/** The nearest reason that the contract itself tells. */
function whyNot(deed: LaterDeed, contract: Contract): string {
  const { status, overdue, endDate, extensionOfferedFrom, leavingOfferedFrom } = contract
  if (status === 'pending') return 'pending'
  if (deed === 'leave') return leavingOfferedFrom == null ? 'other' : 'early'
  if (endDate == null) return 'openEnded'
  if (extensionOfferedFrom != null) return 'early'
  return overdue > 0 ? 'overdue' : 'other'
}
