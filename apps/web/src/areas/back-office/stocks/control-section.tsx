import { Button } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../client/index.ts'
import { ConnectionLost, useAvailability, useOpenEquipment } from '../../../features/access/index.ts'
import { allows } from '../../../features/accounts/index.ts'
import { Section } from '../../../ui/index.ts'
import type { Settings } from './stock-values.ts'
import classes from './settings.module.css'

/** Control: every door and gate of the stock with its button; each is asked about before it opens. */
export function ControlSection({ stock }: { readonly stock: Settings }) {
  const t = useTranslations('sites')
  const doors = useTranslations('mybox')
  const user = useUser()
  const isLost = !useAvailability(stock.id)
  const { ask, busyId, failure } = useOpenEquipment(stock)
  const equipment = stock.internalEquipments ?? []
  return (
    <Section id="control" title={t('nav.control')} aside={<ConnectionLost stockId={stock.id} isQuiet />}>
      <div className={classes.setting}>
        <p className={classes.lead}>{t('control.lead')}</p>
        <div className={classes.controls}>
          {equipment.length === 0 && <p className={classes.note}>{t('equipment.empty')}</p>}
          {equipment.map((door) => (
            <div key={door.id} className={classes.control}>
              <strong>{door.name}</strong>
              <span className={classes.number}>{door.id}</span>
              {allows(user, { permission: 'equipment.open' }) && (
                <Button
                  variant="light"
                  leftSection={<IconDoorEnter size={18} stroke={1.75} />}
                  disabled={isLost}
                  loading={busyId === door.id}
                  aria-label={`${doors('confirm.open')}: ${door.name}`}
                  onClick={() => void ask(door)}
                >
                  {doors('confirm.open')}
                </Button>
              )}
            </div>
          ))}
          {failure !== null && <p role="alert">{failure}</p>}
        </div>
      </div>
    </Section>
  )
}
