import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../../i18n/index.ts'
import { FormProblem } from '../../../../ui/index.ts'
import { useBoxesOfPlan } from './boxes-context.tsx'
import { GridArea } from './grid-area.tsx'
import { gridLimits, type GridNumber } from './grid-wish.ts'
import type { Grid } from './use-grid.ts'
import classes from './boxes.module.css'

/** What is asked for a row or grid: an area, which boxes, and how they stand; the sheet shows at once what it makes. */
export function GridPanel({ grid }: { readonly grid: Grid }) {
  const t = useTranslations('plan.boxes.grid')
  const format = useFormat()
  const { fields, change, plan, isDrawn } = grid
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  // Whoever took the tool by a key goes on in its panel; a pointer goes to the sheet all the same.
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  if (plan === null) return null
  const number = (name: GridNumber, automatic?: number): ReactNode => (
    <TextInput
      label={t(name)}
      inputMode="numeric"
      placeholder={automatic === undefined ? '0' : t('automatic', { count: automatic })}
      value={fields[name]}
      error={plan.wrong.has(name) ? t('wrong', gridLimits[name]) : null}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  const tick = (name: 'isBackToBack' | 'isSnake' | 'bySize'): ReactNode => (
    <Checkbox
      label={t(name)}
      checked={fields[name]}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  )
  const left = plan.boxes.length - plan.objects.length
  return (
    <section ref={panel} className={classes.grid} role="dialog" tabIndex={-1} aria-labelledby={id}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isDrawn) grid.place()
        }}
      >
        <h2 id={id} className={classes.head}>
          {t('title')}
        </h2>
        <GridArea grid={grid} />
        <Which grid={grid} />
        <fieldset className={classes.pairs}>
          <legend>{t('how')}</legend>
          {number('rows', plan.rows)}
          {number('columns', plan.columns)}
          {number('gap')}
          {number('aisle')}
        </fieldset>
        <div className={classes.ticks}>
          {tick('isBackToBack')}
          {tick('isSnake')}
          {tick('bySize')}
        </div>
        <FormProblem>{plan.isTooTight && isDrawn ? t('tooTight') : null}</FormProblem>
        <p className={classes.hint} role="status">
          {plan.boxes.length === 0
            ? t('nothing')
            : `${t('chosen', {
                count: plan.boxes.length,
                first: plan.boxes[0]?.unitNumber ?? '',
                last: plan.boxes.at(-1)?.unitNumber ?? '',
              })}${left > 0 && plan.objects.length > 0 ? ` ${t('left', { count: format.number(left) })}` : ''}`}
        </p>
        <div className={classes.deeds}>
          <Button type="submit" disabled={!isDrawn || plan.objects.length === 0}>
            {t('place', { count: plan.objects.length })}
          </Button>
          <Button variant="default" onClick={grid.leave}>
            {t('cancel')}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** Of the boxes that stand on no map yet: a floor, and from one number to another. */
function Which({ grid }: { readonly grid: Grid }) {
  const t = useTranslations('plan.boxes.grid')
  const { missing } = useBoxesOfPlan().check
  const { fields, change } = grid
  const floors = useMemo(
    () => [...new Set(missing.map(({ floor }) => floor))].sort((a, b) => (a ?? 999) - (b ?? 999)),
    [missing],
  )
  const end = (name: 'from' | 'to', example: string): ReactNode => (
    <TextInput
      label={t(name)}
      placeholder={example}
      value={fields[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <fieldset className={classes.pairs}>
      <legend>{t('which')}</legend>
      {floors.length > 1 && (
        <NativeSelect
          className={classes.wide}
          label={t('floor')}
          value={fields.floor}
          data={[
            { value: 'all', label: t('allFloors') },
            ...floors.map((floor) =>
              floor === null
                ? { value: 'none', label: t('noFloor') }
                : { value: String(floor), label: t('floorOf', { floor }) },
            ),
          ]}
          onChange={(event) => change({ floor: event.currentTarget.value })}
        />
      )}
      {end('from', missing[0]?.unitNumber ?? '')}
      {end('to', missing.at(-1)?.unitNumber ?? '')}
    </fieldset>
  )
}
