import { Button } from '@mantine/core'
import { IconCalendarPlus, IconDoorExit, IconFileText, IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/index.ts'
import { useIsPhone } from '../../ui/index.ts'
import { OfferedFrom, type LaterDeed } from '../contracts/index.ts'
import type { MyBox } from './my-box.ts'
import classes from './box-deeds.module.css'

interface BoxDeedsProps {
  readonly box: MyBox
  readonly onLater: (deed: LaterDeed, box: MyBox) => void
}

/** What else can be done with a box. Extending and leaving show when the contract says so (decision 17). */
export function BoxDeeds({ box, onLater }: BoxDeedsProps) {
  const t = useTranslations('mybox.box')
  const format = useFormat()
  const isPhone = useIsPhone()
  const { id, contract } = box
  const variant = isPhone ? 'subtle' : 'default'
  const icon = { size: 18, stroke: 1.75 } as const
  return (
    <div className={classes.deeds}>
      {contract.isExtended && contract.endDate != null && (
        <p className={classes.words}>{t('extendedText', { day: format.longDay(contract.endDate) })}</p>
      )}
      <div className={classes.words}>
        <OfferedFrom contract={contract} />
      </div>
      {contract.mayExtend && (
        <Button
          variant={isPhone ? 'subtle' : 'light'}
          leftSection={<IconCalendarPlus {...icon} />}
          onClick={() => onLater('extend', box)}
        >
          {t('extend')}
        </Button>
      )}
      {(contract.mayLeave || contract.mayWithdrawNotice) && (
        <Button
          variant={variant}
          leftSection={<IconDoorExit {...icon} />}
          onClick={() => onLater('leave', box)}
        >
          {t('leave')}
        </Button>
      )}
      <Button
        variant={variant}
        leftSection={<IconFileText {...icon} />}
        renderRoot={(props) => (
          <Link
            to="/users/$userId/contracts/$contractId"
            params={{ userId: contract.userId, contractId: contract.id }}
            search={{ boxId: id }}
            {...props}
          />
        )}
      >
        {t('lease')}
      </Button>
      <Button
        variant={variant}
        leftSection={<IconHistory {...icon} />}
        renderRoot={(props) => <Link to="/boxes/$id" params={{ id }} hash="history" {...props} />}
      >
        {t('log')}
      </Button>
    </div>
  )
}
