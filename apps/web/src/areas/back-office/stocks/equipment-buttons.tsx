import { Button } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { useOpenEquipment } from '../../../features/access/index.ts'
import { allows } from '../../../features/accounts/index.ts'
import type { Stock } from './stock.ts'
import classes from './stocks.module.css'

/** Gates and doors of a warehouse; each is asked about before it opens. */
export function EquipmentButtons({ stock, isLost }: { readonly stock: Stock; readonly isLost: boolean }) {
  const t = useTranslations('backoffice.stocks')
  const user = useUser()
  const { ask, busyId, failure } = useOpenEquipment(stock)
  const equipment = stock.internalEquipments ?? []
  if (equipment.length === 0 || !allows(user, { permission: 'equipment.open' })) return null
  return (
    <div>
      <div className={classes.equipment} role="group" aria-label={t('doors')}>
        {equipment.map((door) => (
          <Button
            key={door.id}
            variant="default"
            leftSection={<IconDoorEnter size={18} stroke={1.75} />}
            disabled={isLost}
            title={isLost ? t('lost') : undefined}
            loading={busyId === door.id}
            onClick={() => void ask(door)}
          >
            {door.name}
          </Button>
        ))}
      </div>
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
