/** One box on the plan. Memoised, with plain props: a change of its state renders this box and no other. */
import { memo, type CSSProperties } from 'react'
import type { MapObject } from '@stowage/domain/map-object'
import { layOutLabel, sizeTier } from './box-label.ts'
import type { BoxState } from './box-state.ts'
import { signedStates } from './box-state.ts'
import { boundsOf, finite, isPolygon, pathData, transformOf } from './shape.ts'
import classes from './plan-box.module.css'

/** Tabler's check, lock-open and alert-triangle on their grid of 24 (theme.md 6). */
const signs: Partial<Record<BoxState, string>> = {
  chosen: 'M5 12l5 5l10 -10',
  open: 'M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2zM11 16a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M8 11v-5a4 4 0 0 1 8 0',
  debt: 'M12 9v4M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0M12 16h.01',
}

interface PlanBoxProps {
  readonly object: MapObject
  readonly boxId: string
  /** Of the DOM element, for `aria-activedescendant`. */
  readonly elementId: string
  readonly state: BoxState
  readonly isChosen: boolean
  readonly isSelectable: boolean
  readonly isActive: boolean
  /** "Box YA 106, 7.5 m², free": what is written stands in it as a word of its own, or a voice cannot say it (WCAG 2.5.3). */
  readonly name: string
  /** As it is written: without the letters that all boxes of the plan share. */
  readonly number: string
  /** The size with its unit and without. */
  readonly full: string
  readonly bare: string
  readonly textFactor: number
}

export const PlanBoxShape = memo(function PlanBoxShape(props: PlanBoxProps) {
  const { object, state, isChosen, isActive } = props
  const area = boundsOf(object)
  const label = layOutLabel(
    area,
    { number: props.number, full: props.full, bare: props.bare },
    props.textFactor,
    signedStates.has(state),
  )
  const sign = signs[state]
  return (
    <g
      id={props.elementId}
      role="option"
      aria-label={props.name}
      aria-selected={isChosen}
      aria-disabled={!props.isSelectable}
      className={classes.box}
      data-box={props.boxId}
      data-state={state}
      data-selectable={props.isSelectable}
      {...(isActive ? { 'data-active': true } : {})}
    >
      <Outline object={object} inset={1.5} className={classes.shape} />
      {isChosen && state !== 'chosen' && <Outline object={object} inset={5} className={classes.chosenRing} />}
      {isActive && <Outline object={object} inset={6} className={classes.focusRing} />}
      <g
        transform={`translate(${area.x + area.width / 2} ${area.y + area.height / 2})`}
        className={classes.label}
        data-tier={label.size === null ? undefined : sizeTier(label.size.fontSize)}
      >
        {sign !== undefined && label.sign !== null && (
          <path
            className={classes.sign}
            d={sign}
            transform={`translate(${-label.sign.side / 2} ${label.sign.y}) scale(${label.sign.side / 24})`}
          />
        )}
        <text
          className={classes.number}
          y={label.number.y}
          fontSize={label.number.fontSize}
          style={label.size === null ? undefined : units({ '--drop': label.drop })}
        >
          {label.number.text}
        </text>{' '}
        {label.size !== null && (
          <text className={classes.size} y={label.size.y} fontSize={label.size.fontSize}>
            {label.size.text}
          </text>
        )}
      </g>
    </g>
  )
})

/** Numbers for the style sheet's own arithmetic; React's type knows no custom properties. */
function units(values: Readonly<Record<`--${string}`, number>>): CSSProperties {
  return values
}

/** The object's own outline, drawn a little inside so that neighbours' edges stand side by side instead of over each other. */
function Outline({
  object,
  inset,
  className,
}: {
  readonly object: MapObject
  readonly inset: number
  readonly className: string | undefined
}) {
  const turned = transformOf(object)
  if (isPolygon(object)) return <path d={pathData(object) ?? ''} transform={turned} className={className} />
  const width = Math.max(1, finite(object.width) - 2 * inset)
  const height = Math.max(1, finite(object.height) - 2 * inset)
  return (
    <rect
      x={finite(object.x) + inset}
      y={finite(object.y) + inset}
      width={width}
      height={height}
      rx={Math.min(finite(object.radius, 5), 8)}
      transform={turned}
      className={className}
    />
  )
}
