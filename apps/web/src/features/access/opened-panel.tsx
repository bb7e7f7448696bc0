import { Button } from '@mantine/core'
import { IconAlertCircle, IconDoorExit, IconLockOpen } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCompany } from '../catalog/index.ts'
import type { MyBox, MyStock } from './my-box.ts'
import { useOpenEquipment, type Opening } from './use-open-door.ts'
import { clockText, useOpenFor } from './use-open-for.ts'
import classes from './opened-panel.module.css'

interface OpenedPanelProps {
  readonly box: MyBox
  readonly stock: MyStock
  readonly opening: Opening
}

const clock = (figure: ReactNode): ReactNode => <b className={classes.clock}>{figure}</b>

/** The lock is open: how long it may stay so, how to leave, two ways out; nothing competes (picture 11). */
export function OpenedPanel({ box, stock, opening }: OpenedPanelProps) {
  const t = useTranslations('mybox')
  const phone = useCompany()?.supportPhone
  const { left, share } = useOpenFor(box.lockSince)
  const door = useOpenEquipment(stock.stock)
  const [isStuck, setStuck] = useState(false)
  const exit = stock.equipment.find(({ isExit, opens }) => isExit && opens)
  return (
    <div className={classes.block}>
      <div className={classes.panel} role="status">
        <span className={classes.ring} aria-hidden="true">
          <svg viewBox="0 0 36 36">
            <circle className={classes.track} cx="18" cy="18" r="16" />
            <circle
              className={classes.rest}
              cx="18"
              cy="18"
              r="16"
              pathLength="100"
              strokeDasharray={`${share * 100} 100`}
              transform="rotate(-90 18 18)"
            />
          </svg>
          <IconLockOpen size={26} stroke={1.75} />
        </span>
        <div>
          <p className={classes.title}>{t('opened.title')}</p>
          {/* The figure changes every second: it is for the eye, a reader would never stop talking. */}
          <p aria-hidden={left > 0}>
            {left > 0
              ? t.rich('opened.remind', {
                  left: clockText(left),
                  b: clock,
                })
              : t('opened.long')}
          </p>
        </div>
      </div>
      {opening.warnedId === box.id && <p className={classes.warning}>{t('opened.warning')}</p>}
      <p className={classes.note}>{t('opened.leave')}</p>
      <div className={classes.ways}>
        {exit !== undefined && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconDoorExit size={20} stroke={1.75} />}
            loading={door.busyId === exit.id}
            onClick={() => void door.ask(exit)}
          >
            {t('opened.exit')}
          </Button>
        )}
        <Button
          size="md"
          variant="default"
          leftSection={<IconAlertCircle size={20} stroke={1.75} />}
          aria-expanded={isStuck}
          onClick={() => setStuck(!isStuck)}
        >
          {t('opened.stuck')}
        </Button>
      </div>
      {door.failure !== null && (
        <p className={classes.failure} role="alert">
          {door.failure}
        </p>
      )}
      {isStuck && (
        <div className={classes.stuck}>
          <strong>{t('opened.stuckTitle')}</strong>
          <p>{t('opened.stuckText', { phone: phone ?? stock.stock.phone })}</p>
          <Button
            variant="light"
            loading={opening.busyId === box.id}
            onClick={() => void opening.ask(box, stock.stock)}
          >
            {t('opened.again')}
          </Button>
        </div>
      )}
    </div>
  )
}
