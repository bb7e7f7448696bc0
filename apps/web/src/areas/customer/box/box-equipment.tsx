import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useOpenEquipment } from '../../../features/access/index.ts'
import { EmptyState, Section } from '../../../ui/index.ts'
import type { ShownBox } from './shown-box.ts'
import classes from './box-page.module.css'

interface BoxEquipmentProps {
  readonly box: ShownBox
  readonly place: { readonly name: string; readonly address: string }
  readonly isOk: boolean
}

/** The doors of the box's stock, each with its button (specification 2.8); what the server refuses is said here. */
export function BoxEquipment({ box, place, isOk }: BoxEquipmentProps) {
  const t = useTranslations('mybox.page')
  const { ask, busyId, failure } = useOpenEquipment({ ...place, id: box.stockId })
  const doors = box.internalEquipments ?? []
  return (
    <Section title={t('equipment')}>
      {doors.length === 0 && <EmptyState text={t('noEquipment')} />}
      <ul className={classes.doors}>
        {doors.map((door) => (
          <li key={door.id}>
            <span>{door.name}</span>
            <Button
              variant="light"
              size="xs"
              disabled={!isOk}
              title={isOk ? undefined : t('wait')}
              loading={busyId === door.id}
              aria-label={t('runName', { door: door.name })}
              onClick={() => void ask(door)}
            >
              {t('run')}
            </Button>
          </li>
        ))}
      </ul>
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
    </Section>
  )
}
