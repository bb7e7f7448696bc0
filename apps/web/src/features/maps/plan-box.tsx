/** One box on the plan. Memoised, with plain props: a change of its state renders this box and no other. */
import { memo, type ReactNode } from 'react'
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
  /** "Box YA 106, 7.5 m², free": what is written stands in it as a word of its own, or a voice cannot say it (WCAG 2.5.3). */
  readonly name: string
  /** As it is written: without the letters that all boxes of the plan share. */
  readonly number: string
  /** The size with its unit and without. */
  readonly full: string
  readonly bare: string
  readonly textFactor: number
  /** Size texts above this tier would be too small to read and are left out (`readableTier`). */
  readonly tier: number
}

/** Every place is given in units of the plan: an element with a transform of its own is a drawing of its own to the browser. */
export const PlanBoxShape = memo(function PlanBoxShape(props: PlanBoxProps) {
  const { object, state, isChosen, tier } = props
  const area = boundsOf(object)
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2]
  const label = layOutLabel(
    area,
    { number: props.number, full: props.full, bare: props.bare },
    props.textFactor,
    signedStates.has(state),
  )
  const sign = signs[state]
  const size = label.size !== null && sizeTier(label.size.fontSize) <= tier ? label.size : null
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
    >
      {outline(object, 1.5, classes.shape)}
      {isChosen && state !== 'chosen' && outline(object, 5, classes.chosenRing)}
      {sign !== undefined && label.sign !== null && (
        <path
          className={classes.sign}
          d={sign}
          transform={`translate(${x - label.sign.side / 2} ${y + label.sign.y}) scale(${label.sign.side / 24})`}
        />
      )}
      <text
        className={classes.number}
        x={x}
        y={y + label.number.y + (size === null ? label.drop : 0)}
        fontSize={label.number.fontSize}
      >
        {label.number.text}
      </text>
      {size !== null && (
        <>
          {' '}
          <text x={x} y={y + size.y} fontSize={size.fontSize}>
            {size.text}
          </text>
        </>
      )}
    </g>
  )
})

/** Where the keyboard is. Drawn over the boxes: walking from one to the next renders neither of them. */
export function ActiveRing({ object }: { readonly object: MapObject }) {
  return (
    <g data-active aria-hidden="true">
      {outline(object, 6, classes.focusRing)}
    </g>
  )
}

/** The object's own outline, drawn a little inside so that neighbours' edges stand side by side instead of over each other. */
function outline(object: MapObject, inset: number, className: string | undefined): ReactNode {
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
