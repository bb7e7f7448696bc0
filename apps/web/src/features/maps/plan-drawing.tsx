/** The drawing on the plan's sheet: plain SVG, one element per box, a listbox to assistive technology. */
import { useMemo, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { SizeGroup } from '@stowage/domain/box'
import type { Audience, PlanBox } from './box-state.ts'
import { ActiveRing, PlanBoxShape } from './plan-box.tsx'
import { PlanDecor } from './plan-decor.tsx'
import { PlanPatterns } from './plan-patterns.tsx'
import { standing, type DrawnBox, type PlanModel, type PlanWords } from './use-plan-model.ts'
import classes from './floor-plan.module.css'

interface PlanDrawingProps<Box extends PlanBox> {
  /** The plan's own prefix: two plans on one page share no ids. */
  readonly id: string
  readonly model: PlanModel<Box>
  readonly words: PlanWords<Box>
  readonly sizeGroup: SizeGroup | null
  readonly selectedId: string | null
  readonly audience: Audience
  readonly floorName: string
  /** The box the keyboard is on. */
  readonly active: DrawnBox<Box> | null
  /** Size texts above this tier are left out; null draws nothing yet: the frame is still to be measured. */
  readonly tier: number | null
  readonly onClick: (event: MouseEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

export function PlanDrawing<Box extends PlanBox>(props: PlanDrawingProps<Box>) {
  const { id, model, words, sizeGroup, selectedId, audience, active, tier } = props
  const t = useTranslations('maps')
  const { x, y, width, height } = model.bounds
  const elementId = (boxId: string): string => `${id}box-${boxId}`
  // Zoom, tip, keyboard and percentage change without it: ten thousand boxes are not gone through for a gesture.
  const drawing = useMemo(
    () =>
      tier !== null &&
      model.entries.map(({ object, drawn }) => {
        if (drawn === null) return <PlanDecor key={object.uuid} object={object} />
        const { box } = drawn
        const { state, isChosen, isSelectable } = standing(box, sizeGroup, selectedId, audience)
        return (
          <PlanBoxShape
            key={object.uuid}
            object={object}
            boxId={box.id}
            elementId={`${id}box-${box.id}`}
            state={state}
            isChosen={isChosen}
            isSelectable={isSelectable}
            name={words.name(box, state, model.prefix)}
            number={box.unitNumber.slice(model.prefix.length)}
            {...words.size(box)}
            textFactor={model.textFactor}
            tier={tier}
          />
        )
      }),
    [model, sizeGroup, selectedId, audience, words, id, tier],
  )
  return (
    <svg
      className={classes.drawing}
      style={patternStyle(id)}
      width={width}
      height={height}
      viewBox={`${x} ${y} ${width} ${height}`}
      role="listbox"
      tabIndex={0}
      aria-label={t('plan', { floor: props.floorName })}
      aria-describedby={`${id}keys`}
      {...(active === null ? {} : { 'aria-activedescendant': elementId(active.box.id) })}
      onClick={props.onClick}
      onKeyDown={props.onKeyDown}
      onFocus={props.onFocus}
      onBlur={props.onBlur}
    >
      <PlanPatterns id={id} />
      {drawing}
      {active !== null && <ActiveRing object={active.object} />}
    </svg>
  )
}

/** `url(#…)` in a style sheet would point into the sheet; set on the element it points into the page. */
function patternStyle(id: string): CSSProperties {
  return { '--plan-hatch': `url(#${id}-hatch)`, '--plan-dots': `url(#${id}-dots)` } as CSSProperties
}
