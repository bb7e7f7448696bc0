import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { unitOf } from '@stowage/domain/box'
import { useFormat } from '../../../../i18n/index.ts'
import type { PlanMover } from '../../../../features/maps/index.ts'
import type { Point } from '../model/geometry.ts'
import { usePlanStore } from '../use-plan.ts'
import { useBoxesOfPlan } from './boxes-context.tsx'
import type { PlanBox } from './plan-box.ts'
import { useBoxDrag } from './use-box-drag.ts'
import classes from './boxes.module.css'

/** As many rows as help anybody; with more, one looks by number or draws a grid. */
const shownAtOnce = 60

interface MissingBoxesProps {
  readonly mover: PlanMover | null
  /** @param at where it was let go; a free place unless given */
  readonly onPlace: (box: PlanBox, at?: Point) => void
}

/** The boxes that stand on no map of the stock: each is dragged to its place, or put on the sheet by its button. */
export function MissingBoxes({ mover, onPlace }: MissingBoxesProps) {
  const t = useTranslations('plan.boxes.missing')
  const format = useFormat()
  const store = usePlanStore()
  const { missing } = useBoxesOfPlan().check
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const { held, ghost, onPointerDown, wasDragged } = useBoxDrag(mover, onPlace)
  const found = useMemo(() => {
    const wanted = typed.trim().toLowerCase()
    return wanted === ''
      ? missing
      : missing.filter(({ unitNumber }) => unitNumber.toLowerCase().includes(wanted))
  }, [missing, typed])
  if (missing.length === 0) return <p className={classes.hint}>{t('none')}</p>
  /** The row goes; whoever works by keyboard stands on the next one. */
  const place = (box: PlanBox, index: number): void => {
    onPlace(box)
    setTimeout(() => {
      const rows = list.current?.querySelectorAll('button')
      rows?.[Math.min(index, rows.length - 1)]?.focus()
    })
  }
  return (
    <>
      <p className={classes.note} role="status">
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
        {t('note', { count: missing.length })}
      </p>
      <Button variant="default" size="xs" onClick={() => store.setTool('grid')}>
        {t('grid')}
      </Button>
      {missing.length > 12 && (
        <TextInput
          size="xs"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={14} stroke={2} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ul ref={list} className={`${classes.rows} ${classes.missing}`} aria-label={t('title')}>
        {found.slice(0, shownAtOnce).map((box, index) => (
          <li key={box.id}>
            <button
              type="button"
              className={classes.row}
              data-held={held?.box.id === box.id || undefined}
              // The row says which box; this, what a press does with it.
              title={t('hint')}
              onPointerDown={(event) => onPointerDown(event, box)}
              onClick={(event) => {
                // By a key there is no press before it.
                if (event.detail === 0 || !wasDragged()) place(box, index)
              }}
            >
              <strong>{box.unitNumber}</strong> <span>{format.size(box.size, unitOf(box.unitNumber))}</span>
            </button>
          </li>
        ))}
      </ul>
      {held !== null && (
        <div ref={ghost} className={classes.ghost} style={held.style} aria-hidden="true">
          {held.box.unitNumber}
        </div>
      )}
      {found.length > shownAtOnce && (
        <p className={classes.hint}>{t('more', { count: found.length - shownAtOnce })}</p>
      )}
    </>
  )
}
