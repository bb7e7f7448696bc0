import { Button, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { editorCanvas } from '@stowage/domain/map-object'
import type { Box2D } from '../../../../features/maps/index.ts'
import { typedNumber } from '../../../../ui/index.ts'
import { wholeSheet } from './grid-wish.ts'
import type { Grid } from './use-grid.ts'
import classes from './boxes.module.css'

const sides = ['x', 'y', 'width', 'height'] as const

/** Dragged on the sheet, typed, or the whole sheet at once. */
export function GridArea({ grid }: { readonly grid: Grid }) {
  const t = useTranslations('plan.boxes.grid')
  const { area, setArea } = grid
  if (area === null)
    return (
      <div className={classes.start}>
        <p className={classes.hint}>{t('drag')}</p>
        <Button variant="default" size="xs" onClick={() => setArea(wholeSheet)}>
          {t('wholeSheet')}
        </Button>
      </div>
    )
  return (
    <fieldset className={classes.sides}>
      <legend>{t('area')}</legend>
      {sides.map((side) => (
        <TextInput
          key={side}
          size="xs"
          label={t(`side.${side}`)}
          inputMode="numeric"
          value={String(area[side])}
          onChange={(event) => {
            const value = typedNumber(event.currentTarget.value) ?? 0
            if (Number.isInteger(value)) setArea(within({ ...area, [side]: value }))
          }}
        />
      ))}
    </fieldset>
  )
}

/** Nothing is typed off the sheet. */
function within({ x, y, width, height }: Box2D): Box2D {
  const between = (value: number, least: number, most: number): number =>
    Math.max(least, Math.min(most, value))
  const [left, top] = [between(x, 0, editorCanvas.width - 1), between(y, 0, editorCanvas.height - 1)]
  return {
    x: left,
    y: top,
    width: between(width, 1, editorCanvas.width - left),
    height: between(height, 1, editorCanvas.height - top),
  }
}
