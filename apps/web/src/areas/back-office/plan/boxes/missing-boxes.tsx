import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { unitOf } from '@stowage/domain/box'
import { useFormat } from '../../../../i18n/index.ts'
import { usePlanStore } from '../use-plan.ts'
import { useBoxesOfPlan } from './boxes-context.tsx'
import type { PlanBox } from './plan-box.ts'
import classes from './boxes.module.css'

/** What a box of the list is called while it is dragged; other things that are dropped are none of ours. */
export const draggedBox = 'application/x-stowage-box'

/** As many rows as help anybody; with more, one looks by number or draws a grid. */
const shownAtOnce = 60

/** The boxes that stand on no map of the stock: each is dragged to its place, or put on the sheet by its button. */
export function MissingBoxes({ onPlace }: { readonly onPlace: (box: PlanBox) => void }) {
  const t = useTranslations('plan.boxes.missing')
  const format = useFormat()
  const store = usePlanStore()
  const { missing } = useBoxesOfPlan().check
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
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
              draggable
              // The row says which box; this, what a press does with it.
              title={t('hint')}
              onDragStart={(event) => {
                event.dataTransfer.setData(draggedBox, box.id)
                event.dataTransfer.effectAllowed = 'copy'
              }}
              onClick={() => place(box, index)}
            >
              <strong>{box.unitNumber}</strong> <span>{format.size(box.size, unitOf(box.unitNumber))}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length > shownAtOnce && (
        <p className={classes.hint}>{t('more', { count: found.length - shownAtOnce })}</p>
      )}
    </>
  )
}
