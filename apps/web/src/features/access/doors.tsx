import { IconDoorExit, IconLockOpen } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { MyStock } from './my-box.ts'
import { useOpenEquipment } from './use-open-door.ts'
import classes from './doors.module.css'

interface DoorsProps {
  readonly stock: MyStock
  /** On a phone the way in stands above the box and the way out below it, as they are walked. */
  readonly way?: 'in' | 'out' | 'both'
}

/**
 * The doors between street and box, in walking order; the way out comes last. Where none of them opens the box itself says
 * why, and nothing stands here.
 */
export function Doors({ stock, way = 'both' }: DoorsProps) {
  const t = useTranslations('mybox.stock')
  const boxWords = useTranslations('mybox.box')
  const { ask, busyId, failure } = useOpenEquipment(stock.stock)
  const reasonId = useId()
  if (!stock.equipment.some(({ opens }) => opens)) return null
  const inward = stock.equipment.filter(({ isExit }) => !isExit)
  const exits = stock.equipment.filter(({ isExit }) => isExit)
  const shown = [
    ...(way === 'out' ? [] : inward.map((door, index) => ({ door, step: index + 1 }))),
    ...(way === 'in' ? [] : exits.map((door) => ({ door, step: null }))),
  ]
  const reasons = [
    ...new Set(shown.flatMap(({ door: { opens, message } }) => (opens || message == null ? [] : [message]))),
  ]
  if (shown.length === 0) return null
  return (
    <div className={classes.block}>
      <ul className={classes.doors} aria-label={way === 'out' ? t('exit') : t('doors')}>
        {shown.map(({ door, step }) => (
          <li key={door.id}>
            <button
              type="button"
              className={classes.door}
              aria-busy={busyId === door.id}
              aria-describedby={door.opens ? undefined : reasonId}
              disabled={!door.opens || !stock.isOk}
              onClick={() => void ask(door)}
            >
              <span className="st-spoken">{boxWords('openShort')}</span>
              <span className={classes.step}>
                {step ?? <IconDoorExit size={16} stroke={2} aria-hidden="true" />}
              </span>
              <span className={classes.name}>{busyId === door.id ? boxWords('opening') : door.name}</span>
              <IconLockOpen className={classes.sign} size={20} stroke={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {reasons.length > 0 && (
        <p id={reasonId} className={classes.reason}>
          {reasons.join(' ')}
        </p>
      )}
      {failure !== null && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
